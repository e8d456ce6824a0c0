import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { starterFiles, starterFolder } from "../../src/care/starter/import-starter.ts";
import { oneLine, Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";
import type { Story } from "../adapters/scribe.ts";
import { Home } from "../scan/home.ts";
import { session } from "../scan/one-session.ts";

const root = join(import.meta.dirname, "../..");
const slugs = starterFiles(starterFolder(root)).map(({ slug }) => slug);

/** A machine with Claude Code on it. */
function newMachine(): Program {
  const program = new Program();
  mkdirSync(join(program.home, ".claude"));
  return program;
}

function candidates(program: Program): unknown {
  return program.json(["list", "--limit", "1000", "--status", "candidate"])["total"];
}

test("without a word about them, a script gets no starter lessons", () => {
  const program = newMachine();
  expect(oneLine(program.ok(["init", "--yes"]))).toContain("lessons import --starter offers some");
  expect(program.json(["init", "--yes"])).toMatchObject({ starter: null });
  expect(program.json(["init", "--yes", "--no-starter"])).toMatchObject({ starter: null });
  expect(candidates(program)).toBe(0);
});

test("init --starter takes them in as candidates, once; what was archived stays archived", () => {
  const program = newMachine();
  expect(program.ok(["init", "--yes", "--starter"])).toContain(
    `${slugs.length} starter lessons taken in as candidates`,
  );
  expect(candidates(program)).toBe(slugs.length);
  expect(program.json(["list", "--status", "active"])["total"]).toBe(0);
  program.ok(["archive", slugs[0] ?? "", "--reason", "not for me"]);
  expect(program.ok(["init", "--starter"])).toContain(
    `All ${slugs.length} starter lessons are here already.`,
  );
  expect(program.json(["import", "--starter"])).toMatchObject({
    files: [{ system: "starter", found: slugs.length, added: [], already: slugs.length }],
  });
  expect(candidates(program)).toBe(slugs.length - 1);
});

test("where nothing was agreed to, none is taken in; a dry run only counts", () => {
  const program = newMachine();
  expect(program.run(["init", "--starter"]).status).toBe(1);
  expect(program.json(["init", "--starter"])).toMatchObject({ applied: false, starter: null });
  expect(program.ok(["init", "--dry-run", "--starter"])).toContain(
    `Would take in ${slugs.length} starter lessons`,
  );
  expect(existsSync(join(program.home, ".lessons"))).toBe(false);
});

test("a person is asked once delivery is set up, and not again when they are here", async () => {
  const program = newMachine();
  const no = new TerminalSession(program, ["init", "--no-statusline"]);
  await no.answer("Change this?", "y");
  await no.answer(`Also take in ${slugs.length} starter lessons for review?`, "n");
  expect((await no.end()).status).toBe(0);
  expect(candidates(program)).toBe(0);
  const yes = new TerminalSession(program, ["init", "--no-statusline"]);
  await yes.answer(`Also take in ${slugs.length} starter lessons for review?`, "y");
  expect((await yes.end()).status).toBe(0);
  expect(candidates(program)).toBe(slugs.length);
  const { status, shown } = await new TerminalSession(program, ["init", "--no-statusline"]).end();
  expect({ status, isAsked: shown.includes("Also take in") }).toEqual({
    status: 0,
    isAsked: false,
  });
});

test("without init they come by import, which says that none is active", () => {
  const program = new Program();
  expect(program.json(["import", "--starter", "--dry-run"])).toMatchObject({
    dryRun: true,
    files: [{ added: slugs }],
  });
  expect(candidates(program)).toBe(0);
  const { status, out, err } = program.run(["import", "--starter"]);
  expect({ status, out: oneLine(out), err: oneLine(err) }).toEqual({
    status: 0,
    out: expect.stringContaining(`added ${slugs.length}`),
    err: expect.stringContaining("None is active: lessons review"),
  });
  expect(candidates(program)).toBe(slugs.length);
});

test("review shows each with what it would have done on the person's own calls", () => {
  const program = new Program();
  new Home(program.home).write(session(1, forcedPush));
  program.ok(["scan", "--auto"]);
  program.ok(["import", "--starter"]);
  const { cards } = program.json(["review", "--limit", "1000"]) as { cards: readonly Card[] };
  const histories = new Map(cards.map(({ lesson, history }) => [lesson.slug, history?.fired]));
  expect(histories.get("git-push-force-without-lease")).toBe(1);
  expect(histories.get("git-force-push-to-main")).toBe(0);
});

interface Card {
  readonly lesson: { readonly slug: string };
  readonly history: { readonly fired: number } | null;
}

const forcedPush: Story = [
  {
    step: "shell",
    callId: "toolu_1",
    command: "git push --force origin topic",
    exitStatus: 0,
    output: "ok",
  },
];

test("import wants a path or --starter, and not both", () => {
  const program = new Program();
  expect(program.run(["import"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("there is nothing to import"),
  });
  for (const args of [
    ["import", "--starter", "lessons.jsonl"],
    ["import", "--starter", "--from", "triads"],
  ]) {
    expect(program.run(args)).toMatchObject({
      status: 2,
      err: expect.stringContaining("--starter takes neither a path nor --from"),
    });
  }
});
