import { isMemoryFile } from "../core/sayings/memory-file.ts";
import { isUndo } from "../core/sayings/undo-command.ts";
import type { FinishedCall } from "./finished-call.ts";
import type { Thread } from "./thread.ts";

/** Notes what a finished call says about the agent's answer to the person who spoke last. */
export function noteAnswer(thread: Thread, call: FinishedCall): void {
  const isEdit = call.does === "edit" || call.does === "write";
  if (call.outcome !== "ok") return;
  if (isEdit) thread.editCount += 1;
  const { remark } = thread;
  // What the agent does much later is no longer an answer.
  if (remark === undefined || thread.callCount - remark.callsBefore >= longestAnswerCalls) return;
  if (call.typed !== undefined && isUndo(call.typed)) remark.answer.undid = true;
  if (isEdit && call.path !== undefined && isMemoryFile(call.path))
    remark.answer.wroteMemory = true;
}

const longestAnswerCalls = 20;
