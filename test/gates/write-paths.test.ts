import { mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { visible } from "../../src/redact/visible.ts";
import { ackReviews } from "../../src/gates/runs/ack-reviews.ts";
import { createRuns } from "../../src/gates/runs/create-runs.ts";
import { selectPairs } from "../../src/gates/runs/select-pairs.ts";
import { showReview } from "../../src/gates/runs/show-review.ts";
import { sha256 } from "../../src/platform/hash.ts";
import { block, GateGround } from "./gate-ground.ts";

// The rules of "Write paths", one test each, and what must not happen on the way.

function asked(gates: readonly string[] = ["prose/plain", "prose/short"]): GateGround {
  const ground = new GateGround();
  for (const gate of gates) ground.gate(gate);
  ground.write("a.md", "one\n");
  return ground;
}

const manifest = (ground: GateGround, run: number) =>
  JSON.parse(ground.read(`.lessons/reports/review-run-${run}/MANIFEST.json`));

/** Everything that an ingest writes, apart from files. */
const state = (ground: GateGround) => [
  ground.rows("SELECT status, telemetry FROM review_runs"),
  ground.rows("SELECT pair_status, decision, result_path FROM review_pairs"),
  ground.rows("SELECT * FROM acceptance_events"),
];

test("create runs: requested gates are grouped by lens, one prompt for each", () => {
  const ground = asked(["prose/plain", "prose/short", "semantic/true"]);
  const runs = ground.runs("a.md", ["prose", "semantic/true"]);
  expect(runs.map(({ id, pairs }) => [id, pairs.map(({ gate }) => gate.path)])).toEqual([
    [1, [".lessons/gates/prose/plain.md", ".lessons/gates/prose/short.md"]],
    [2, [".lessons/gates/semantic/true.md"]],
  ]);
  expect(ground.rows("SELECT runner, model, status, packing, telemetry FROM review_runs")).toEqual(
    [1, 2].map(() => ({
      runner: "live-agent",
      model: "opus",
      status: "running",
      packing: "note",
      telemetry: null,
    })),
  );
});

test("a run can be packed by gate: one gate over several notes, each text once in the prompt", () => {
  const ground = asked(["prose/plain"]);
  ground.write("b.md", "two\n");
  const { pairs } = selectPairs(ground.context, { gates: "all", isCurrent: false });
  const [run] = createRuns(ground.context, { runner: "codex", model: "m" }, [
    { packing: "gate", pairs },
  ]);
  expect(run?.pairs.map(({ note }) => note.path)).toEqual(["a.md", "b.md"]);
  const prompt = ground.read(run?.promptPath ?? "");
  expect(prompt).toContain("- pair 1: note 1 by gate 1\n- pair 2: note 2 by gate 1\n");
  ground.ingest(1, ground.answer(1));
  expect(ground.rows("SELECT packing, runner FROM review_runs")).toEqual([
    { packing: "gate", runner: "codex" },
  ]);
  expect(ground.stale({ model: "m" })).toEqual([]);
});

test("the manifest is created with pending pairs and refreshed after ingest with statuses and result files", () => {
  const ground = asked(["prose/plain"]);
  ground.runs("a.md", ["prose/plain"]);
  expect(manifest(ground, 1)).toMatchObject({
    status: "running",
    pairs: [{ notePath: "a.md", status: "pending", decision: "unknown", resultPath: null }],
  });
  ground.ingest(1, ground.answer(1, "WARN"));
  const result = ".lessons/reports/review-run-1/pair-1-prose-plain.md";
  expect(manifest(ground, 1)).toMatchObject({
    status: "completed",
    pairs: [{ status: "completed", decision: "warn", resultPath: result }],
  });
  expect(ground.read(result)).toBe(
    "Looked at it.\n\n- WARN: line 1: too long; cut it\n\n## Result: WARN\n",
  );
});

test("a full review contributes pairs, output path, result paths and one acceptance for each completed pair", () => {
  const ground = asked();
  ground.runs("a.md", ["prose"]);
  ground.ingest(1, ground.answer(1, ["PASS", "FAIL"]));
  expect(ground.rows("SELECT bundle_output_path, status FROM review_runs")).toEqual([
    { bundle_output_path: ".lessons/reports/review-run-1/bundle-output.md", status: "completed" },
  ]);
  expect(
    ground.rows(`SELECT gate_path, model_partition, pair_status, decision, result_path IS NOT NULL AS has_result
      FROM review_pairs`),
  ).toEqual(
    [
      [".lessons/gates/prose/plain.md", "pass"],
      [".lessons/gates/prose/short.md", "fail"],
    ].map(([gate_path, decision]) => ({
      gate_path,
      decision,
      model_partition: "opus",
      pair_status: "completed",
      has_result: 1,
    })),
  );
  expect(
    ground.rows("SELECT gate_path, accepted_review_pair_id AS pair FROM acceptance_events"),
  ).toEqual([
    { gate_path: ".lessons/gates/prose/plain.md", pair: 1 },
    { gate_path: ".lessons/gates/prose/short.md", pair: 2 },
  ]);
});

test("the snapshots identify the exact text, byte for byte; the prompt has it as a person sees it", () => {
  const ground = asked(["prose/plain"]);
  const text = "\uFEFFone\r\ntwo \t\n\n\u2028 ends without a line end";
  ground.write("a.md", text);
  ground.runs("a.md", ["prose/plain"]);
  expect(
    ground.rows(`SELECT path, content_sha256, content_text FROM review_pairs
      JOIN review_file_snapshots ON snapshot_id = note_snapshot_id`),
  ).toEqual([{ path: "a.md", content_sha256: sha256(text), content_text: text }]);
  expect(ground.read(".lessons/reports/review-run-1/prompt.md")).toContain(
    `>>>\n${visible(text)}\n<<<end note 1`,
  );
});

test("a note changed between prompt and ingest is accepted as it stood in the prompt, and it is said", () => {
  const ground = asked(["prose/plain"]);
  ground.runs("a.md", ["prose/plain"]);
  ground.write("a.md", "two\n");
  const { completed } = ground.ingest(1, ground.answer(1));
  expect(completed[0]?.changes).toEqual([{ path: "a.md", what: "note", is: "changed" }]);
  expect(ground.stale()).toEqual(["note-changed a.md prose/plain"]);
});

test("a gate changed or deleted between prompt and ingest: the same", () => {
  const ground = asked();
  ground.runs("a.md", ["prose"]);
  ground.gate("prose/plain", "Is it short?");
  ground.remove(".lessons/gates/prose/short.md");
  const { completed } = ground.ingest(1, ground.answer(1));
  expect(completed.flatMap(({ changes }) => changes)).toEqual([
    { path: ".lessons/gates/prose/plain.md", what: "gate", is: "changed" },
    { path: ".lessons/gates/prose/short.md", what: "gate", is: "gone" },
  ]);
  expect(ground.stale()).toEqual(["gate-changed a.md prose/plain"]);
});

test("a note deleted between prompt and ingest is accepted as it stood in the prompt, and it is said", () => {
  const ground = asked(["prose/plain"]);
  ground.runs("a.md", ["prose/plain"]);
  ground.remove("a.md");
  const { completed } = ground.ingest(1, ground.answer(1));
  expect(completed[0]?.changes).toEqual([{ path: "a.md", what: "note", is: "gone" }]);
  expect(ground.stale()).toEqual([]);
  ground.write("a.md", "one\n");
  expect(ground.stale()).toEqual([]);
});

const bad: readonly (readonly [string, (nonce: string) => string, RegExp])[] = [
  ["missing", (nonce) => block(nonce, 1, "PASS"), /pair 2 \(a\.md by .*short\.md\) has no block/],
  [
    "doubled",
    (nonce) => [1, 2, 2].map((n) => block(nonce, n, "PASS")).join(""),
    /pair 2 .* appears twice/,
  ],
  [
    "foreign by its number",
    (nonce) => [1, 2, 3].map((n) => block(nonce, n, "PASS")).join(""),
    /this run has no pair 3/,
  ],
  [
    "foreign by its run",
    (nonce) => [1, 2].map((n) => block(nonce, n, "PASS")).join("") + block("zzzz", 1, "PASS"),
    /review 1 zzzz belongs to another run/,
  ],
  [
    "malformed by its result",
    (nonce) => block(nonce, 1, "PASS") + block(nonce, 2, "PASSED"),
    /pair 2 .* does not end with ## Result: PASS/,
  ],
  [
    "malformed by its end",
    (nonce) => block(nonce, 1, "PASS") + block(nonce, 2, "PASS").replace(/<<<end.*/, ""),
    /pair 2 .* has no closing mark/,
  ],
];

test.each(bad)(
  "a bundle with a %s block: nothing is accepted, and the message says which",
  (_, bundle, message) => {
    const ground = asked();
    ground.runs("a.md", ["prose"]);
    const before = state(ground);
    const nonce = String(ground.rows("SELECT nonce FROM review_runs")[0]?.["nonce"]);
    expect(() => ground.ingest(1, bundle(nonce))).toThrow(message);
    expect(state(ground)).toEqual(before);
    expect(
      readdirSync(join(ground.context.project.root, ".lessons/reports/review-run-1")).toSorted(),
    ).toEqual(["MANIFEST.json", "prompt.md"]);
    ground.ingest(1, ground.answer(1));
    expect(ground.stale()).toEqual([]);
  },
);

test("--partial records what parsed and leaves the rest missing: absent is unknown, malformed is error", () => {
  const ground = asked(["prose/a", "prose/b", "prose/c"]);
  ground.runs("a.md", ["prose"]);
  const nonce = String(ground.rows("SELECT nonce FROM review_runs")[0]?.["nonce"]);
  const report = ground.ingest(1, block(nonce, 1, "WARN") + block(nonce, 2, "MAYBE"), true);
  expect(report.missing.map(({ pair, why }) => [pair.number, why])).toEqual([
    [2, "does not end with ## Result: PASS, ## Result: WARN or ## Result: FAIL"],
    [3, "has no block"],
  ]);
  expect(ground.rows("SELECT pair_status, decision FROM review_pairs")).toEqual([
    { pair_status: "completed", decision: "warn" },
    { pair_status: "missing", decision: "error" },
    { pair_status: "missing", decision: "unknown" },
  ]);
  expect(ground.stale()).toEqual(["missing-review a.md prose/b", "missing-review a.md prose/c"]);
});

test("--partial with nothing that parses accepts nothing and leaves the run open", () => {
  const ground = asked();
  ground.runs("a.md", ["prose"]);
  const before = state(ground);
  expect(() => ground.ingest(1, "I could not do it.\n", true)).toThrow("was not saved");
  expect(state(ground)).toEqual(before);
});

test("CRLF is accepted: a bundle written on Windows is the same bundle", () => {
  const ground = asked();
  ground.runs("a.md", ["prose"]);
  ground.ingest(1, ground.answer(1, ["PASS", "WARN"]).replaceAll("\n", "\r\n"));
  expect(ground.rows("SELECT decision FROM review_pairs")).toEqual([
    { decision: "pass" },
    { decision: "warn" },
  ]);
  expect(ground.read(".lessons/reports/review-run-1/pair-1-prose-plain.md")).not.toContain("\r");
});

test("a run that was ingested is refused the second time, and what was accepted stays", () => {
  const ground = asked(["prose/plain"]);
  ground.runs("a.md", ["prose/plain"]);
  ground.ingest(1, ground.answer(1, "PASS"));
  const before = state(ground);
  expect(() => ground.ingest(1, ground.answer(1, "FAIL"))).toThrow("was answered before");
  expect(() => ground.ingest(99, "")).toThrow("there is no review run 99");
  expect(state(ground)).toEqual(before);
});

test("a failure half-way through an ingest leaves nothing accepted, and the next ingest takes all", () => {
  const ground = asked(["prose/a", "prose/b", "prose/c"]);
  ground.runs("a.md", ["prose"]);
  const before = state(ground);
  const inTheWay = join(
    ground.context.project.root,
    ".lessons/reports/review-run-1/pair-2-prose-b.md",
  );
  mkdirSync(inTheWay);
  expect(() => ground.ingest(1, ground.answer(1))).toThrow("cannot write");
  expect(state(ground)).toEqual(before);
  rmdirSync(inTheWay);
  expect(ground.ingest(1, ground.answer(1)).completed).toHaveLength(3);
});

test("a run whose folder was tidied away takes its answer all the same", () => {
  const ground = asked(["prose/plain"]);
  ground.runs("a.md", ["prose/plain"]);
  const answer = ground.answer(1, "WARN");
  rmSync(join(ground.context.project.root, ".lessons/reports"), { recursive: true });
  ground.ingest(1, answer);
  expect(manifest(ground, 1)).toMatchObject({ status: "completed" });
  expect(showReview(ground.context, { note: "a.md", gate: "prose/plain" }).reviews).toMatchObject([
    { text: expect.stringContaining("## Result: WARN") },
  ]);
});

test("runs of a database that was moved away keep their folders: a new run takes a new one", () => {
  const ground = asked(["prose/plain"]);
  mkdirSync(join(ground.context.project.root, ".lessons/reports/review-run-7"), {
    recursive: true,
  });
  expect(ground.runs("a.md", ["prose/plain"]).map(({ id }) => id)).toEqual([8]);
  expect(ground.runs("a.md", ["prose/plain"]).map(({ id }) => id)).toEqual([9]);
});

test("when one run cannot be made, none is, and no folder is left", () => {
  const ground = asked(["prose/plain", "semantic/true"]);
  ground.context.reviews.exec(
    "CREATE TRIGGER stop BEFORE INSERT ON review_runs WHEN NEW.review_run_id = 2 BEGIN SELECT RAISE(ABORT, 'stop'); END",
  );
  expect(() => ground.runs("a.md", ["prose", "semantic"])).toThrow("stop");
  expect(ground.rows("SELECT * FROM review_runs")).toEqual([]);
  expect(readdirSync(join(ground.context.project.root, ".lessons/reports"))).toEqual([]);
});

test("ack appends an event with the texts of today and no pair, and the review's words stay", () => {
  const ground = asked(["prose/plain"]);
  ground.review("a.md", ["prose/plain"], { result: "WARN" });
  ground.write("a.md", "one!\n");
  const pair = { note: "a.md", gate: "prose/plain" };
  const words = showReview(ground.context, pair).reviews[0]?.text;
  expect(
    ackReviews(ground.context, { model: "opus", note: "a.md", gates: ["prose/plain"] }),
  ).toEqual([
    { notePath: "a.md", gatePath: ".lessons/gates/prose/plain.md", gateId: "prose/plain" },
  ]);
  expect(
    ground.rows(`SELECT accepted_review_pair_id AS pair, content_text FROM acceptance_events
      JOIN review_file_snapshots ON snapshot_id = accepted_note_snapshot_id ORDER BY acceptance_event_id`),
  ).toEqual([
    { pair: 1, content_text: "one\n" },
    { pair: null, content_text: "one!\n" },
  ]);
  expect(showReview(ground.context, pair).reviews).toMatchObject([
    { freshness: "fresh", text: words, review: { decision: "warn", isAcknowledged: true } },
  ]);
});

test("ack without a baseline is an error that says so, and of several gates none is acked", () => {
  const ground = asked();
  ground.review("a.md", ["prose/plain"]);
  const acking = (model: string) =>
    ackReviews(ground.context, { model, note: "a.md", gates: ["prose"] });
  expect(() => acking("opus")).toThrow("no review by prose/short with opus");
  expect(() => acking("haiku")).toThrow("prose/plain, prose/short");
  expect(ground.rows("SELECT count(*) AS events FROM acceptance_events")).toEqual([{ events: 1 }]);
});
