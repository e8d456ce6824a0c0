import type { HookDoor } from "../../agents/delivery.ts";
import { inProcessAnswer, type InProcessHook } from "../../agents/in-process.ts";
import { isSwitchedOff } from "../pause.ts";
import { actFor } from "./agent.ts";
import { askPerson } from "./ask-person.ts";
import { beginAgain } from "./deadline.ts";
import { errorText, hookContext } from "./hook-log.ts";
import { Judge } from "./judge.ts";
import type { CallContext } from "./run-judged.ts";
import { startSession } from "./start-session.ts";
import { answerToolCall, judgeToolCall } from "./tool-call.ts";
import { answerResult, judgeResult } from "./with-error.ts";

/**
 * The programs of the hook for an agent that loads us into its own process. They are the same ones: what they would print is handed
 * over, and what goes wrong leaves a line in the log and no more.
 */
export function inProcessHook(door: HookDoor): InProcessHook {
  actFor(door);
  return {
    start: async (given) => {
      const [context, answer] = listening();
      const payload = door.readPayload(JSON.stringify(given));
      try {
        if (payload !== undefined && !isSwitchedOff(context.environment))
          await startSession(payload, context);
      } catch (error) {
        noteFailure(error, context);
      }
      return inProcessAnswer(answer()).advice;
    },
    call: (given) => {
      const text = JSON.stringify(given);
      return inProcessAnswer(
        answered((context) => {
          const payload = door.readPayload(text);
          if (payload !== undefined) askPerson(payload, context);
          const judged = judgeToolCall(text, context);
          if (judged !== undefined) answerToolCall(judged, context, context.say);
        }),
      );
    },
    result: (given) => {
      const text = JSON.stringify(given);
      return inProcessAnswer(
        answered((context) => answerResult(judgeResult(text, context), context, context.say)),
      ).advice;
    },
  };
}

/** What is said first. */
function answered(work: (context: CallContext) => void): string {
  const [context, answer] = listening();
  try {
    work(context);
  } catch (error) {
    noteFailure(error, context);
  }
  return answer();
}

function listening(): readonly [CallContext, () => string] {
  beginAgain();
  const said: string[] = [];
  const context = hookContext((answer) => void said.push(answer));
  return [{ ...context, judge: new Judge(context.log) }, () => said[0] ?? ""];
}

function noteFailure(error: unknown, { home, log }: CallContext): void {
  log(`failed: ${errorText(error, home.folder)}`);
}
