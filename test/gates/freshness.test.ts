import fc from "fast-check";
import { expect, test } from "vitest";
import type { StaleReason } from "../../src/lesson/record/gate-finding.ts";
import { ackReviews } from "../../src/gates/runs/ack-reviews.ts";
import { selectPairs } from "../../src/gates/runs/select-pairs.ts";
import { findLesson, updateLesson } from "../../src/lesson/table/lessons.ts";
import { noon } from "../kit/store.ts";
import { GateGround } from "./gate-ground.ts";
import { law } from "../kit/law.ts";

// The rules of "Freshness and staleness", one test each, in the document's order.

function reviewed(): GateGround {
  const ground = new GateGround();
  ground.gate("prose/plain");
  ground.write("a.md", "one\ntwo\n");
  ground.review("a.md", ["prose/plain"]);
  return ground;
}

test("no acceptance row → missing-review", () => {
  const ground = new GateGround();
  ground.gate("prose/plain");
  ground.write("a.md", "one\n");
  ground.runs("a.md", ["prose/plain"]);
  expect(ground.stale()).toEqual(["missing-review a.md prose/plain"]);
});

test.each(["accepted_note_snapshot_id", "accepted_gate_snapshot_id"])(
  "accepted note or gate snapshot is missing (%s) → missing-review, diff unavailable",
  (column) => {
    const ground = reviewed();
    ground.context.reviews
      .exec(`INSERT INTO acceptance_events(note_path, gate_path, model_partition,
        accepted_note_snapshot_id, accepted_gate_snapshot_id, accepted_at)
      SELECT note_path, gate_path, model_partition,
        ${column === "accepted_note_snapshot_id" ? "NULL" : "accepted_note_snapshot_id"},
        ${column === "accepted_gate_snapshot_id" ? "NULL" : "accepted_gate_snapshot_id"}, accepted_at
      FROM acceptance_events`);
    const { pairs } = selectPairs(ground.context, {
      gates: "all",
      isCurrent: false,
      model: "opus",
    });
    expect(pairs).toMatchObject([{ notePath: "a.md", reason: "missing-review", diff: null }]);
  },
);

test("accepted gate snapshot hash differs from the current gate hash → gate-changed", () => {
  const ground = reviewed();
  ground.gate("prose/plain", "Is it short?");
  expect(ground.stale()).toEqual(["gate-changed a.md prose/plain"]);
});

test("accepted note snapshot hash differs from the current note hash → note-changed, with its diff", () => {
  const ground = reviewed();
  ground.write("a.md", "one\nTWO\n");
  const { pairs } = selectPairs(ground.context, { gates: "all", isCurrent: false, model: "opus" });
  expect(pairs).toMatchObject([
    { reason: "note-changed", diff: "@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n" },
  ]);
});

test("gate and note both changed → gate-changed, because its rule comes first", () => {
  const ground = reviewed();
  ground.gate("prose/plain", "Is it short?");
  ground.write("a.md", "other\n");
  expect(ground.stale()).toEqual(["gate-changed a.md prose/plain"]);
});

test("otherwise the pair is fresh, and it is fresh again when a change is taken back", () => {
  const ground = reviewed();
  expect(ground.stale()).toEqual([]);
  ground.write("a.md", "other\n");
  ground.write("a.md", "one\ntwo\n");
  expect(ground.stale()).toEqual([]);
});

test("freshness compares the text and nothing else: a line end that changed is a change", () => {
  const ground = reviewed();
  ground.write("a.md", "one\r\ntwo\r\n");
  expect(ground.stale()).toEqual(["note-changed a.md prose/plain"]);
});

test("a review for one model does not satisfy freshness for another", () => {
  const ground = reviewed();
  expect(ground.stale({ model: "haiku" })).toEqual(["missing-review a.md prose/plain"]);
});

test("the latest acceptance event is the one that counts", () => {
  const ground = reviewed();
  ground.write("a.md", "other\n");
  ackReviews(ground.context, { model: "opus", note: "a.md", gates: ["prose/plain"] });
  expect(ground.stale()).toEqual([]);
  ground.write("a.md", "one\ntwo\n");
  expect(ground.stale()).toEqual(["note-changed a.md prose/plain"]);
});

test("a project's gate in the place of a built-in one is another gate, even with the same text", () => {
  const ground = new GateGround();
  ground.builtInGate("prose/plain");
  ground.write("a.md", "one\n");
  ground.review("a.md", ["prose/plain"]);
  expect(ground.stale()).toEqual([]);
  ground.gate("prose/plain");
  const { pairs } = selectPairs(ground.context, { gates: "all", isCurrent: false, model: "opus" });
  expect(pairs).toMatchObject([
    { reason: "missing-review", gateId: "prose/plain", gatePath: ".lessons/gates/prose/plain.md" },
  ]);
});

test("a changed lesson is a stale one, and one that was only seen again is not", () => {
  const ground = new GateGround();
  ground.gate("lesson/plain");
  const note = ground.lesson({
    kind: "pitfall",
    summary: "git stash forgets",
    body: { mistake: "new files stay", remediation: "use -u" },
  });
  ground.review(note, ["lesson/plain"]);
  const { database } = ground.context;
  const found = findLesson(database, note.slice("lesson:".length));
  if (found === undefined) throw new Error("the lesson is gone");
  // What a scan raises when it sees the mistake again.
  updateLesson(database, { ...found, confidence: 0.99, priority: 8, updatedAt: noon });
  expect(ground.stale()).toEqual([]);
  updateLesson(database, { ...found, priority: 9 });
  expect(ground.stale()).toEqual([`note-changed ${note} lesson/plain`]);
});

const notes = ["a.md", "docs/b.md", "docs/c.md"] as const;
const gates = ["prose/plain", "prose/short", "semantic/true"] as const;
const models = ["opus", "haiku"] as const;

const act = fc.oneof(
  fc.record({
    is: fc.constant("note" as const),
    note: fc.constantFrom(...notes),
    text: fc.constantFrom("x\n", "y\n", "z\n"),
  }),
  fc.record({
    is: fc.constant("gate" as const),
    gate: fc.constantFrom(...gates),
    text: fc.constantFrom("Q1", "Q2"),
  }),
  fc.record({
    is: fc.constantFrom("review" as const, "ack" as const),
    note: fc.constantFrom(...notes),
    gate: fc.constantFrom(...gates),
    model: fc.constantFrom(...models),
  }),
);

test("the selector agrees with a naive model after any row of changes, reviews and acks", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      const ground = new GateGround();
      const noteTexts = new Map<string, string>(notes.map((note) => [note, "x\n"]));
      const gateTexts = new Map<string, string>(gates.map((gate) => [gate, "Q1"]));
      const accepted = new Map<string, { readonly note: string; readonly gate: string }>();
      for (const note of notes) ground.write(note, "x\n");
      for (const gate of gates) ground.gate(gate, "Q1");
      for (const step of acts) {
        if (step.is === "note") {
          noteTexts.set(step.note, step.text);
          ground.write(step.note, step.text);
        } else if (step.is === "gate") {
          gateTexts.set(step.gate, step.text);
          ground.gate(step.gate, step.text);
        } else {
          const { note, gate, model } = step;
          const key = `${note} ${gate} ${model}`;
          if (step.is === "review") ground.review(note, [gate], { model });
          else {
            const acking = () => ackReviews(ground.context, { model, note, gates: [gate] });
            if (!accepted.has(key)) {
              expect(acking).toThrow("has no review by");
              continue;
            }
            acking();
          }
          accepted.set(key, {
            note: noteTexts.get(note) ?? "",
            gate: gateTexts.get(gate) ?? "",
          });
        }
      }
      const expected = (model: string) =>
        notes.flatMap((note) =>
          gates.flatMap((gate) => {
            const reason = naive(accepted.get(`${note} ${gate} ${model}`), {
              note: noteTexts.get(note) ?? "",
              gate: gateTexts.get(gate) ?? "",
            });
            return reason === undefined ? [] : [`${reason} ${note} ${gate}`];
          }),
        );
      for (const model of models) {
        expect(ground.stale({ model })).toEqual(expected(model).toSorted());
      }
      const never = notes.flatMap((note) =>
        gates
          .filter((gate) => !models.some((model) => accepted.has(`${note} ${gate} ${model}`)))
          .map((gate) => `missing-review ${note} ${gate}`),
      );
      const { pairs } = selectPairs(ground.context, { gates: "all", isCurrent: false });
      expect(
        pairs.map((pair) => `${pair.reason} ${pair.notePath} ${pair.gateId}`).toSorted(),
      ).toEqual(never.toSorted());
    }),
    law({ quick: 9, deep: 25 }),
  );
});

interface Texts {
  readonly note: string;
  readonly gate: string;
}

function naive(accepted: Texts | undefined, now: Texts): StaleReason | undefined {
  if (accepted === undefined) return "missing-review";
  if (accepted.gate !== now.gate) return "gate-changed";
  return accepted.note === now.note ? undefined : "note-changed";
}
