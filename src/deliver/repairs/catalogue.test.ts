import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { isRepairLine, repairs, valueProblem } from "./catalogue.ts";

test.each([
  ["path", "/home/me/.local/bin", true],
  ["path", "/opt/My Tools/bin+x@2", true],
  ["path", "bin", false],
  ["path", "~/bin", false],
  ["path", "/", false],
  ["path", "/home/me/", false],
  ["path", "/home/../etc", false],
  ["path", "/home/./me", false],
  ["path", "/home//me", false],
  ["path", "/a:/b", false],
  ["path", "/it's", false],
  ["path", "/$(id)", false],
  ["path", "/`id`", false],
  ["path", "/a\nb", false],
  ["path", `/${"a".repeat(300)}`, false],
  ["path", "", false],
  ["gh-repo", "octo-cat/hello.world", true],
  ["gh-repo", "hello", false],
  ["gh-repo", "a/b/c", false],
  ["gh-repo", "a/b; id", false],
  ["gh-repo", "a/b\n", false],
  ["zsh-globs", "", true],
  ["zsh-globs", "x", false],
] as const)("%s takes %j: %s", (name, value, isTaken) => {
  expect(valueProblem(repairs[name], value) === undefined).toBe(isTaken);
});

const taken = fc.oneof(
  fc.constantFrom(
    { name: "zsh-globs" as const, value: "" },
    { name: "zsh-equals" as const, value: "" },
  ),
  fc.record({
    name: fc.constant("path" as const),
    value: fc.stringMatching(/^(?:\/[\w.+@][\w .+@:'$-]{0,9}){1,4}$/u),
  }),
  fc.record({
    name: fc.constant("gh-repo" as const),
    value: fc.stringMatching(/^[\w.'-]{1,9}\/[\w.$-]{1,9}$/u),
  }),
);

test("law: a line with a value that is taken is one line that nothing in it ends, and is known again", () => {
  fc.assert(
    fc.property(taken, ({ name, value }) => {
      fc.pre(valueProblem(repairs[name], value) === undefined);
      const line = repairs[name].line(value);
      expect([/[\n']/u.test(value), line.includes("\n"), isRepairLine(line)]).toEqual([
        false,
        false,
        true,
      ]);
    }),
    law(),
  );
});

test("lines of others are not taken for ours", () => {
  for (const line of [
    "",
    "export A=1",
    "setopt nonomatch",
    "export GH_REPO='a/b'",
    `${repairs["zsh-globs"].line("")} `,
    repairs.path.line("/a:/b"),
  ])
    expect(isRepairLine(line)).toBe(false);
});
