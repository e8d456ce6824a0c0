import { join } from "node:path";
import { expect, test } from "vitest";
import { addLessons } from "../../src/lesson/add.ts";
import type { LessonDraft } from "../../src/lesson/record/lesson.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { configDefaults } from "../../src/platform/configuration/settings.ts";
import { realSystem } from "../../src/platform/system.ts";
import { keepLedger, ledgerCall, ourLog } from "../kit/ledger.ts";
import { oneLine, Program } from "../kit/program.ts";

/** Twenty sessions of twenty calls: each begins with `git fetch` and ends with two times `make`; one of them pushes. */
function programWithHistory(): Program {
  const program = new Program();
  const sessions = Array.from({ length: 20 }, (_, number) => ({
    ...ourLog,
    number,
    sessionId: `s${number}`,
  }));
  const calls = sessions.flatMap((log) => {
    const first = log.number === 7 ? ["git fetch", "git push"] : ["git fetch", "ls"];
    const commands = [...first, ...Array.from({ length: 16 }, () => "ls"), "make", "make"];
    return commands.map((command, ordinal) =>
      ledgerCall({ log, ordinal, line: ordinal + 1, command, head: command }),
    );
  });
  const system = realSystem();
  const database = openDatabase(join(program.home, ".lessons", "lessons.db"), system.now());
  addLessons({ database, system, config: configDefaults, who: { is: "person" } }, [
    draft("noise-0000", "^make\\b"),
    draft("daily-0000", "^git\\s+fetch\\b"),
    draft("unused-0000", "^hg\\s+commit\\b"),
    draft("useful-0000", "^git\\s+push\\b"),
  ]);
  keepLedger(database, calls);
  database.close();
  return program;
}

function draft(slug: string, pattern: string): LessonDraft {
  return {
    status: "candidate",
    kind: "pitfall",
    slug,
    summary: slug,
    body: { mistake: `${slug} goes wrong`, remediation: "do it right" },
    triggers: { toolNames: ["Bash"], commandPatterns: [pattern] },
  };
}

const always = "always: it fires in 20 of 20 past sessions";
const broad = "too broad: it fires at 10 % of your past calls";
const never = "never: it fires at none of your 400 past calls";

test("a candidate that always or never fires is marked on its card", () => {
  const program = programWithHistory();
  const { cards } = program.json(["review"]) as {
    cards: readonly {
      number: number;
      lesson: { slug: string };
      warnings: readonly string[];
    }[];
  };
  const marks = cards.map(({ lesson, warnings }) => [lesson.slug, warnings] as const);
  expect(new Map(marks)).toEqual(
    new Map([
      ["noise-0000", [broad]],
      ["daily-0000", [always]],
      ["unused-0000", [never]],
      ["useful-0000", []],
    ]),
  );
  for (const { number, warnings } of cards)
    for (const warning of warnings)
      expect(oneLine(program.ok(["review", "--card", `${number}`]))).toContain(
        `warnings ${warning}`,
      );
});

test("once they are active, the doctor lists those that always fire and those that never do", () => {
  const program = programWithHistory();
  const slugs = ["noise-0000", "daily-0000", "unused-0000", "useful-0000"];
  program.ok(["promote", "--ids", slugs.join(",")]);
  const { findings } = program.json(["doctor"]) as {
    findings: readonly { check: string; severity: string; text: string }[];
  };
  const listed = findings
    .filter(({ check }) => check.endsWith("-fires"))
    .map(({ check, severity, text }) => [check, severity, text.split(": ")[1]]);
  expect(listed).toEqual([
    ["always-fires", "warning", "noise-0000 (10 % of calls), daily-0000 (in 20 of 20 sessions)"],
    ["never-fires", "note", "unused-0000"],
  ]);
});

test("a backtest marks what fires in nearly every session", () => {
  const program = programWithHistory();
  const { lessons } = program.json(["backtest", "daily-0000", "noise-0000", "useful-0000"]) as {
    lessons: readonly { marks: readonly string[] }[];
  };
  expect(lessons.map(({ marks }) => marks.filter((mark) => mark !== "silent"))).toEqual([
    ["every-session"],
    ["too-broad"],
    [],
  ]);
});
