/** The screen with a generated deck and nothing behind it: a program for the tests with a real terminal. */
import { appendFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { Fault } from "../../src/platform/fault.ts";
import type { PlannedAct } from "../../src/review/decision/act.ts";
import { startReview } from "../../src/review/screen/start-review.ts";
import { largeDeck, opened } from "../kit/review-deck.ts";
import { notEmpty } from "../kit/type-keys.ts";

const [count = "500", trouble = "none"] = process.argv.slice(2);
const model = startReview(opened(largeDeck(Number(count))), { size: { columns: 80, rows: 24 } });
let attempts = 0;

const { runReviewScreen } = await import("../../src/review/screen/review-screen.ts");
const outcome = await runReviewScreen(
  {
    input: process.stdin,
    output: process.stdout,
    hasColor: process.env["NO_COLOR"] === undefined,
  },
  model,
  {
    validate: notEmpty,
    keep: (changes) => appendFileSync("kept", `${JSON.stringify(changes)}\n`),
    loadCards: async () => [],
    loadExcerpt,
    loadMaybe: async () => [],
    replay,
    editText: (text) => `${text.trim()} by hand`,
    estimate: async () => ({ candidates: 0, left: 0, tokens: 0 }),
    cleanUp: async () => ({ opened: opened(largeDeck(1)), said: "done" }),
    apply,
  },
);
const { isRaw } = process.stdin;
process.stdout.write(`${JSON.stringify({ ...outcome, isRaw })}\n`);

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

/** For ever, in small steps, until another text is typed. */
async function replay(
  _row: unknown,
  edits: readonly { readonly value: string }[],
  signal: AbortSignal,
) {
  const isWaiting = () => !signal.aborted && !edits.some(({ value }) => value.includes("zzz"));
  while (isWaiting()) await turn();
  return { calls: 900, fired: 7, sessions: 3, failed: 6, examples: [] };
}

async function loadExcerpt() {
  if (trouble === "error") throw new Error("planted error");
  if (trouble === "bug") {
    setImmediate(() => {
      throw new Error("planted bug");
    });
  }
  return [];
}
