import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { moveLesson } from "../../src/lesson/move.ts";
import { readKnowledge } from "../../src/knowledge/index/read-knowledge.ts";
import { eachLesson } from "../../src/lesson/table/list.ts";
import { add } from "../kit/store.ts";
import { godScripts, migrate, release, RenderGround, useResults } from "./ground.ts";
import { law } from "../kit/law.ts";

const all = [release, migrate, useResults, godScripts];

class Killed extends Error {}

/** Stops before the change of the disk with this number. */
function stopBefore(step: number): { readonly before: () => void; readonly steps: () => number } {
  let count = 0;
  return {
    before: () => {
      if (count++ === step) throw new Killed();
    },
    steps: () => count,
  };
}

function renderUntil(ground: RenderGround, step: number): boolean {
  try {
    ground.render({ before: stopBefore(step).before });
    return true;
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
}

/** What a finished render leaves; the times of day differ. */
function outcome(ground: RenderGround) {
  const statuses = [...eachLesson(ground.context.database, {})].map(({ status }) => status);
  const files = Object.entries(ground.files()).map(([path, text]) => [
    path,
    text.replace(/"renderedAt": "[^"]+"/g, '"renderedAt": "…"'),
  ]);
  return { statuses, files: Object.fromEntries(files) };
}

test("stopped before any change of the disk, the next one ends as if nothing had happened", () => {
  const whole = new RenderGround();
  for (const draft of all) add(whole.context, draft);
  whole.render();
  let step = 0;
  for (; ; step++) {
    const ground = new RenderGround();
    for (const draft of all) add(ground.context, draft);
    const isDone = renderUntil(ground, step);
    ground.reconcile();
    ground.render();
    expect(outcome(ground), `stopped before step ${step}`).toEqual(outcome(whole));
    if (isDone) break;
  }
  expect(step).toBeGreaterThan(20);
});

test("stopped while lessons change and are archived, nobody is taken for an editor", () => {
  const whole = secondRound();
  whole.render();
  for (let step = 0; ; step++) {
    const ground = secondRound();
    const isDone = renderUntil(ground, step);
    expect(ground.reconcile().edited, `stopped before step ${step}`).toEqual([]);
    ground.render();
    expect(outcome(ground), `stopped before step ${step}`).toEqual(outcome(whole));
    if (isDone) break;
  }
});

/** All rendered; then one archived of each form, and one new. */
function secondRound(): RenderGround {
  const ground = new RenderGround();
  const [command, , decision] = all.map((draft) => add(ground.context, draft).slug);
  ground.render();
  for (const slug of [command, decision])
    moveLesson(ground.context, slug ?? "", { verdict: "archive", by: "person", because: "old" });
  add(ground.context, { ...useResults, summary: "New", body: { context: "c", decision: "d" } });
  return ground;
}

test("stopped after a deletion was noted in the store, the lesson loses confidence once", () => {
  const ground = new RenderGround();
  add(ground.context, { ...release, confidence: 0.9 });
  ground.render();
  rmSync(join(ground.root, ".claude"), { recursive: true });
  const manifest = ground.read(".memory/.learning-manifest.json");
  ground.reconcile();
  ground.write(".memory/.learning-manifest.json", manifest);
  ground.reconcile();
  expect([...eachLesson(ground.context.database, {})].map(({ confidence }) => confidence)).toEqual([
    0.27,
  ]);
});

test("whatever people and lessons do, each active lesson is recorded exactly once and own text stays", () => {
  const act = fc.oneof(
    fc.record({ does: fc.constant("learn" as const), word: fc.integer({ min: 0, max: 99 }) }),
    fc.record({ does: fc.constant("archive" as const), which: fc.nat() }),
    fc.record({ does: fc.constant("render" as const), stop: fc.integer({ min: 0, max: 12 }) }),
    fc.record({ does: fc.constant("reconcile" as const) }),
    fc.record({ does: fc.constant("write" as const), word: fc.integer({ min: 0, max: 99 }) }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      const ground = new RenderGround();
      const slugs: string[] = [];
      let learned = 0;
      const own: string[] = [];
      for (const each of acts) {
        if (each.does === "learn") {
          const summary = `Decision ${learned}`;
          const body = { context: `because ${each.word} ${learned++}`, decision: "d" };
          slugs.push(add(ground.context, { ...useResults, summary, body }).slug);
        } else if (each.does === "archive") {
          const slug = slugs.splice(each.which % Math.max(slugs.length, 1), 1)[0];
          if (slug !== undefined)
            moveLesson(ground.context, slug, { verdict: "archive", by: "person", because: "x" });
        } else if (each.does === "render") renderUntil(ground, each.stop);
        else if (each.does === "reconcile") ground.reconcile();
        else {
          const before = ground.files()[".memory/knowledge/decisions.md"] ?? "";
          const entry = `\n## ADR-${900 - own.length}: own ${each.word}\n\nby hand ${each.word}\n`;
          own.push(entry);
          ground.write(".memory/knowledge/decisions.md", before + entry);
        }
      }
      ground.reconcile();
      ground.render();
      const text = ground.files()[".memory/knowledge/decisions.md"] ?? "";
      const { sections } = readKnowledge(text);
      const active = sections.filter((each) => each.text.includes("**Status**: Active"));
      expect(active).toHaveLength(slugs.length);
      const ids = sections.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const entry of own) expect(text).toContain(entry);
    }),
    law({ quick: 20, deep: 60 }),
  );
});
