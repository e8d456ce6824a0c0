import { runJudged } from "./run-judged.ts";
import { print } from "./streams.ts";
import { answerToolCall, judgeToolCall } from "./tool-call.ts";

export { hasPrinted } from "./streams.ts";

/** The hot path: a tool call in which the launcher saw something. */
runJudged((input, context) => {
  const judged = judgeToolCall(input, context);
  if (judged !== undefined) answerToolCall(judged, context, print);
});
