import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adviceIn, HookGround, stash } from "../kit/hook-ground.ts";
import type { ReadyDraft } from "../kit/ready-lesson.ts";
import { globPattern } from "../kit/ready-lesson.ts";

/** Ten thousand lessons of one kind, one that is about the call, and some that are about it and never end. */
interface Kind {
  readonly name: string;
  readonly other: (number: number) => ReadyDraft;
  readonly right: ReadyDraft;
  readonly slow: readonly ReadyDraft[];
  readonly call: Readonly<Record<string, unknown>>;
}

const slowFolder = "cache/current/slow";
const long = "a".repeat(60);
const bash = { tool_name: "Bash", tool_input: { command: `git ${long}!` } };
const edit = {
  tool_name: "Edit",
  tool_input: { file_path: `src/app/${long}!.ts`, new_string: "" },
};
const write = {
  tool_name: "Write",
  tool_input: { file_path: "x.md", content: `call ${long}! now` },
};

const slowCommands = ["^git\\s+(a+)+$", "^git\\s+(\\w+)+$", "^git\\s+(a|a)+$"].map((pattern) => ({
  commandPatterns: [pattern],
}));
const slowPaths = ["bx", "cx", "dx"].map((end) => ({
  toolNames: ["Edit"],
  pathPatterns: [`src/app/((a)+)+[${end}].ts`],
}));

const kinds: readonly Kind[] = [
  {
    name: "commands",
    other: (number) => ({ commandPatterns: [`^git\\s+sub${number}\\b`] }),
    right: { commandPatterns: ["^git\\b"] },
    slow: slowCommands,
    call: bash,
  },
  {
    name: "commands of which nothing can be looked up",
    other: (number) => ({
      commandPatterns: [`^\\w+\\s+\\w+[^\\w\\s]\\s*\\d{${(number % 90) + 2}}$`],
    }),
    right: { commandPatterns: ["^git\\b"], priority: 9 },
    slow: slowCommands,
    call: bash,
  },
  {
    name: "commands that only an expression tells apart",
    other: (number) => ({
      commandPatterns: [`^git\\b.*[${digits(number).join("][")}][0-9]$`],
      priority: 9,
    }),
    right: { commandPatterns: ["^git\\b.*[ab]!$"], priority: 5 },
    slow: slowCommands,
    call: bash,
  },
  {
    name: "paths",
    other: (number) => ({ toolNames: ["Edit"], pathPatterns: [`src/module-${number}/**/*.ts`] }),
    right: { toolNames: ["Edit"], pathPatterns: ["src/app/*.ts"] },
    slow: slowPaths,
    call: edit,
  },
  {
    name: "paths that share all their letters",
    other: (number) => ({
      toolNames: ["Edit"],
      pathPatterns: [`src/app/[x${digits(number).join("][x")}]*.ts`],
    }),
    right: { toolNames: ["Edit"], pathPatterns: ["src/app/[ay]*.ts"] },
    slow: slowPaths,
    call: edit,
  },
  {
    name: "contents",
    other: (number) => ({ toolNames: ["Write"], contentPatterns: [`function_${number}\\(`] }),
    right: { toolNames: ["Write"], contentPatterns: ["call a"] },
    slow: ["call (a+)+$", "call (\\w+)+$", "call (a|a)+$"].map((pattern) => ({
      toolNames: ["Write"],
      contentPatterns: [pattern],
    })),
    call: write,
  },
  {
    name: "keywords alone",
    other: (number) => ({ actionKeywords: [`release ${number}`], priority: 9 }),
    right: { actionKeywords: ["the frobnicator"], priority: 9 },
    slow: slowCommands,
    call: bash,
  },
  {
    name: "commands with conditions",
    other: (number) => ({
      commandPatterns: ["^git\\b"],
      conditions: { cwd: [globPattern(`**/folder-${number}`)] },
    }),
    right: { commandPatterns: ["^git\\b"], conditions: { pathMissing: ["not-there"] } },
    slow: slowCommands,
    call: bash,
  },
  {
    name: "conditions about the file of a call alone",
    other: (number) => ({
      toolNames: ["Edit"],
      priority: 9,
      conditions: { isDirectory: ["$path"], cwd: [globPattern(`**/folder-${number}`)] },
    }),
    right: { toolNames: ["Edit"], conditions: { pathMissing: ["$path"] }, priority: 9 },
    slow: slowPaths,
    call: edit,
  },
];

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  "among 10,000 lessons about %s the right one comes to the call, the slow ones are named, and no other is blamed",
  (_, { other, right, slow, call }) => {
    const ground = new HookGround([
      ...slow.map((each, number) => ({
        ...stash,
        toolNames: [],
        commandPatterns: [],
        ...each,
        slug: `slow-${number}`,
      })),
      ...Array.from({ length: 10_000 }, (_each, number) => ({
        ...stash,
        toolNames: [],
        commandPatterns: [],
        ...other(number),
        text: "### another",
        shortText: "another",
      })),
      {
        ...stash,
        toolNames: [],
        commandPatterns: [],
        ...right,
        slug: "the-right-one",
        text: "### the right one",
      },
    ]);
    const transcript = join(ground.userHome, "talk.jsonl");
    const said = { role: "user", content: "Look at the frobnicator" };
    writeFileSync(transcript, `${JSON.stringify({ type: "user", message: said })}\n`);
    const { out } = ground.call(call, { payload: { transcript_path: transcript } });
    expect([adviceIn(out), ground.log]).toEqual([
      expect.stringContaining("### the right one"),
      expect.anything(),
    ]);
    // Where all that is fast has taken most of the time, the next calls name what is left.
    for (let next = 0; next < 10 && ground.names(slowFolder).length < slow.length; next += 1)
      ground.call(call, { payload: { transcript_path: transcript, session_id: `next-${next}` } });
    const named = ground.log.filter((line) => line.includes(" too slow: "));
    expect(named.map((line) => line.slice(25))).toEqual(
      slow.map((_each, number) => `too slow: slow-${number} used up 20 ms and is left out`),
    );
    expect(ground.names(slowFolder)).toEqual(slow.map((_each, number) => `L${number}`));
  },
);

function digits(number: number): readonly string[] {
  return String(number).split("");
}
