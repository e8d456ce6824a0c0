import type { Attack, Plant } from "./attack.ts";

/** Expressions that take longer than anybody lives, on texts that they name themselves. */
const patterns = [
  `^(?:${Array.from({ length: 200 }, () => "(q)").join("|")})*x`,
  "^(?:(?:7+)+)+$",
  String.raw`^(\w+\s?)+$`,
  `^(?:${"(7?)".repeat(150)})*x`,
  "^(?:(?:(?:(?:x?){999}){999}){999}){999}y",
  String.raw`^(?=(a+)+\1)q`,
];

const globs = [
  "{a?,?a,??}".repeat(30),
  "@(a?|?a|??)".repeat(20),
  "{,a}".repeat(80),
  "((a)+)+b",
  "!(a)".repeat(60),
  "[a]+".repeat(100),
];

/** A lesson as a colleague would share it. */
function lessonFile(slug: string, field: string, pattern: string): Plant {
  const text = `---
lesson: 1
kind: pitfall
summary: ${slug}
priority: 9
triggers:
  ${field}:
    - ${JSON.stringify(pattern)}
---

## What goes wrong, and why

${slug}

## What to do instead

nothing
`;
  return { at: `clone/.lessons/lessons/${slug}.md`, text };
}

/** A gate of the project, for files that this names. */
function gateFile(name: string, glob: string): Plant {
  const text = `---\nname: ${name}\ndescription: a gate\napplies-to:\n  - ${JSON.stringify(glob)}\n---\n\nIs it so?\n`;
  return { at: `clone/.lessons/gates/house/${name}.md`, text };
}

/** A call that each of them is about. */
const commands = ["q".repeat(40), "7".repeat(40), `${"a".repeat(60)}!`];
const calls: readonly object[] = commands.map((command, number) => ({
  type: "assistant",
  cwd: "$CLONE",
  sessionId: "5e55101a-0000-4000-8000-00000000cafe",
  uuid: `a${number}`,
  timestamp: "2026-01-01T12:00:00.000Z",
  version: "2.1.0",
  message: {
    role: "assistant",
    content: [
      { type: "tool_use", id: `toolu_${number}`, name: "Bash", input: { command } },
      { type: "tool_use", id: `toolu_e${number}`, name: "Edit", input: { file_path: command } },
    ],
  },
}));

const log: Plant = {
  at: "user/.claude/projects/-clone/5e55101a-0000-4000-8000-00000000cafe.jsonl",
  text: calls.map((call) => `${JSON.stringify(call)}\n`).join(""),
};

export const patternAttacks: readonly Attack[] = [
  {
    name: "shared lessons and gates whose patterns never end",
    plants: [
      { at: "clone/.git/HEAD", text: "ref: refs/heads/main\n" },
      { at: "clone/a/b.md", text: "# A note\n" },
      log,
      ...patterns.flatMap((pattern, number) =>
        ["commandPatterns", "contentPatterns"].map((field) =>
          lessonFile(`${field.slice(0, 7)}-000${number}`, field, pattern),
        ),
      ),
      ...globs.map((glob, number) => lessonFile(`path-000${number}`, "pathPatterns", glob)),
      ...globs.map((glob, number) => gateFile(`g${number}`, `${glob}.md`)),
    ],
    steps: [
      { hook: "SessionStart" },
      { run: ["scan", "--auto"] },
      { run: ["list", "--status", "candidate"], says: "path-0000" },
      { run: ["review", "--json"], status: "ends" },
      { run: ["backtest", "--all"], status: "ends" },
      { run: ["gates", "list"] },
      { run: ["upkeep", "--dry-run"], status: "ends" },
      ...commands.map((command) => ({ call: { tool_name: "Bash", tool_input: { command } } })),
      { hook: "SessionEnd", payload: { transcript_path: "/nowhere.jsonl", reason: "exit" } },
    ],
  },
];
