import { execFileSync } from "node:child_process";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lessonGates } from "../../src/gates/runs/lesson-gates.ts";
import { reviewDeck, withGateFindings } from "../../src/review/review-deck.ts";
import type { Context } from "../../src/platform/context.ts";
import type { Lesson } from "../../src/lesson/record/lesson.ts";
import { findLesson } from "../../src/lesson/table/lessons.ts";
import { configSchema } from "../../src/platform/configuration/schema.ts";
import { GateGround, gateText } from "./gate-ground.ts";

/** A lesson in a project with three gates; what is required is up to the test. */
class RequiredGround extends GateGround {
  readonly note = this.lesson({
    kind: "pitfall",
    summary: "git stash forgets",
    body: { mistake: "new files stay", remediation: "use -u" },
    status: "candidate",
  });

  constructor() {
    super();
    for (const gate of ["house/plain", "house/short"]) this.gate(gate);
    this.write(".lessons/gates/house/docs.md", gateText("house/docs", "?", "docs/**/*.md"));
  }

  requiring(...required: readonly string[]): Context {
    const { reviews: _, project, ...context } = this.context;
    const config = configSchema.parse({ gates: { required } });
    const place = { environment: { HOME: "/nowhere" }, workingDirectory: project.root };
    return { ...context, config, place };
  }

  get candidate(): Lesson {
    const lesson = findLesson(this.context.database, this.note.slice("lesson:".length));
    if (lesson === undefined) throw new Error("the lesson is gone");
    return lesson;
  }

  unmet(...required: readonly string[]): readonly string[] {
    return lessonGates(this.requiring(...required))
      .unmet(this.candidate)
      .map(({ gate, why }) => `${gate} ${why}`);
  }
}

test("a required gate without a review is unmet, and a review that passes or warns meets it", () => {
  const ground = new RequiredGround();
  expect(ground.unmet()).toEqual([]);
  expect(ground.unmet("house/plain")).toEqual(["house/plain has no review here"]);
  ground.review(ground.note, ["house/plain"], { result: "PASS" });
  ground.review(ground.note, ["house/short"], { result: "WARN" });
  expect(ground.unmet("house/plain", "house/short")).toEqual([]);
});

test("a gate about other kinds asks nothing of a lesson, and one about its kind does", () => {
  const ground = new RequiredGround();
  const gate = (id: string, kind: string) =>
    ground.write(`.lessons/gates/${id}.md`, gateText(id, "?", `lesson:${kind}`));
  gate("kinds/decisions", "decision");
  gate("kinds/pitfalls", "pitfall");
  expect(ground.unmet("kinds/decisions")).toEqual([]);
  expect(ground.unmet("kinds")).toEqual(["kinds/pitfalls has no review here"]);
  expect(ground.stale({ gates: ["kinds"] })).toEqual([
    `missing-review ${ground.note} kinds/pitfalls`,
  ]);
});

test("a bundle requires its gates that are for lessons, and what is named twice is said once", () => {
  const ground = new RequiredGround();
  expect(ground.unmet("house", "house/plain")).toEqual([
    "house/plain has no review here",
    "house/short has no review here",
  ]);
});

test("a review that failed does not meet it; the latest one that holds decides, whichever model gave it", () => {
  const ground = new RequiredGround();
  ground.review(ground.note, ["house/plain"], { result: "PASS", model: "haiku" });
  ground.review(ground.note, ["house/plain"], { result: "FAIL", model: "opus" });
  expect(ground.unmet("house/plain")).toEqual([
    expect.stringMatching(/^house\/plain failed \(opus, 2026-01-01\)$/),
  ]);
  ground.review(ground.note, ["house/plain"], { result: "PASS", model: "haiku" });
  expect(ground.unmet("house/plain")).toEqual([]);
});

test("a review of another text of the lesson or of the gate is stale", () => {
  const ground = new RequiredGround();
  ground.review(ground.note, ["house/plain"]);
  const edited = { ...ground.candidate, summary: "git stash -u" };
  const { unmet } = lessonGates(ground.requiring("house/plain"));
  expect(unmet(edited)).toEqual([
    { gate: "house/plain", why: "is stale: the lesson changed since its review" },
  ]);
  ground.gate("house/plain", "Is it short?");
  expect(ground.unmet("house/plain")).toEqual([
    "house/plain is stale: the gate changed since the review",
  ]);
});

test("what cannot be met is said, and never passes: no such gate, not for lessons, broken, no project, a damaged record", () => {
  const ground = new RequiredGround();
  ground.write(".lessons/gates/house/broken.md", "nothing\n");
  expect(ground.unmet("no/such", "house/docs", "house/broken")).toEqual([
    "no/such is not a gate of this project",
    "house/docs is not for lessons (applies-to)",
    expect.stringMatching(/^house\/broken is not usable: it does not begin with frontmatter/),
  ]);
  const { place: _, ...homeless } = ground.requiring("house");
  expect(lessonGates(homeless).unmet(ground.candidate)).toEqual([
    { gate: "house", why: "has no review here: this is not a project" },
  ]);
  ground.review(ground.note, ["house/plain"]);
  ground.context.reviews.close();
  writeFileSync(ground.context.project.database, "not a database");
  expect(ground.unmet("house/plain")).toEqual([
    expect.stringMatching(/^house\/plain has no review here: .*reviews\.db/),
  ]);
});

test("a gate of the project does not stand in for the built-in one that is required by its path", () => {
  const ground = new RequiredGround();
  ground.gate("lesson/trigger-precise", "Is there anything?");
  ground.review(ground.note, ["lesson/trigger-precise"]);
  expect(ground.unmet("lesson/trigger-precise")).toEqual([]);
  expect(ground.unmet("builtin:lesson/trigger-precise")).toEqual([
    "builtin:lesson/trigger-precise is not a gate of this project",
  ]);
});

test("a card shows what reviews found about its lesson, fresh or stale, and what approving it would need", async () => {
  const ground = new RequiredGround();
  ground.review(ground.note, ["house/plain"], { result: "FAIL" });
  ground.review(ground.note, ["house/short"], { result: "WARN", model: "haiku" });
  ground.gate("house/short", "Is it short?");
  const shown = async (context: Context) => {
    const [card] = await withGateFindings(context, reviewDeck(context).cards);
    return { gates: card?.gates, warnings: card?.warnings };
  };
  const at = expect.stringMatching(/^2026-01-01T/);
  const gates = [
    { gate: "house/plain", model: "opus", decision: "fail", freshness: "fresh", at },
    { gate: "house/short", model: "haiku", decision: "warn", freshness: "gate-changed", at },
  ];
  const plain = await shown(ground.requiring());
  expect(plain.gates).toEqual(gates);
  const required = await shown(ground.requiring("house"));
  expect(required).toEqual({
    gates,
    warnings: [
      ...(plain.warnings ?? []),
      "house/plain failed (opus, 2026-01-01): approving it needs --force",
      "house/short is stale: the gate changed since the review: approving it needs --force",
    ],
  });
});

test("without reviews and without required gates a card is as it was", async () => {
  const { place: _, ...context } = new RequiredGround().requiring();
  const { cards } = reviewDeck(context);
  expect(await withGateFindings(context, cards)).toBe(cards);
});

/** A project in git, with a review that passes. */
function inGit(): RequiredGround & { readonly git: (...args: readonly string[]) => void } {
  const ground = new RequiredGround();
  const git = (...args: readonly string[]) =>
    void execFileSync("git", args, { cwd: ground.context.project.root });
  git("init", "-q");
  ground.review(ground.note, ["house/plain"]);
  return Object.assign(ground, { git });
}

test("reviews that came with the repository say nothing about what is required, nor on a card", async () => {
  const ground = inGit();
  expect(ground.unmet("house/plain")).toEqual([]);
  ground.git("add", "-f", ".lessons/reviews.db");
  expect(ground.unmet("house/plain")).toEqual([
    "house/plain has no review here: reviews.db is tracked by git, so it is not yours",
  ]);
  const context = ground.requiring();
  const [card] = await withGateFindings(context, reviewDeck(context).cards);
  expect(card?.gates).toEqual([]);
});

test("a record that nobody tracks, but that came from elsewhere, does not meet what is required", () => {
  const stranger = new RequiredGround();
  stranger.review(stranger.note, ["house/plain"]);
  stranger.context.reviews.close();
  const ground = new RequiredGround();
  ground.context.reviews.close();
  renameSync(stranger.context.project.database, ground.context.project.database);
  expect(ground.candidate.slug).toBe(stranger.candidate.slug);
  expect(ground.unmet("house/plain")).toEqual([
    "house/plain has a review that was not recorded with your lessons; run the gate again",
  ]);
});

test("a journal that came with the repository is as foreign as the database", () => {
  const ground = inGit();
  ground.write(".lessons/reviews.db-journal", "");
  ground.git("add", "-f", ".lessons/reviews.db-journal");
  expect(ground.unmet("house/plain")).toEqual([expect.stringContaining("is tracked by git")]);
});

test("a link to a database that is somewhere else is not followed", () => {
  const ground = inGit();
  const { root } = ground.context.project;
  ground.context.reviews.close();
  renameSync(join(root, ".lessons/reviews.db"), join(root, "forged.db"));
  symlinkSync("../forged.db", join(root, ".lessons/reviews.db"));
  expect(ground.unmet("house/plain")).toEqual([
    "house/plain has no review here: reviews.db is behind a link",
  ]);
});

test("where git does not answer about a repository, what is required stays unmet", () => {
  const ground = inGit();
  rmSync(join(ground.context.project.root, ".git/objects"), { recursive: true });
  expect(ground.unmet("house/plain")).toEqual([
    "house/plain has no review here: git does not say whether reviews.db came with the repository",
  ]);
});

test("a view that never ends is refused before it is asked", () => {
  const ground = new RequiredGround();
  ground.review(ground.note, ["house/plain"]);
  ground.context.reviews.exec(`DROP VIEW current_gate_acceptances;
    CREATE VIEW current_gate_acceptances AS
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS note_path FROM n`);
  expect(ground.unmet("house/plain")).toEqual([
    expect.stringMatching(/^house\/plain has no review here: .* is not a valid review database/),
  ]);
});
