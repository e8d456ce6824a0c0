import { expect, test } from "vitest";
import { readPattern } from "../pattern/pattern.ts";
import { prefilterLines } from "./grep-lines.ts";
import { demandOf, type FiringConditions } from "./prefilter.ts";

function lesson(triggers: Partial<FiringConditions>): FiringConditions {
  return {
    injectOn: ["PreToolUse"],
    toolNames: [],
    commandPatterns: [],
    pathPatterns: [],
    contentPatterns: [],
    actionKeywords: [],
    contextKeywords: [],
    ...triggers,
  };
}

const never = { expressions: [], sharper: [], isBlunt: false };
const any = { atoms: [], isShell: false };
const anyCall = { expressions: [any], sharper: [any], isBlunt: true };

test("a lesson about a command concerns the shell only", () => {
  const push = lesson({ commandPatterns: [readPattern("^git\\s+push")] });
  expect(demandOf(push, "bash")).toMatchObject({
    isBlunt: false,
    expressions: [{ isShell: true }],
  });
  expect(demandOf(push, "edit")).toEqual(never);
  expect(demandOf(push, "other")).toEqual(never);
});

test("tools that change nothing concern only the lessons that name them", () => {
  const pathPatterns = [{ source: "^\\.env$", flags: "" }] as const;
  expect(demandOf(lesson({ pathPatterns }), "read")).toEqual(never);
  const expressions = [{ atoms: ['[ "/\\]', "\\.", "e", "n", "v", '[ "/\\]'], isShell: false }];
  expect(demandOf(lesson({ pathPatterns, toolNames: ["Read"] }), "read")).toEqual({
    expressions,
    sharper: expressions,
    isBlunt: false,
  });
});

test("keywords are not in the payload, so each call of the named tools passes", () => {
  const actionKeywords = ["release"];
  expect(demandOf(lesson({ actionKeywords }), "bash")).toEqual(anyCall);
  expect(demandOf(lesson({ actionKeywords }), "search")).toEqual(never);
  const expressions = [{ atoms: ['"tool_name": *"mcp__github__'], isShell: false }];
  expect(demandOf(lesson({ actionKeywords, toolNames: ["mcp__github__*"] }), "mcp")).toEqual({
    expressions,
    sharper: expressions,
    isBlunt: true,
  });
});

test("a lesson without anything specific never fires, and neither does one for another moment", () => {
  expect(demandOf(lesson({ toolNames: ["Bash"] }), "bash")).toEqual(never);
  expect(demandOf(lesson({ injectOn: ["SessionStart"], actionKeywords: ["x"] }), "bash")).toEqual(
    never,
  );
});

test.each(["[a-z]+", "é+", "x", "(?:a|.*)", "^bash\\b", "(?<!a)b"])(
  "a pattern without telling text lets every command pass: %s",
  (pattern) => {
    const commandPatterns = [readPattern(pattern)];
    expect(demandOf(lesson({ commandPatterns }), "bash")).toEqual(anyCall);
  },
);

test("words of content are asked for one by one, because they may stand in two strings", () => {
  const contentPatterns = [readPattern("import\\s+wild")];
  const { expressions } = demandOf(lesson({ contentPatterns }), "edit");
  expect(prefilterLines(expressions)).toEqual(["[iI][mM][pP][oO][rR][tT][^A-Za-z0-9_]"]);
});

test("between a wrapper and its command are its options, so they are not asked for together", () => {
  const commandPatterns = [readPattern("^sudo\\s+systemctl")];
  const { expressions } = demandOf(lesson({ commandPatterns }), "bash");
  expect(expressions.map(({ atoms }) => atoms.slice(1).join(""))).toEqual(["systemctl"]);
});

test("of alternatives each contributes what it asks for", () => {
  const contentPatterns = [readPattern("\\w(?:alpha\\w+|\\w+beta)?(?:one\\w*|\\w*other)z")];
  const { expressions } = demandOf(lesson({ contentPatterns }), "edit");
  expect(prefilterLines(expressions)).toEqual(["[oO]([nN][eE]|[tT][hH][eE][rR])"]);
});

test("expressions that begin alike share a line, and what another one covers is dropped", () => {
  const contentPatterns = ["abcd", "abxy", "abcdef"].map(readPattern);
  const { expressions } = demandOf(lesson({ contentPatterns }), "edit");
  expect(prefilterLines(expressions)).toEqual(["[aA][bB]([cC][dD]|[xX][yY])"]);
});

test("letters behind which the same follows share a class", () => {
  const contentPatterns = ["bake", "cake", "lake"].map(readPattern);
  const { expressions } = demandOf(lesson({ contentPatterns }), "edit");
  expect(prefilterLines(expressions)).toEqual(["[bclBCL][aA][kK][eE]"]);
});

test("too many expressions become shorter, and far too many let everything pass", () => {
  const contentPatterns = ["abcdefgh", "ijklmnop"].map(readPattern);
  const { expressions } = demandOf(lesson({ contentPatterns }), "edit");
  expect(prefilterLines(expressions, { sharp: 0, blunt: 10 })).toEqual([
    "[aA][bB][cC][dD][eE]",
    "[iI][jJ][kK][lL][mM]",
  ]);
  expect(prefilterLines(expressions, { sharp: 0, blunt: 7 })).toEqual(["."]);
});

test("nothing asked for is no line", () => {
  expect(prefilterLines([])).toEqual([]);
});
