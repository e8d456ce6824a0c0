import { logIfSlow } from "./deadline.ts";
import type { HookContext } from "./home.ts";
import { errorText, hookContext } from "./hook-log.ts";
import { Judge } from "./judge.ts";
import { print, readPayload } from "./streams.ts";

/** A hook about a call, with who judges the lessons in time. */
export interface CallContext extends HookContext {
  readonly judge: Judge;
}

/**
 * A hook about a call: reads it, and answers. Whatever happens, the agent goes on: the answer is empty, the status 0, and one line in
 * the log says what it was.
 */
export function runJudged(answer: (input: string, context: CallContext) => void): void {
  const context = hookContext(print);
  const { home, log } = context;
  try {
    const input = readPayload();
    if (input === undefined) log("skipped: the payload is too long");
    else answer(input, { ...context, judge: new Judge(log, process.uptime() * 1000) });
  } catch (error) {
    log(`failed: ${errorText(error, home.folder)}`);
  }
  logIfSlow(log);
}
