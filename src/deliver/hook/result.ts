import { runJudged } from "./run-judged.ts";
import { print } from "./streams.ts";
import { answerResult, judgeResult } from "./with-error.ts";

export { hasPrinted } from "./streams.ts";

/** A call has failed, and the launcher saw something in what came of it. */
runJudged((input, context) => answerResult(judgeResult(input, context), context, print));
