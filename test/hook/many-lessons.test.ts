import { expect, test } from "vitest";
import { adviceIn, HookGround, stash } from "../kit/hook-ground.ts";
import type { ReadyDraft } from "../kit/ready-lesson.ts";

/** Ten thousand lessons of one kind, one that is about the call, and one that is about it and never ends. */
interface Kind {
  readonly name: string;
  readonly other: (number: number) => ReadyDraft;
  readonly right: ReadyDraft;
  readonly slow: ReadyDraft;
  readonly call: Readonly<Record<string, unknown>>;
}

const long = "a".repeat(60);
const edit = {
  tool_name: "Edit",
  tool_input: { file_path: `src/app/${long}!.ts`, new_string: "" },
};
const write = {
  tool_name: "Write",
  tool_input: { file_path: "x.md", content: `call ${long}! now` },
};

const kinds: readonly Kind[] = [
  {
    name: "commands",
    other: (number) => ({ commandPatterns: [`^git\\s+sub${number}\\b`] }),
    right: { commandPatterns: ["^git\\b"] },
    slow: { commandPatterns: ["^git\\s+(a+)+$"] },
    call: { tool_name: "Bash", tool_input: { command: `git ${long}!` } },
  },
  {
    name: "commands of which nothing can be looked up",
    other: (number) => ({
      commandPatterns: [`^\\w+\\s+\\w+[^\\w\\s]\\s*\\d{${(number % 90) + 2}}$`],
    }),
    right: { commandPatterns: ["^git\\b"], priority: 9 },
    slow: { commandPatterns: ["^git\\s+(a+)+$"] },
    call: { tool_name: "Bash", tool_input: { command: `git ${long}!` } },
  },
  {
    name: "paths",
    other: (number) => ({ toolNames: ["Edit"], pathPatterns: [`src/module-${number}/**/*.ts`] }),
    right: { toolNames: ["Edit"], pathPatterns: ["src/app/*.ts"] },
    slow: { toolNames: ["Edit"], pathPatterns: ["src/app/((a)+)+b"] },
    call: edit,
  },
  {
    name: "contents",
    other: (number) => ({ toolNames: ["Write"], contentPatterns: [`function_${number}\\(`] }),
    right: { toolNames: ["Write"], contentPatterns: ["call a"] },
    slow: { toolNames: ["Write"], contentPatterns: ["call (a+)+$"] },
    call: write,
  },
];

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  "among 10,000 lessons about %s the right one comes to the call, the slow one is named, and no other is blamed",
  (_, { other, right, slow, call }) => {
    const ground = new HookGround([
      { ...stash, toolNames: [], ...slow, slug: "the-slow-one" },
      ...Array.from({ length: 10_000 }, (_each, number) => ({
        ...stash,
        toolNames: [],
        ...other(number),
        text: "### another",
        shortText: "another",
      })),
      { ...stash, toolNames: [], ...right, slug: "the-right-one", text: "### the right one" },
    ]);
    // A machine that is busy with other things may leave the first call no time for a second look.
    const answers = [1, 2, 3].map(() => ground.call(call).out).filter((out) => out !== "");
    expect(answers.map((out) => adviceIn(out))).toEqual([
      expect.stringContaining("### the right one"),
    ]);
    expect(ground.log.filter((line) => line.includes("too slow"))).toEqual([
      expect.stringContaining("too slow: the-slow-one used up"),
    ]);
    expect(ground.names("cache/current/slow")).toEqual(["L0"]);
  },
);
