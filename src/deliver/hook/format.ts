import { adviceAnswer, holdAnswer } from "../../agents/claude-code/hook-answer.ts";
import type { Injection } from "./inject.ts";

/** Stage 6: the answer in exactly the shape that the agent takes. Nothing to say prints nothing. */
export function format(injection: Injection | undefined): string {
  if (injection === undefined || injection.text === "") return "";
  return injection.mode === "hold"
    ? holdAnswer(injection.text)
    : adviceAnswer("PreToolUse", injection.text);
}
