import { type MessagePort, workerData } from "node:worker_threads";
import { type LogPart, type ReadSettings, TaskReader } from "./read-log.ts";
import { Fault } from "../../platform/fault.ts";
import type { LogTask } from "./log-task.ts";

/** What a reading thread says: a part of its log, that the log is done, or why it cannot be read. */
export type WorkerMessage =
  | { readonly is: "part"; readonly part: LogPart }
  | { readonly is: "done" }
  | { readonly is: "unreadable"; readonly problem: string };

/** What a reading thread is given: how to read, and where it is told what to read. */
export interface ThreadSettings {
  readonly settings: ReadSettings;
  readonly port: MessagePort;
}

// The whole of a thread of its own: it gets tasks and reads one after the other.
const { settings, port } = workerData as ThreadSettings;
const reader = new TaskReader(settings);
const say = (message: WorkerMessage) => port.postMessage(message);

port.on("message", (task: LogTask) => {
  try {
    reader.read(task, (part) => say({ is: "part", part }));
    say({ is: "done" });
  } catch (error) {
    if (!(error instanceof Fault) || !error.code.startsWith("file-")) throw error;
    say({ is: "unreadable", problem: reader.redacted(error.message) });
  }
});
