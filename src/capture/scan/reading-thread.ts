import { join } from "node:path";
import {
  MessageChannel,
  type MessagePort,
  Worker,
  receiveMessageOnPort,
} from "node:worker_threads";
import { packageRoot } from "../../platform/paths.ts";
import type { LogTask } from "./log-task.ts";
import type { ReadSettings } from "./read-log.ts";
import type { ThreadSettings, WorkerMessage } from "./scan-worker.ts";

/**
 * A thread that reads logs beside this one, one at a time. What it says waits until it is asked for, because whoever
 * asks is in the middle of a log of its own; or until somebody listens.
 */
export class ReadingThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  #failure: Error | undefined;
  #onFailure: ((failure: Error) => void) | undefined;

  constructor(settings: ReadSettings) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const workerData: ThreadSettings = { settings, port: port2 };
    this.#worker = new Worker(workerFile(), { workerData, transferList: [port2] });
    this.#worker.on("error", (error) => {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      this.#onFailure?.(this.#failure);
    });
  }

  read(task: LogTask): void {
    this.#port.postMessage(task);
  }

  /** What it has said next; undefined when it has said nothing more so far. */
  heard(): WorkerMessage | undefined {
    if (this.#failure !== undefined) throw this.#failure;
    const heard: { readonly message: WorkerMessage } | undefined = receiveMessageOnPort(this.#port);
    return heard?.message;
  }

  /** Hands over all that it says from now on, until `onMessage` says that this is enough. */
  listen(onMessage: (message: WorkerMessage) => "go on" | "enough"): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onFailure = reject;
      if (this.#failure !== undefined) reject(this.#failure);
      this.#port.on("message", (message: WorkerMessage) => {
        try {
          if (onMessage(message) === "enough") resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }

  async end(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }
}

/** Beside this file when it runs from source; a file of its own in the built program. */
function workerFile(): string {
  return import.meta.filename.endsWith(".ts")
    ? join(import.meta.dirname, "scan-worker.ts")
    : join(packageRoot(), "dist", "scan-worker.js");
}
