import fc from "fast-check";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planByGate, planByNote } from "../../src/gates/runs/sweep-plan.ts";
import {
  type AskReviewer,
  type InGateContext,
  sweep,
  type SweepReport,
  type SweepRequest,
} from "../../src/gates/runs/sweep.ts";
import { ackReviews } from "../../src/gates/runs/ack-reviews.ts";
import { createRuns } from "../../src/gates/runs/create-runs.ts";
import { selectPairs } from "../../src/gates/runs/select-pairs.ts";
import { Fault } from "../../src/platform/fault.ts";
import { block, GateGround, gateText } from "./gate-ground.ts";
import { law } from "../kit/law.ts";

/** A project with two lenses and two notes: four runs in a sweep of all. */
function stale(): GateGround {
  const ground = new GateGround();
  for (const gate of ["prose/plain", "prose/short", "semantic/true"]) ground.gate(gate);
  ground.write("a.md", "one\n");
  ground.write("docs/b.md", "two\n");
  return ground;
}

/** What a reviewer who keeps to the form says to a prompt. */
function reviewed(prompt: string, result = "PASS"): string {
  const { nonce, pairs } = askedIn(prompt);
  return pairs.map((number) => block(nonce, number, result)).join("\n");
}

function askedIn(prompt: string): { readonly nonce: string; readonly pairs: readonly number[] } {
  const nonce = /this run's code `([^`]+)`/.exec(prompt)?.[1] ?? "";
  const pairs = [...prompt.matchAll(/^- pair (\d+): note/gm)].map(([, number]) => Number(number));
  return { nonce, pairs };
}

const ended = { status: 0, printedBytes: 10 } as const;

/** A reviewer that answers at once. */
const answering =
  (say: (prompt: string) => string): AskReviewer =>
  async (prompt, { onEnded }) => {
    onEnded(ended);
    return { text: say(prompt), model: "opus-5" };
  };

function swept(ground: GateGround, more: Partial<SweepRequest> = {}): Promise<SweepReport> {
  const inContext: InGateContext = async (work) => work(ground.context);
  return sweep(inContext, {
    runner: "claude-code",
    model: "opus",
    select: { gates: "all", isCurrent: false },
    plan: planByNote,
    jobs: 2,
    isPartial: false,
    ask: answering((prompt) => reviewed(prompt)),
    signal: new AbortController().signal,
    isDryRun: false,
    mayBegin: () => Promise.resolve(true),
    onRunStart: () => {},
    onRunEnd: () => {},
    ...more,
  });
}

const outcomes = ({ runs }: SweepReport) =>
  runs.map(
    ({ outcome, planned }) => `${outcome} ${planned.notes.join("+")} ${planned.gates.join("+")}`,
  );

test("a sweep makes one run for each note and lens, and afterwards nothing is stale", async () => {
  const ground = stale();
  const report = await swept(ground);
  expect(outcomes(report).toSorted()).toEqual([
    "ingested a.md prose/plain+prose/short",
    "ingested a.md semantic/true",
    "ingested docs/b.md prose/plain+prose/short",
    "ingested docs/b.md semantic/true",
  ]);
  expect(ground.stale()).toEqual([]);
  expect(await swept(ground)).toMatchObject({ planned: [], runs: [], notAsked: 0 });
});

test("telemetry is stored with the run: how long, how many bytes, how the program ended, which model answered", async () => {
  const ground = stale();
  await swept(ground, { select: { gates: ["semantic"], notes: ["a.md"], isCurrent: false } });
  const [row] = ground.rows("SELECT status, runner, packing, telemetry FROM review_runs");
  expect({ ...row, telemetry: JSON.parse(String(row?.["telemetry"])) }).toEqual({
    status: "completed",
    runner: "claude-code",
    packing: "note",
    telemetry: {
      durationMs: expect.any(Number),
      promptBytes: Buffer.byteLength(ground.read(".lessons/reports/review-run-1/prompt.md")),
      bundleBytes: Buffer.byteLength(ground.read(".lessons/reports/review-run-1/bundle-output.md")),
      exit: 0,
      printedBytes: 10,
      answeredBy: "opus-5",
    },
  });
});

const bad: readonly (readonly [string, (prompt: string) => string, RegExp, string])[] = [
  ["foreign", (p) => reviewed(p) + block("zzzz", 1, "PASS"), /to another run/, "error"],
  ["doubled", (p) => reviewed(p) + reviewed(p), /appears twice/, "error"],
  ["missing", () => "I would rather not.", /has no block/, "error"],
  ["malformed", (p) => reviewed(p, "PASSED"), /does not end with ## Result/, "error"],
];

test.each(bad)(
  "an answer with a %s block fails its run and no other; the answer is kept to be read",
  async (_, say, problem, decision) => {
    const ground = stale();
    const ask = answering((prompt) =>
      prompt.includes("\none\n") && prompt.includes("semantic") ? say(prompt) : reviewed(prompt),
    );
    const report = await swept(ground, { ask, jobs: 1 });
    const failed = report.runs.filter(({ outcome }) => outcome === "failed");
    expect(failed).toMatchObject([{ planned: { notes: ["a.md"], gates: ["semantic/true"] } }]);
    expect(failed[0]).toMatchObject({ problem: expect.stringMatching(problem), isSilent: false });
    expect(ground.stale()).toEqual(["missing-review a.md semantic/true"]);
    expect(
      ground.rows(`SELECT status, pair_status, decision FROM review_runs
        JOIN review_pairs USING (review_run_id) WHERE status <> 'completed'`),
    ).toEqual([{ status: "failed", pair_status: "missing", decision }]);
    const folder = `.lessons/reports/review-run-${failed[0]?.run}`;
    expect(ground.read(`${folder}/bundle-output.md`).length).toBeGreaterThan(0);
    expect(JSON.parse(ground.read(`${folder}/MANIFEST.json`))).toMatchObject({ status: "failed" });
    expect(outcomes(await swept(ground))).toEqual(["ingested a.md semantic/true"]);
  },
);

test("with isPartial what can be read is taken, and the next sweep asks for the rest", async () => {
  const ground = stale();
  const ask = answering((prompt) => {
    const { nonce } = askedIn(prompt);
    return block(nonce, 1, "WARN");
  });
  const select = { gates: ["prose"], notes: ["a.md"], isCurrent: false };
  await swept(ground, { ask, select, isPartial: true });
  expect(ground.stale(select)).toEqual(["missing-review a.md prose/short"]);
});

test("a program that fails is a failed run with its words, and the sweep goes on", async () => {
  const ground = stale();
  let asked = 0;
  const ask: AskReviewer = async (prompt, { onEnded }) => {
    asked += 1;
    onEnded({ status: asked === 1 ? 7 : 0, printedBytes: 0 });
    if (asked === 1) throw new Fault("agent-refused", "claude ended with 7: no", { hint: "" });
    return { text: reviewed(prompt) };
  };
  const report = await swept(ground, { ask, jobs: 1 });
  expect(report.runs.map(({ outcome }) => outcome)).toEqual([
    "failed",
    "ingested",
    "ingested",
    "ingested",
  ]);
  const [row] = ground.rows("SELECT telemetry FROM review_runs WHERE status = 'failed'");
  expect(JSON.parse(String(row?.["telemetry"]))).toMatchObject({
    exit: 7,
    problem: "claude ended with 7: no",
  });
  expect(ground.rows("SELECT DISTINCT decision FROM review_pairs")).toEqual([
    { decision: "unknown" },
    { decision: "pass" },
  ]);
});

test("a program that answers nothing is not asked for ever", async () => {
  const ground = stale();
  for (let note = 0; note < 20; note += 1) ground.write(`more/${note}.md`, `${note}\n`);
  const ask: AskReviewer = async () => {
    throw new Fault("agent-refused", "claude is not on the PATH", { hint: "" });
  };
  const { runs, notAsked, planned } = await swept(ground, { ask, jobs: 1 });
  expect([planned.length, runs.length, notAsked]).toEqual([44, 4, 40]);
});

test("a sweep that is stopped keeps what was accepted, fails what was being asked, and begins nothing more", async () => {
  const ground = stale();
  const controller = new AbortController();
  let asked = 0;
  const ask: AskReviewer = async (prompt, { signal }) => {
    asked += 1;
    if (asked === 1) return { text: reviewed(prompt) };
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Fault("cancelled", "", { hint: "" })));
      controller.abort();
    });
  };
  const report = await swept(ground, { ask, jobs: 1, signal: controller.signal });
  expect(report).toMatchObject({ isStopped: true, notAsked: 2 });
  expect(report.runs.map(({ outcome }) => outcome)).toEqual(["ingested", "stopped"]);
  expect(ground.rows("SELECT status FROM review_runs ORDER BY review_run_id")).toEqual([
    { status: "completed" },
    { status: "failed" },
  ]);
  expect((await swept(ground)).runs).toHaveLength(3);
  expect(ground.stale()).toEqual([]);
});

test("runs of a sweep that was killed are marked as failed by the next one, and no others are", async () => {
  const ground = stale();
  const { pairs } = selectPairs(ground.context, { gates: ["semantic"], isCurrent: false });
  const batch = [{ packing: "note", pairs: pairs.slice(0, 1) }] as const;
  const by = { runner: "claude-code", model: "opus" } as const;
  const { host, process: us } = {
    host: (await import("node:os")).hostname(),
    process: process.pid,
  };
  createRuns(ground.context, { ...by, asker: { host, process: 2 ** 22 + 1 } }, batch);
  createRuns(ground.context, { ...by, asker: { host, process: us } }, batch);
  createRuns(ground.context, { ...by, asker: { host: "elsewhere", process: 1 } }, batch);
  createRuns(ground.context, by, batch);
  const select = { gates: ["prose"], notes: ["a.md"], isCurrent: false };
  expect((await swept(ground, { select })).abandoned).toEqual([1]);
  expect(
    ground.rows("SELECT review_run_id AS id FROM review_runs WHERE status = 'running'"),
  ).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }]);
  expect(ground.rows("SELECT pair_status FROM review_pairs WHERE review_run_id = 1")).toEqual([
    { pair_status: "missing" },
  ]);
  // Nobody waits for a program that long: whoever has the process number now is somebody else.
  ground.context.reviews.exec("UPDATE review_runs SET created_at = '2020-01-01T00:00:00.000Z'");
  expect((await swept(ground, { select })).abandoned).toEqual([2, 3]);
});

test("a run takes the texts of the moment in which it is asked", async () => {
  const ground = stale();
  const prompts: string[] = [];
  const ask: AskReviewer = async (prompt) => {
    prompts.push(prompt);
    ground.write("docs/b.md", "changed\n");
    return { text: reviewed(prompt) };
  };
  await swept(ground, { ask, jobs: 1, select: { gates: ["semantic"], isCurrent: false } });
  expect(prompts[1]).toContain("\nchanged\n");
  expect(ground.stale({ gates: ["semantic"] })).toEqual([]);
});

test("what was reviewed or taken away in the meantime is not asked for", async () => {
  const ground = stale();
  const ask: AskReviewer = async (prompt) => {
    if (existsSync(join(ground.context.project.root, "docs/b.md"))) {
      ground.review("a.md", ["semantic"]);
      ground.remove("docs/b.md");
    }
    return { text: reviewed(prompt) };
  };
  expect(outcomes(await swept(ground, { ask, jobs: 1 }))).toEqual([
    "ingested a.md prose/plain+prose/short",
    "not-needed docs/b.md prose/plain+prose/short",
    "not-needed a.md semantic/true",
    "not-needed docs/b.md semantic/true",
  ]);
});

test("a gate sweep asks one gate of many notes, so many in each run", async () => {
  const ground = stale();
  for (const name of ["c", "d", "e"]) ground.write(`${name}.md`, `${name}\n`);
  ground.review("c.md", ["semantic"]);
  const report = await swept(ground, {
    select: { gates: ["semantic/true"], isCurrent: false },
    plan: (pairs) => planByGate(pairs, { batchSize: 3 }),
    jobs: 1,
  });
  expect(outcomes(report)).toEqual([
    "ingested a.md+d.md+docs/b.md semantic/true",
    "ingested e.md semantic/true",
  ]);
  expect(ground.rows("SELECT packing FROM review_runs WHERE review_run_id > 1")).toEqual([
    { packing: "gate" },
    { packing: "gate" },
  ]);
  expect(ground.stale({ gates: ["semantic"] })).toEqual([]);
});

test("a gate sweep puts no more into a prompt than can be read with care, and every note somewhere", () => {
  const ground = new GateGround();
  ground.gate("prose/plain");
  for (const name of ["a", "b", "c", "d", "e"]) ground.write(`${name}.md`, "x".repeat(150_000));
  ground.write("f.md", "short\n");
  const { pairs } = selectPairs(ground.context, { gates: "all", isCurrent: false });
  expect(planByGate(pairs, { batchSize: 5 }).map(({ notes }) => notes)).toEqual([
    ["a.md", "b.md"],
    ["c.md", "d.md"],
    ["e.md", "f.md"],
  ]);
});

test("a gate that needs the project is left out of a sweep by bundle, and asked when it is named", async () => {
  const ground = stale();
  const text = gateText("semantic/true").replace("type: ", "needs: project\ntype: ");
  ground.write(".lessons/gates/semantic/true.md", text);
  const all = await swept(ground, { select: { gates: "all", isCurrent: false } });
  expect([outcomes(all).toSorted(), all.selection.leftOutGates.map(({ id }) => id)]).toEqual([
    ["ingested a.md prose/plain+prose/short", "ingested docs/b.md prose/plain+prose/short"],
    ["semantic/true"],
  ]);
  const bundle = await swept(ground, { select: { gates: ["semantic"], isCurrent: false } });
  expect([bundle.planned, bundle.selection.looked]).toEqual([[], 0]);
  const named = { gates: ["semantic/true"], notes: ["a.md"], isCurrent: false };
  const asked = await swept(ground, { select: named });
  expect([outcomes(asked), asked.selection.leftOutGates]).toEqual([
    ["ingested a.md semantic/true"],
    [],
  ]);
});

test("plans hold every stale pair once, whatever the order and the size of a batch", () => {
  const ground = stale();
  for (const name of ["c", "d"]) ground.write(`${name}.md`, `${name}\n`);
  const all = selectPairs(ground.context, { gates: "all", isCurrent: false }).pairs;
  const keys = (plan: ReturnType<typeof planByNote>) =>
    plan.flatMap(({ notes, gates }) =>
      notes.flatMap((note) => gates.map((gate) => `${note} ${gate}`)),
    );
  const order = fc.shuffledSubarray([...all], { minLength: 0 });
  fc.assert(
    fc.property(order, fc.integer({ min: 1, max: 9 }), (pairs, batchSize) => {
      const expected = pairs.map(({ notePath, gateId }) => `${notePath} ${gateId}`).toSorted();
      expect(keys(planByNote(pairs)).toSorted()).toEqual(expected);
      const byGate = planByGate(pairs, { batchSize });
      expect(keys(byGate).toSorted()).toEqual(expected);
      expect(byGate.every(({ notes }) => notes.length <= batchSize)).toBe(true);
    }),
    law(),
  );
});

test("reasons keep a sweep to what changed, and an ack leaves nothing to sweep", async () => {
  const ground = stale();
  ground.review("a.md", ["semantic"]);
  ground.write("a.md", "changed\n");
  const request = {
    select: { gates: ["semantic"], isCurrent: false },
    reasons: ["note-changed"],
  } as const;
  ackReviews(ground.context, { model: "opus", note: "a.md", gates: ["semantic"] });
  expect(outcomes(await swept(ground, request))).toEqual([]);
  ground.write("a.md", "changed again\n");
  expect(outcomes(await swept(ground, request))).toEqual(["ingested a.md semantic/true"]);
  expect(ground.stale({ gates: ["semantic"] })).toEqual(["missing-review docs/b.md semantic/true"]);
});
