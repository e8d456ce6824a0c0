import { expect, test } from "vitest";
import { classifyFailure } from "../failures/classify-failure.ts";
import { factName, factOf } from "./fact.ts";

/** The fact of a shell call, as a scan reads it. */
function factOfCall(command: string, output: string, exitStatus = 1): string {
  const call = {
    tool: "Bash",
    action: { does: "shell", command },
    outcome: "error",
    exitStatus,
    output,
  } as const;
  const { name, about, headline, culprit } = classifyFailure(call);
  const message = { tool: "Bash", head: "", failureClass: name, about, headline, command, culprit };
  return factName(factOf(message, output));
}

test.each([
  [
    "a program that is missing at a path",
    "/srv/app/bin/jless a.json",
    "error: command not found: /srv/app/bin/jless",
    "program-missing jless",
  ],
  [
    "a runner that cannot start it",
    "mise x -- jless a.json",
    'mise ERROR "jless" couldn\'t exec process: No such file or directory',
    "not-installed jless",
  ],
  [
    "a word that is no program",
    "wsl sh -c 'echo \"a\"'",
    '/bin/bash: line 1: world\\": command not found',
    'message world\\": command not found',
  ],
  [
    "PowerShell's grammar",
    "git commit -m 'a' << EOF",
    "ParserError: \nLine |\n   1 |  git commit -m 'a' << EOF",
    "powershell-syntax",
  ],
  ["a missing program", "jless a.json", "zsh:1: command not found: jless", "not-installed jless"],
  [
    "in a pipe",
    "cat a | jless -x",
    "bash: line 1: jless: command not found",
    "not-installed jless",
  ],
  [
    "in PowerShell",
    "jless a.json",
    "jless: \nLine |\n   2 |  jless a.json\n     |  ~~~~~\n     | The term 'jless' is not recognized as a name of a cmdlet",
    "not-installed jless",
  ],
  ["an option", "tar -Q out.tar", "tar: illegal option -- Q", "no-option tar -Q"],
  [
    "whatever stands around it",
    "cd build && sudo tar -Q x.tar | head",
    "tar: invalid option -- 'Q'",
    "no-option tar -Q",
  ],
  [
    "a subcommand's option",
    "git -C app log --onelin",
    "fatal: unrecognized argument: --onelin",
    "no-option git log --onelin",
  ],
  [
    "a command",
    "frob sing loud",
    'Error: unknown command "sing" for "frob"',
    "no-command frob sing",
  ],
  ["a task", "npm run polish", 'npm error Missing script: "polish"', "no-task npm run polish"],
  ["a glob", "rg x *.tmp", "zsh:1: no matches found: *.tmp", "zsh-glob"],
  [
    "what zsh reserves",
    "status=$(make); echo $status",
    "zsh:1: read-only variable: status",
    "read-only-variable status",
  ],
  [
    "a commit hook by its check",
    "git commit -m x",
    "pre-commit hooks\n- hook id: ruff\nhusky - pre-commit script failed (code 1)",
    "commit-hook ruff",
  ],
  [
    "a commit message by its rule",
    "git commit -m x",
    "✖   subject may not be empty [subject-empty]\nhusky - commit-msg script failed (code 1)",
    "commit-hook subject-empty",
  ],
  [
    "formatting",
    "npm run lint",
    "x Formatter would have printed the following content:",
    "format npm run lint",
  ],
  [
    "a host",
    "git fetch",
    "ssh: connect to host git.example.org port 22: Operation timed out",
    "unreachable git.example.org",
  ],
])("%s: %s → %s is %s", (_, command, output, fact) => {
  expect(factOfCall(command, output)).toBe(fact);
});

test("who speaks in the usage is to blame, and not the program that was typed", () => {
  const output = "error: unexpected argument '-A' found\n\nUsage: wrap read [OPTIONS] <FILE>";
  expect(factOfCall("cat -A notes.txt", output)).toBe("no-option wrap read");
  // Which of its options was read first says nothing: it reads none of them.
  expect(factOfCall("cat -n notes.txt", output.replace("-A", "-n"))).toBe("no-option wrap read");
  // A program that was typed speaks for itself, by whatever path.
  expect(factOfCall("./bin/wrap read -A notes.txt", output)).toBe("no-option wrap read -A");
});

test("a message that nobody knows is the same whatever it names and whoever passes it on", () => {
  const one = factOfCall("frob up", "error: the tide of 'mon' is 3.5 m too low at /srv/a/b");
  const other = factOfCall("make up", "error: the tide of 'tue' is 12 m too low at /srv/c");
  expect(one).toBe("message the tide of <name> is <n> m too low at <path>");
  expect(other).toBe(one);
});

test("a short message belongs to the program that says it", () => {
  expect(factOfCall("frob up", "error: too wet")).toBe("message frob | too wet");
});
