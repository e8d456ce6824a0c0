import { parentPort, workerData } from "node:worker_threads";
import { type LogPart, type ReadSettings, TaskReader } from "./read-log.ts";
import { Fault } from "../../platform/fault.ts";
import type { LogTask } from "./log-task.ts";

/** What a reading thread says: a part of its log, that the log is done, or why it cannot be read. */
export type WorkerMessage =
  | { readonly is: "part"; readonly part: LogPart }
  | { readonly is: "done" }
  | { readonly is: "unreadable"; readonly problem: string };

// The whole of a thread of its own: it gets a task, reads it, and gets the next one when the store has it.
const port = parentPort;
const reader = new TaskReader(workerData as ReadSettings);
const say = (message: WorkerMessage) => port?.postMessage(message);

port?.on("message", (task: LogTask) => {
  try {
    reader.read(task, (part) => say({ is: "part", part }));
    say({ is: "done" });
  } catch (error) {
    if (!(error instanceof Fault) || !error.code.startsWith("file-")) throw error;
    say({ is: "unreadable", problem: reader.redacted(error.message) });
  }
});
