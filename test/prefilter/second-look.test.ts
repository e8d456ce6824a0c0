import { expect, test } from "vitest";
import { readPattern } from "../../src/match/pattern/pattern.ts";
import { familiesOf } from "../../src/match/prefilter/families.ts";
import { sharperLines } from "../../src/match/prefilter/grep-lines.ts";
import { demandOf } from "../../src/match/prefilter/prefilter.ts";
import { readyLesson } from "../kit/ready-lesson.ts";
import { announced } from "./announced.ts";
import { chosenByLauncher } from "./chosen-by-launcher.ts";
import { passedByGrep } from "./passed-by-grep.ts";

function sharperOf(pattern: string) {
  return demandOf({ ...readyLesson({}), commandPatterns: [readPattern(pattern)] }, "bash").sharper;
}

/** Which of the commands start Node. */
function starting(pattern: string, commands: readonly string[]): readonly string[] {
  const payloads = commands.map(
    (command) => announced({ tool: "Bash", command, paths: [] }, { command }).payload,
  );
  const passed = passedByGrep(sharperLines(sharperOf(pattern)) ?? [], payloads);
  return commands.filter((_, index) => passed.has(payloads[index] ?? ""));
}

test("a call that has the fix already ends, wherever among plain words it stands", () => {
  const commit = String.raw`^git commit\b(?!.*(?:\s-m|--message|--amend))`;
  const fixed = ["git commit -m x", "cd a && git commit -a --amend", 'git commit -s -m "a; b"'];
  const open = [
    "git commit",
    "git commit -a",
    "git commit --mess x",
    "git commit; echo -m",
    'git commit "a" -m x',
    "git commit 2>&1 | cat -m",
    "git commit -m x; git commit",
  ];
  expect(starting(commit, [...fixed, ...open])).toEqual(open);
});

test("a call ends that does not go on as the pattern does", () => {
  const force = String.raw`^git push\b.*(?:--force|\s-f\b)`;
  const forced = ["git push --force", "git push origin main -f", "git push 'a' --for'ce'"];
  expect(starting(force, ["git push", "git push -u origin", ...forced])).toEqual(forced);
  const bare = ["git push", "git push; ls", "git push 2>&1", "git push # now", "(git push)"];
  expect(starting("^git push$", [...bare, "git push origin", "git pushy"])).toEqual(bare);
});

test("a name that goes on before the program is another program", () => {
  const commands = ["git-sync push -f", "x.git push -f", "--git push -f", "/usr/bin/git push -f"];
  expect(starting("^git push.*-f", commands)).toEqual(["/usr/bin/git push -f"]);
});

test.each([
  [
    "options of a wrapper, which the matcher does not see",
    String.raw`^timeout\b(?!.*--foreground)`,
  ],
  ["another case, where case counts", "(?-i)^git log(?!.*-N)"],
  ["an end that grep cannot tell", String.raw`^git log(?!.*-y\b)`],
])("%s: then there is no second look", (_, pattern) => {
  expect(sharperLines(sharperOf(pattern))).toBe(undefined);
});

test.each(["dash", "bash"])(
  "under %s lessons about a program are read where its name is in the payload, in whatever way a shell may read it",
  (shell) => {
    const named = [
      "git push",
      "GIT push",
      "cd x && /usr/bin/git push",
      "legit",
      `g"it" push`,
      "g''it push",
      "gi\\t push",
      String.raw`g$'\x69't push`,
      "gi\\\nt push",
      `gi"" t`,
    ];
    const others = ["ls", "g it", "gi-t push", 'echo "g" it', "gi 't'", "cd a\nls"];
    const commands = [...named, ...others];
    const payloads = commands.map((command) => JSON.stringify({ tool_input: { command } }));
    const chosen = chosenByLauncher("[gG][iI][tT]", payloads, shell);
    expect(commands.filter((_, at) => chosen.has(payloads[at] ?? ""))).toEqual(named);
    expect(chosenByLauncher("+", payloads, shell).size).toBe(new Set(payloads).size);
  },
);

test("lessons are a family by the letters that all their patterns begin with", () => {
  const namesOf = (...patterns: readonly string[]) =>
    familiesOf([
      demandOf({ ...readyLesson({}), commandPatterns: patterns.map(readPattern) }, "bash"),
    ]).map(({ name }) => name);
  const nameOf = (...patterns: readonly string[]) => namesOf(...patterns)[0];
  expect(nameOf("^git push", "^git pull")).toBe("[gG][iI][tT]");
  expect(nameOf(String.raw`^pip3?\s+install`, "^pipx")).toBe("[pP][iI][pP]");
  expect(nameOf("^docker-compose up")).toBe(
    "[dD][oO][cC][kK][eE][rR]-[cC][oO][mM][pP][oO][sS][eE]",
  );
  expect(namesOf("^(?:mypy|ruff)")).toEqual(["[mM][yY][pP][yY]", "[rR][uU][fF][fF]"]);
  expect(namesOf("^(?:mypy|[rR]uff)", "^git push")).toEqual([
    "[mM][yY][pP][yY]",
    "[rR][uU][fF][fF]",
    "[gG][iI][tT]",
  ]);
});
