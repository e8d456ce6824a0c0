import { mkdirSync } from "node:fs";
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

/** A machine with Claude Code on it, and a history that one starter lesson is about. */
function newMachine(): Program {
  const program = new Program();
  new Home(program.home).write(session(1, forcedPush));
  program.ok(["scan", "--auto"]);
  return program;
}

const fitting = "git-push-force-without-lease";

const forcedPush: Story = [
  {
    step: "shell",
    callId: "toolu_1",
    command: "/usr/local/bin/deploy --check && git push --force origin topic",
    exitStatus: 0,
    output: "ok",
  },
];

function candidates(program: Program): unknown {
  return program.json(["list", "--limit", "1000", "--status", "candidate"])["total"];
}

test("without a word about them, a script gets no starter lessons", () => {
  const program = newMachine();
  expect(oneLine(program.ok(["init", "--yes"]))).toContain("Import some: lessons import starter");
  expect(program.json(["init", "--yes"])).toMatchObject({ starter: null });
  expect(program.json(["init", "--yes", "--no-starter"])).toMatchObject({ starter: null });
  expect(candidates(program)).toBe(0);
});

test("init --starter adds the one that fits, once; archived, it stays archived", () => {
  const program = newMachine();
  expect(oneLine(program.ok(["init", "--yes", "--starter"]))).toContain(
    "Added 1 starter lesson as candidates: they fire on your own calls.",
  );
  expect(candidates(program)).toBe(1);
  expect(program.json(["list", "--status", "active"])["total"]).toBe(0);
  program.ok(["archive", fitting, "--reason", "not for me"]);
  expect(oneLine(program.ok(["init", "--starter"]))).toContain(
    "The starter lessons that fit your calls are already imported.",
  );
  expect(program.json(["import", "--starter"])).toMatchObject({
    files: [{ system: "starter", found: slugs.length, added: [], already: 1 }],
  });
  expect(candidates(program)).toBe(0);
});

test("where nothing was agreed to, none is added; a dry run only counts", () => {
  const program = newMachine();
  expect(program.run(["init", "--starter"]).status).toBe(1);
  expect(program.json(["init", "--starter"])).toMatchObject({ applied: false, starter: null });
  expect(oneLine(program.ok(["init", "--dry-run", "--starter"]))).toContain(
    "Would add 1 starter lesson",
  );
  expect(candidates(program)).toBe(0);
});

test("a person is asked once delivery is set up, and not again when it is here", async () => {
  const program = newMachine();
  const question = "1 starter lesson would have fired on your own calls. Add them for review?";
  const no = new TerminalSession(program, [
    "init",
    "--no-grants",
    "--no-commands",
    "--no-statusline",
    "--no-proof",
  ]);
  await no.answer("Make these changes?", "y");
  await no.answer(question, "n");
  expect((await no.end()).status).toBe(0);
  expect(candidates(program)).toBe(0);
  const yes = new TerminalSession(program, [
    "init",
    "--no-grants",
    "--no-commands",
    "--no-statusline",
    "--no-proof",
  ]);
  await yes.answer(question, "y");
  expect((await yes.end()).status).toBe(0);
  expect(candidates(program)).toBe(1);
  const { status, shown } = await new TerminalSession(program, [
    "init",
    "--no-grants",
    "--no-commands",
    "--no-statusline",
    "--no-proof",
  ]).end();
  expect({ status, isAsked: shown.includes("starter lesson would") }).toEqual({
    status: 0,
    isAsked: false,
  });
});

test("without a history init asks nothing about them and says how to have them all", () => {
  const program = new Program();
  mkdirSync(join(program.home, ".claude"));
  expect(oneLine(program.ok(["init", "--yes", "--starter"]))).toContain(
    `None of the ${slugs.length} starter lessons fires on your calls. To add them anyway: lessons import --starter --all`,
  );
  expect(candidates(program)).toBe(0);
});

test("without init they come by import, which says that none is active", () => {
  const program = new Program();
  expect(program.json(["import", "--starter", "--all", "--dry-run"])).toMatchObject({
    dryRun: true,
    files: [{ added: slugs }],
  });
  expect(candidates(program)).toBe(0);
  expect(oneLine(program.ok(["import", "--starter"]))).toContain(
    `left out ${slugs.length} that match none of your calls`,
  );
  const { status, out, err } = program.run(["import", "--starter", "--all"]);
  expect({ status, out: oneLine(out), err: oneLine(err) }).toEqual({
    status: 0,
    out: expect.stringContaining(`added ${slugs.length}`),
    err: expect.stringContaining("None is active yet."),
  });
  expect(candidates(program)).toBe(slugs.length);
});

test("review shows each with what it would have done on the person's own calls", () => {
  const program = newMachine();
  program.ok(["import", "--starter", "--all"]);
  const fires = (...flags: readonly string[]) => {
    const args = ["review", "--limit", "1000", ...flags];
    const { cards } = program.json(args) as { cards: readonly Card[] };
    return new Map(cards.map(({ lesson, history }) => [lesson.slug, history?.fired]));
  };
  const all = fires("--maybe");
  expect([all.get(fitting), all.get("git-force-push-to-main")]).toEqual([1, 0]);
  // What met none of the person's calls does not stand above what is their own.
  const first = fires();
  expect([first.get(fitting), first.has("git-force-push-to-main")]).toEqual([1, false]);
});

interface Card {
  readonly lesson: { readonly slug: string };
  readonly history: { readonly fired: number } | null;
}

test("import wants a path or --starter, and not both", () => {
  const program = new Program();
  expect(program.run(["import"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("no file or folder to import"),
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
