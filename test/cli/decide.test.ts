import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, type Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";
import {
  archiveAsNoise,
  decideAs,
  goldenFolder,
  gitStash,
  jsx,
  programWithCandidates,
  statusOf,
  tsNode,
} from "./review-kit.ts";

/** A program whose list was shown. */
function shown(): Program {
  const program = programWithCandidates();
  program.ok(["review"]);
  return program;
}

function cacheOf(program: Program): string {
  return readFileSync(join(program.home, ".lessons", "cache", "lesson-cache.json"), "utf8");
}

test("what is about to happen and what was done have the forms of the document", async () => {
  const program = shown();
  const said = program.ok(["decide", "approve 1 2, skip 3", "--dry-run"]);
  await expect(said).toMatchFileSnapshot(join(goldenFolder, "confirmation.txt"));
  expect(statusOf(program, gitStash)).toBe("candidate");

  const done = program.ok(["decide", "approve 1 2, skip 3", "--yes"]);
  const announced = said.replace("Dry run, nothing changed. This would:", "This will:");
  expect(done.startsWith(`${announced}\n`)).toBe(true);
  await expect(done.slice(announced.length + 1)).toMatchFileSnapshot(
    join(goldenFolder, "report.txt"),
  );
  expect([gitStash, tsNode, jsx].map((slug) => statusOf(program, slug))).toEqual([
    "active",
    "active",
    "candidate",
  ]);
  expect(cacheOf(program)).toContain(gitStash);
  expect(cacheOf(program)).not.toContain(jsx);
});

test("every act in one sentence, with its confirmation and report", async () => {
  const program = programWithCandidates();
  archiveAsNoise(program);
  program.ok(["review"]);
  const out = program.ok([
    "decide",
    'edit 1 summary "git stash needs -u" then approve hold, archive 2: too niche, expand 3, unarchive biome',
    "--yes",
  ]);
  await expect(out).toMatchFileSnapshot(join(goldenFolder, "every-act.txt"));
});

test("in the next review what was left comes back and what was decided does not", () => {
  const program = shown();
  program.ok(["decide", "approve 1, archive 2 no", "--yes"]);
  const again = program.ok(["review"]);
  expect(again).toContain("1. jsx file must use .tsx extension");
  expect(again).not.toContain("git stash silently");
  expect(again).not.toContain("ts-node requires");
});

test.each([
  ["approve 1; sing a song", "not understood: “sing”"],
  ["approve 17", "there is no 17: the list has 1 to 3"],
  ["approve 1, archive 1 no", "cannot get both"],
  ["approve nothing-like-this", "the list has no lesson nothing-like-this"],
  ["", "the answer is empty"],
  ["edit 1 priority 99 then approve", "priority must be between 1 and 10"],
])("what cannot be done is said, and nothing happens: %s", (sentence, message) => {
  const program = shown();
  const before = program.ok(["export"]);
  const { status, err } = program.run(["decide", sentence, "--yes"]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain(message);
  expect(program.ok(["export"])).toBe(before);
});

test("numbers without a list are refused, and slugs work without one", () => {
  const program = programWithCandidates();
  const { status, err } = program.run(["decide", "approve 1", "--yes"]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain("none was shown yet");
  program.ok(["decide", "approve git-stash", "--yes"]);
  expect(statusOf(program, gitStash)).toBe("active");
});

test("numbers of a list that somebody else has changed are refused, and the change is named", () => {
  const program = shown();
  decideAs(program, tsNode, { verdict: "archive", by: "person", because: "elsewhere" });
  const { status, err } = program.run(["decide", "approve 1 2", "--yes"]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain(`${tsNode} (now archived)`);
  expect(statusOf(program, gitStash)).toBe("candidate");
  program.ok(["decide", "approve 1", "--yes"]);
  program.ok(["decide", "approve 3", "--yes"]);
  expect(statusOf(program, jsx)).toBe("active");
});

test("of two reviews of one list the second is told what changed, and nothing is lost", () => {
  const program = shown();
  const list = join(program.home, ".lessons", "review-list.json");
  const asBothSawIt = readFileSync(list);
  program.ok(["decide", "approve all", "--yes"]);
  writeFileSync(list, asBothSawIt);
  const { status, err } = program.run(["decide", "archive all: no", "--yes", "--json"]);
  expect(status).toBe(2);
  const { error } = JSON.parse(err);
  expect(error.code).toBe("changed-since");
  expect(error.message).toContain(gitStash);
  expect([gitStash, tsNode, jsx].map((slug) => statusOf(program, slug))).toEqual([
    "active",
    "active",
    "active",
  ]);
  expect(readdirSync(join(program.home, ".lessons", "review-sessions"))).toHaveLength(1);
});

test("two reviews that start at once leave whole decisions, never a mixture", async () => {
  const program = shown();
  const children = ["approve all", "archive all: no"].map((sentence) =>
    program.start(["decide", sentence, "--yes", "--json"]),
  );
  const ends = await Promise.all(
    children.map(async (child) => ((await once(child, "close")) as [number])[0]),
  );
  // When one ends before the other begins, both are done; else the later one is refused.
  expect(ends).toContain(0);
  const states = [gitStash, tsNode, jsx].map((slug) => statusOf(program, slug));
  expect([["active"], ["archived"]]).toContainEqual([...new Set(states)]);
});

test("without somebody to confirm it needs --yes, and on a terminal it asks", async () => {
  const program = shown();
  const { status, err } = program.run(["decide", "approve 1"]);
  expect(status).toBe(2);
  expect(err).toContain("no terminal to ask on");

  const refusing = new TerminalSession(program, ["decide", "approve 1"]);
  await refusing.answer("Confirm?", "n");
  expect((await refusing.end()).shown).toContain("Nothing was changed.");
  expect(statusOf(program, gitStash)).toBe("candidate");

  const agreeing = new TerminalSession(program, ["decide", "approve 1"]);
  await agreeing.answer("Confirm?", "y");
  expect((await agreeing.end()).status).toBe(0);
  expect(statusOf(program, gitStash)).toBe("active");
});

test("show shows, and changes nothing", () => {
  const program = shown();
  const before = program.ok(["export"]);
  expect(program.ok(["decide", "show 2"])).toContain("slug          ts-node-esm-flag");
  expect(program.ok(["export"])).toBe(before);
});

test("--json says how the sentence was read and what was done", () => {
  const program = shown();
  const answer = program.json(["decide", "approve 1 and skip rest", "--yes"]);
  expect(answer).toMatchObject({
    type: "lessons-decided",
    dryRun: false,
    reading: "approve 1; skip rest",
    added: [{ slug: gitStash, stage: { status: "active" } }],
    skipped: [{ slug: tsNode }, { slug: jsx }],
    archived: [],
    warnings: [],
  });
});
