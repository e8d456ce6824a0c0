import fc from "fast-check";
import { expect, test } from "vitest";
import type { ToolAction, ToolResult } from "../event.ts";
import {
  hiddenFailureHint,
  hiddenFailurePatterns,
  hiddenFailureTexts,
  judgeOutcome,
} from "./judge-outcome.ts";
import { law } from "../../../test/kit/law.ts";

test.each([
  ["failed", "error"],
  ["refused", "error"],
  ["rejected", "rejected"],
  ["interrupted", "interrupted"],
  ["timeout", "timeout"],
  ["cancelled", undefined],
] as const)("a call whose record says %s is %s", (ending, outcome) => {
  expect(judgeOutcome({ does: "other" }, result({ ending }))).toBe(outcome);
});

test("a status other than 0 is an error, and no word about the ending is none", () => {
  expect(judgeOutcome(shell("make"), result({ exitStatus: 2 }))).toBe("error");
  expect(judgeOutcome(shell("make"), result({ exitStatus: 0 }))).toBe("ok");
  expect(judgeOutcome(shell("make"), result({}))).toBe("ok");
});

test("giving up is a timeout, and so is 124 where `timeout` was asked for", () => {
  const notice = result({
    ending: "failed",
    exitStatus: 143,
    output: "Command timed out after 2m 0s",
  });
  expect(judgeOutcome(shell("find / -name a"), notice)).toBe("timeout");
  expect(judgeOutcome(shell("timeout 5 make"), result({ exitStatus: 124 }))).toBe("timeout");
  expect(judgeOutcome(shell("make"), result({ exitStatus: 124 }))).toBe("error");
});

const hidden: readonly (readonly [command: string, output: string])[] = [
  ["yq .a f.yaml | head", "bash: line 1: yq: command not found"],
  ["gtimeout 5 make; echo done", "zsh:1: command not found: gtimeout\ndone"],
  ["rg a lib/*.py 2>&1 | head -3; ls", "(eval):1: no matches found: lib/*.py\na\nb"],
  ["make | grep -oP x | sort", "grep: invalid option -- P\nusage: grep [-abc]"],
  ["cat -A f | head", "cat: illegal option -- A"],
  ["tool build 2>&1 | tail -20", "error: unrecognized subcommand 'build'\n\nUsage: tool"],
  ["git gc --dry-run | cat", "error: unknown option `dry-run'"],
  ["helm list --al | head", "Error: unknown flag: --al"],
  [
    "gh pr view 3 | head",
    "none of the git remotes configured for this repository point to a known GitHub host.",
  ],
  ["git add a/b.py\ngit log -1", "fatal: pathspec 'a/b.py' did not match any files\nabc123 x"],
  ["git switch main | tail -1", "fatal: 'main' is already used by worktree at '/srv/b'"],
  ["gh pr merge 7 | tail -3", "failed to run git: fatal: 'main' is already used by worktree"],
  ["gh pr edit 7 --title x; true", "GraphQL: Projects (classic) is gone (repository.card)"],
  ["git push 2>&1 | tail -3", " ! [remote rejected] main -> main (protected branch hook declined)"],
  ["python3 gen.py | tail -1", "ModuleNotFoundError: No module named 'yaml'"],
  ["cd web\nnpm test | tail -3", "/bin/bash: line 1: cd: web: No such file or directory\nok"],
  ["bash tools/a.sh; echo", "bash: tools/a.sh: No such file or directory"],
  ["git commit -m x | tail -3", "\u001B[31mhusky - pre-commit script failed (code 1)\u001B[0m"],
];

test.each(hidden)("a pipe does not hide it: %s → %s", (command, output) => {
  expect(judgeOutcome(shell(command), result({ output }))).toBe("error");
  expect(judgeOutcome(shell(command), result({ output, exitStatus: 0 }))).toBe("error");
});

test.each([
  ["cat install.log", "bash: foo: command not found"],
  ["sed -n 1,9p notes.md", "zsh: no matches found: *.txt"],
  ["git diff", "-error: unknown option `x'\n+Error: unknown flag: --y"],
  ["git log -p docs", "ModuleNotFoundError: No module named 'yaml'"],
  ["rg -h 'not found' logs", "bash: foo: command not found"],
  ["docker logs app", "sh: foo: command not found"],
  ["make test", "  the docs say: bash: foo: command not found"],
  ["make", "0 errors, 0 failures"],
  ["ls a b 2>&1; true", "ls: a: No such file or directory"],
])("what is printed is not taken for a failure: %s → %s", (command, output) => {
  expect(judgeOutcome(shell(command), result({ output }))).toBe("ok");
});

test("only shell calls hide failures", () => {
  const output = "bash: foo: command not found";
  expect(judgeOutcome({ does: "read", path: "a.log" }, result({ output }))).toBe("ok");
});

test("law: the word error decides nothing", () => {
  const words = fc.constantFrom(
    "error",
    "Error:",
    "ERROR",
    "failed",
    "fatal",
    "exception",
    "\n",
    " ",
    "a",
  );
  fc.assert(
    fc.property(fc.array(words), fc.boolean(), (parts, isFlagged) => {
      const flags = isFlagged ? ({ ending: "failed" } as const) : {};
      const judged = judgeOutcome(shell("make"), result({ ...flags, output: parts.join(" ") }));
      expect(judged).toBe(isFlagged ? "error" : "ok");
    }),
    law(),
  );
});

test("law: what is an error by its output alone, the hint finds in the JSON of its record", () => {
  const anyHidden = fc.oneof(...hiddenFailurePatterns.map(({ line }) => fc.stringMatching(line)));
  const anyLine = fc.oneof(anyHidden, fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(
      fc.array(anyLine, { maxLength: 3 }),
      fc.constantFrom(...writers),
      (lines, write) => {
        const output = lines.join("\n");
        if (judgeOutcome(shell("make"), result({ output })) === "ok") return;
        const bytes = new TextEncoder().encode(write(output));
        const latin1 = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("");
        expect(hiddenFailureHint.test(latin1)).toBe(true);
      },
    ),
    law({ quick: 2000 }),
  );
});

test("law: the hint knows every pattern of the list", () => {
  for (const { line } of hiddenFailurePatterns) {
    fc.assert(
      fc.property(fc.stringMatching(line), (text) => {
        const written = JSON.stringify(text);
        expect(hiddenFailureHint.test(written)).toBe(true);
        expect(hiddenFailureTexts.some((each) => written.includes(each))).toBe(true);
      }),
      law(),
    );
  }
});

test("the hint repeats nothing, so that it is linear", () => {
  expect(hiddenFailureHint.flags).toBe("");
  expect(hiddenFailureHint.source).not.toMatch(/[*+{]/);
});

/** As Node, Python and Go write JSON. */
const writers: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(text).replaceAll(/[^\u0000-\u007F]/g, escaped),
  (text) => JSON.stringify(text).replaceAll(/[<>&]/g, escaped),
];

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function shell(command: string): ToolAction {
  return { does: "shell", command };
}

function result(facts: Partial<ToolResult>): ToolResult {
  return { is: "result", line: 2, callId: "call-1", ...facts };
}
