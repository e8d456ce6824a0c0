import { elapsed } from "./deadline.ts";
import { runJudged } from "./run-judged.ts";
import { print } from "./streams.ts";
import { answerToolCall, judgeToolCall, type JudgedCall } from "./tool-call.ts";

export { hasPrinted } from "./streams.ts";

/** The hot path: a tool call in which the launcher saw something. */
runJudged<JudgedCall | undefined>(
  (input, context, { onLesson, onPartial }) =>
    judgeToolCall(input, { ...context, onLesson, elapsed }, onPartial),
  (judged, context) => {
    if (judged !== undefined)
      answerToolCall(judged, { ...context, onLesson: () => undefined, elapsed }, print);
  },
);
