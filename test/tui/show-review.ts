/** The screen with a generated deck and nothing behind it: a program for the tests with a real terminal. */
import { Fault } from "../../src/platform/fault.ts";
import type { PlannedAct } from "../../src/review/decision/act.ts";
import { largeDeck } from "../kit/review-deck.ts";
import { notEmpty } from "../kit/type-keys.ts";

const [count = "500", trouble = "none"] = process.argv.slice(2);
const deck = largeDeck(Number(count));
let attempts = 0;

const start = performance.now();
const { runReviewScreen } = await import("../../src/review/screen/review-screen.ts");
const review = runReviewScreen(
  {
    input: process.stdin,
    output: process.stdout,
    hasColor: process.env["NO_COLOR"] === undefined,
  },
  deck,
  { validate: notEmpty, apply, loadHistory },
);
const firstFrameMs = performance.now() - start;
const outcome = await review;
const { isRaw } = process.stdin;
process.stdout.write(`${JSON.stringify({ ...outcome, isRaw, firstFrameMs })}\n`);

async function apply(plan: readonly PlannedAct[]): Promise<string> {
  attempts += 1;
  if (trouble === "fault" && attempts === 1) {
    throw new Fault("changed-since", "lesson-1 changed since", { hint: "look again" });
  }
  return plan
    .map(({ slug, verdict, edits }) =>
      [verdict, slug, ...edits.map(({ value }) => value)].join(" "),
    )
    .join("; ");
}

async function loadHistory() {
  if (trouble === "error") throw new Error("planted error");
  if (trouble === "bug") {
    setImmediate(() => {
      throw new Error("planted bug");
    });
  }
  return undefined;
}
