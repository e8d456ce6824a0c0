import { RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import fc from "fast-check";
import { expect, test } from "vitest";
import { classifyFailure, type FailedCall } from "./classify-failure.ts";
import { failureRules } from "./failure-rules.ts";
import { hiddenFailurePatterns, outcomes } from "../../agents/outcome/judge-outcome.ts";
import { law } from "../../../test/kit/law.ts";

const lessons = cases(`
command-not-found | python app.py | 127 | bash: line 1: python: command not found
command-not-found | gtimeout 5 make | 127 | zsh:1: command not found: gtimeout
command-not-found | npm run build | 127 | > build⏎> tsc⏎⏎sh: 1: tsc: not found
command-not-found | yarn check | 127 | web check: /bin/sh: line 1: tsc: command not found⏎web check: Exited with code 127
command-not-found | rg todo | 1 | rg : The term 'rg' is not recognized as the name of a cmdlet, function, script file
command-not-found | jq . | 1 | 'jq' is not recognized as an internal or external command,⏎operable program or batch file.
command-not-found | fd x | 127 | fish: Unknown command: fd
command-not-found | docker run img | 127 | docker: Error response from daemon: exec: "fish": executable file not found in $PATH
command-not-found | ./deploy | 127 | /usr/bin/env: ‘node’: No such file or directory
program-missing | ./gradlew test | 127 | zsh:1: no such file or directory: ./gradlew
toolchain-not-set-up | python -V && pytest | 126 | No version is set for command python
toolchain-not-set-up | ./gradlew test | 1 | ERROR: JAVA_HOME is not set and no 'java' command could be found
toolchain-not-set-up | pip install attrs | 1 | error: externally-managed-environment⏎⏎× This environment is externally managed
wrong-version | npm ci | 1 | npm error code EBADENGINE
wrong-version | go test ./... | 1 | go: go.mod requires go >= 1.26 (running go 1.22.1)
wrong-version | node run.ts | 1 | TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for /srv/run.ts
wrong-architecture | ./tool | 126 | bash: ./tool: cannot execute binary file: Exec format error
wrong-architecture | docker pull a/b | 1 | no matching manifest for linux/arm64/v8 in the manifest list entries
missing-module | python3 -m pytest | 1 | /usr/bin/python3: No module named pytest
missing-module | python3 load.py | 1 | Traceback (most recent call last):⏎  File "load.py", line 1⏎ModuleNotFoundError: No module named 'yaml'
dependency-resolution | npm install | 1 | npm error code ERESOLVE⏎npm error ERESOLVE unable to resolve dependency tree
not-initialised | terraform plan | 1 | │ Error: Backend initialization required, please run "terraform init"
wrong-directory | cd web && npm test | 1 | /bin/bash: line 1: cd: web: No such file or directory
wrong-directory | cd web | 1 | (eval):cd:1: no such file or directory: web
wrong-directory | git add lib/a.py | 128 | fatal: pathspec 'lib/a.py' did not match any files
wrong-directory | git diff lib/a.py | 128 | fatal: ambiguous argument 'lib/a.py': unknown revision or path not in the working tree.
wrong-directory | sed -i s/a/b/ lib/a.py && make | 2 | sed: can't read lib/a.py: No such file or directory
wrong-directory | python3 tools/gen.py | 2 | python3: can't open file '/srv/tools/gen.py': [Errno 2] No such file or directory
wrong-directory | bash tools/gen.sh; true |  | bash: tools/gen.sh: No such file or directory
outside-project | go build ./... | 1 | pattern ./...: directory prefix . does not contain main module or its selected dependencies
outside-project | cargo test | 101 | error: could not find ´Cargo.toml´ in ´/srv´ or any parent directory
outside-project | npm test | 254 | npm error enoent Could not read package.json: Error: ENOENT: no such file or directory
outside-project | git status | 128 | fatal: not a git repository (or any of the parent directories): .git
outside-project | mvn test | 1 | [ERROR] The goal you specified requires a project to execute but there is no POM in this directory
outside-project | docker compose up | 14 | no configuration file provided: not found
zsh-glob | pip install foo[bar] | 1 | zsh: no matches found: foo[bar]
zsh-glob | rm -f a*.log && ls | 1 | (eval):1: no matches found: a*.log
zsh-glob | echo === done | 1 | (eval):1: == not found
shell-syntax | echo 'a | 2 | bash: -c: line 1: unexpected EOF while looking for matching ´''
shell-syntax | status=1 | 1 | zsh:1: read-only variable: status
shell-syntax | a && b | 1 | ParserError: ⏎The token '&&' is not a valid statement separator in this version.
no-such-flag | grep -oP x f | 2 | grep: invalid option -- P⏎usage: grep [-abc]
no-such-flag | date -d now | 1 | date: illegal option -- d
no-such-flag | git status --cached | 129 | error: unknown option ´cached'⏎usage: git status [<options>]
no-such-flag | kubectl get pods --all | 1 | error: unknown flag: --all⏎See 'kubectl get --help' for usage.
no-such-flag | cargo test --watch | 1 | error: unexpected argument '--watch' found⏎⏎Usage: cargo test [OPTIONS]
no-such-flag | pytest --parallel | 4 | ERROR: usage: pytest [options]⏎pytest: error: unrecognized arguments: --parallel
no-such-flag | pip install --foo x | 2 | ⏎Usage: ⏎  pip install [options]⏎⏎no such option: --foo
no-such-flag | go test -watch | 2 | flag provided but not defined: -watch
no-such-flag | docker compose -f x up | 125 | unknown shorthand flag: 'f' in -f
no-such-flag | find . -printf %p | 1 | find: -printf: unknown primary or operator
no-such-flag | Get-Item -Foo | 1 | Get-Item : A parameter cannot be found that matches parameter name 'Foo'.
bad-query | sed -i s/a/b/ f | 1 | sed: 1: "f": invalid command code f
no-such-flag | java -foo | 1 | Unrecognized option: -foo
no-such-field | gh pr view --json nope | 1 | Unknown JSON field: "nope"⏎Available fields:⏎  title
bad-argument | helm list a b | 1 | Error: accepts at most 1 arg(s), received 2
bad-argument | tool --level x | 2 | error: invalid value 'x' for '--level <LEVEL>': invalid digit
bad-argument | docker rm | 1 | "docker rm" requires at least 1 argument.
no-such-subcommand | git maintenance status | 129 | error: unknown subcommand: ´status'
no-such-subcommand | docker compos up | 1 | docker: 'compos' is not a docker command.
no-such-subcommand | cargo nextest run | 101 | error: no such command: ´nextest´
no-such-subcommand | helm lst | 1 | Error: unknown command "lst" for "helm"
no-such-subcommand | kubectl get pdo | 1 | error: the server doesn't have a resource type "pdo"
no-such-task | npm run lint | 1 | npm error Missing script: "lint"
no-such-task | make lint | 2 | make: *** No rule to make target 'lint'.  Stop.
no-such-task | bun run lint | 1 | error: Script not found "lint"
bad-query | jq '.a +' f.json | 3 | jq: error: syntax error, unexpected end of file⏎jq: 1 compile error
bad-query | rg '(?<!a)b' | 2 | rg: regex parse error:⏎    (?<!a)b
removed-interface | gh pr edit 7 --title x | 1 | GraphQL: Projects (classic) is being deprecated in favor of the new Projects
usage-shown | mytool sync | 2 | usage: mytool [-h] {push,pull}
sandbox-denied | git commit -m x | 128 | fatal: Unable to create '/srv/a/.git/index.lock': Operation not permitted
sandbox-denied | npm test | 1 | Error: listen EPERM: operation not permitted 127.0.0.1
sandbox-denied | touch /etc/a | 1 | touch: cannot touch '/etc/a': Read-only file system
docker-not-reachable | docker ps | 1 | Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?
no-network | npm install | 1 | npm error request to https://registry.npmjs.org/a failed, reason: getaddrinfo ENOTFOUND registry.npmjs.org
no-network | git fetch | 128 | ssh: Could not resolve hostname github.com: nodename nor servname provided
port-in-use | npm start | 1 | Error: listen EADDRINUSE: address already in use :::3000
service-not-running | psql -c 'select 1' | 2 | psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused
certificate | curl https://a.test | 60 | curl: (60) SSL certificate problem: self signed certificate
out-of-resources | npm run build | 134 | FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
protected-branch | git push | 1 |  ! [remote rejected] main -> main (protected branch hook declined)
no-upstream | git push | 128 | fatal: The current branch topic has no upstream branch.
ignored-path | git add dist/a.js | 1 | The following paths are ignored by one of your .gitignore files:⏎dist
worktree-in-use | git checkout main | 128 | fatal: 'main' is already used by worktree at '/srv/b'
git-lock | git add . | 128 | fatal: Unable to create '/srv/.git/index.lock': File exists.
commit-signing | git commit -m x | 128 | error: gpg failed to sign the data⏎fatal: failed to write commit object
needs-terminal | docker exec -it a sh | 1 | the input device is not a TTY
git-identity | git commit -m x | 128 | Author identity unknown⏎⏎*** Please tell me who you are.
not-authenticated | git clone git@a.test:b | 128 | git@a.test: Permission denied (publickey).
not-authenticated | aws s3 ls | 253 | Unable to locate credentials. You can configure credentials by running "aws configure".
not-authenticated | sudo apt update | 1 | sudo: a password is required
not-authenticated | kubectl get pods | 1 | Error from server (Forbidden): pods is forbidden: User "x" cannot list
missing-variable | npm run seed | 1 | Error: DATABASE_URL environment variable is not set
missing-variable | ./ci.sh | 1 | ci.sh: line 13: CI_TOKEN: unbound variable
not-executable | ./run.sh | 126 | bash: ./run.sh: Permission denied
permission-denied | mkdir /opt/a | 1 | mkdir: cannot create directory ‘/opt/a’: Permission denied
commit-hook | git commit -m x | 1 | $ eslint .⏎⏎husky - pre-commit script failed (code 1)
commit-hook | git commit -m x | 1 | black....Failed⏎- hook id: black⏎- files were modified by this hook
`);

test.each(lessons)("$name is a lesson: $command → $output", ({ name, call }) => {
  expect(verdict(call)).toEqual({ name, worth: "lesson" });
});

const refusals: readonly (readonly [name: string, call: Partial<FailedCall>])[] = [
  ["edit-before-read", edit("File has not been read yet. Read it first before writing to it.")],
  [
    "edit-before-read",
    edit("You must read file a.ts before overwriting it. Use the Read tool first"),
  ],
  ["text-not-found", edit("String to replace not found in file.\nString: --- FAIL: x")],
  ["text-not-found", edit("Error: oldString not found in content")],
  ["text-not-found", edit("Failed to edit, could not find the string to replace.")],
  ["text-not-found", edit("No match found")],
  [
    "text-not-found",
    edit("apply_patch verification failed: Failed to find expected lines in a.go:\n x"),
  ],
  ["text-not-unique", edit("Found 3 matches of the string to replace, but replace_all is false.")],
  [
    "file-changed-since-read",
    edit("File has been modified since read, either by the user or by a linter."),
  ],
  ["output-too-large", read("File content (30000 tokens) exceeds maximum allowed tokens (25000).")],
  ["directory-as-file", read("EISDIR: illegal operation on a directory, read '/srv'")],
  ["invalid-input", read("InputValidationError: Read failed due to the following issue:")],
  ["no-such-tool", { tool: "Skill", action: { does: "other" }, output: "Unknown skill: ship" }],
  [
    "hook-blocked",
    {
      tool: "WebFetch",
      action: { does: "other" },
      output: "PreToolUse:WebFetch hook error: [guard.sh]: use the mirror",
    },
  ],
  ["refusal", { ...shell("cat a.md", "Use the Read tool to read files"), ending: "failed" }],
  [
    "foreground-wait",
    { ...shell("sleep 90; make", "Blocked: sleep 90 followed by: make"), ending: "refused" },
  ],
  [
    "timeout",
    { ...shell("find / -name a", "Command timed out after 2m 0s", 143), outcome: "timeout" },
  ],
];

test.each(refusals)("%s is a lesson", (name, call) => {
  expect(verdict(call)).toEqual({ name, worth: "lesson" });
});

test.each(["PreToolUse:Bash hook error:", "PreToolUse:Bash hook error: [guard.sh]:"])(
  "a hook that refused without a word teaches nothing: %s",
  (output) => {
    const call = { ...shell("make", output), ending: "refused" } as const;
    expect(verdict(call)).toEqual({ name: "hook-without-reason", worth: "none" });
  },
);

const noLessons = cases(`
test-failure | go test ./... | 1 | --- FAIL: TestA (0.00s)⏎    a_test.go:3: no such host⏎FAIL	mod/a	0.1s
test-failure | pytest | 1 | E   PermissionError: [Errno 13]⏎FAILED tests/test_a.py::test_b - PermissionError
test-failure | npm test | 1 | fatal: not a git repository⏎FAIL src/a.test.ts⏎Tests:       1 failed, 3 passed
test-failure | cargo test | 101 | error: unknown option ´x'⏎test result: FAILED. 1 passed; 1 failed
compile-error | go build ./... | 1 | # mod/a⏎a.go:3:5: undefined: b
compile-error | tsc | 2 | src/a.ts(3,5): error TS2322: Type 'x' is not assignable
compile-error | cargo build | 101 | error[E0425]: cannot find value⏎ --> src/a.rs:3:5⏎error: could not compile ´a´
merge-conflict | git merge main | 1 | Auto-merging a⏎CONFLICT (content): Merge conflict in a
missing-file | cat a.md | 1 | cat: a.md: No such file or directory
missing-file | sed -n 1,9p lib/a.py | 2 | sed: can't read lib/a.py: No such file or directory
missing-file | ls docs | 2 | ls: cannot access 'docs': No such file or directory
missing-object | git rev-parse @{u} | 128 | fatal: no upstream configured for branch 'a'
missing-object | git show abc123 | 128 | fatal: ambiguous argument 'abc123': unknown revision or path not in the working tree.
missing-object | gh pr view | 1 | no pull requests found for branch "a"
missing-object | kubectl get pod a | 1 | Error from server (NotFound): pods "a" not found
status-by-design | rg todo src | 1 | 
status-by-design | git config core.editor | 1 | 
status-by-design | gh pr checks 3 | 8 | build	pending	0
status-by-design | cat a ¦ grep b | 1 | 
command-probe | which zig; zig version | 127 | bash: zig: command not found
nothing-to-do | git commit -m x | 1 | On branch main⏎nothing to commit, working tree clean
outage | gh api user | 1 | HTTP 502: Bad Gateway (https://api.test)
outage | npm install | 1 | npm error code ECONNRESET
`);

test.each(noLessons)("$name is none: $command → $output", ({ name, call }) => {
  expect(verdict(call)).toEqual({ name, worth: "none" });
});

const weak = cases(`
glob-probe | ls *.toml | 1 | zsh: no matches found: *.toml
own-program-usage | ./bin/app --bogus | 1 | Error: unknown flag: --bogus
own-program-usage | go run ./cmd/app fooble | 1 | Error: unknown command "fooble" for "app"
would-overwrite | git push | 1 |  ! [rejected]        main -> main (fetch first)
killed | npm run dev | 137 | 
unknown | mytool | 3 | it is Tuesday
`);

test.each(weak)("$name says too little alone: $command → $output", ({ name, call }) => {
  expect(verdict(call)).toEqual({ name, worth: "weak" });
});

test("the patterns of a rule have no flags, so that together they mean what each of them means", () => {
  const flags = failureRules.flatMap(({ lines = [] }) => lines.map((line) => line.flags));
  expect(new Set(flags)).toEqual(new Set([""]));
});

test("what a person stopped is nobody's mistake", () => {
  const call = shell("rm -r a", "bash: rm: command not found", 127);
  expect(verdict({ ...call, outcome: "rejected" })).toEqual({ name: "rejected", worth: "none" });
  expect(verdict({ ...call, outcome: "interrupted" })).toEqual({
    name: "interrupted",
    worth: "none",
  });
});

test("a message in a printed file is not the call's own", () => {
  const page = [
    "# Notes",
    "bash: foo: command not found",
    "error: unknown option `bar'",
    "the end",
  ];
  const call = shell("cat notes.md; false", `${page.join("\n")}\n${"x".repeat(700)}`, 1);
  expect(verdict(call).worth).not.toBe("lesson");
});

test("the verdict quotes the line and says which command it was", () => {
  const call = shell("cd src && grep -P x f | sort", "grep: invalid option -- P\nusage: grep", 2);
  expect(classifyFailure(call)).toEqual({
    name: "no-such-flag",
    worth: "lesson",
    about: "interface",
    headline: "grep: invalid option -- P",
    culprit: 1,
  });
});

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }).map((text) => text.repeat(40)),
  fc
    .array(
      fc.constantFrom(
        "error: ",
        "fatal: ",
        "\n",
        "zsh:1: ",
        "a/b",
        "'x'",
        ": No such file or directory",
        "command not found",
        "\u001B[31m",
        "\r",
      ),
    )
    .map((parts) => parts.join("")),
);

test("law: every failed call has one verdict, and the same each time", () => {
  fc.assert(
    fc.property(
      anyText,
      anyText,
      fc.constantFrom(...outcomes),
      fc.option(fc.integer({ min: 0, max: 255 }), { nil: undefined }),
      fc.constantFrom<FailedCall["action"]["does"]>(
        "shell",
        "read",
        "edit",
        "write",
        "search",
        "other",
      ),
      (command, output, outcome, exitStatus, does) => {
        const action =
          does === "shell"
            ? { does, command }
            : does === "other"
              ? { does }
              : { does, path: command };
        const call = {
          tool: "Tool",
          action,
          outcome,
          output,
          ...(exitStatus === undefined ? {} : { exitStatus }),
        };
        const found = classifyFailure(call);
        expect(classifyFailure(call)).toEqual(found);
        expect(found.headline.includes("\n")).toBe(false);
        expect(found.headline.length).toBeLessThanOrEqual(240);
      },
    ),
    law({ quick: 500 }),
  );
});

test("law: no pattern repeats without bound, so that each is linear", () => {
  const patterns = [
    ...failureRules.flatMap(({ lines = [] }) => lines),
    ...hiddenFailurePatterns.map(({ line }) => line),
  ];
  const unbounded = patterns.filter((pattern) => {
    let found = false;
    visitRegExpAST(new RegExpParser().parsePattern(pattern.source), {
      onQuantifierEnter: ({ max }) => {
        found ||= max === Number.POSITIVE_INFINITY;
      },
    });
    return found || pattern.flags !== "";
  });
  expect(unbounded).toEqual([]);
});

/** One case a line: class, command, exit status, output with ⏎ for a newline and ´ for a backtick. */
function cases(
  table: string,
): readonly { name: string; command: string; output: string; call: FailedCall }[] {
  return table
    .trim()
    .split("\n")
    .map((row) => {
      const [name = "", typed = "", status = "", ...rest] = row.split(" | ");
      const command = typed.replaceAll("¦", "|");
      const output = rest.join(" | ").replaceAll("⏎", "\n").replaceAll("´", "`");
      return {
        name,
        command,
        output,
        call: shell(command, output, status === "" ? undefined : Number(status)),
      };
    });
}

function verdict(call: Partial<FailedCall>): { readonly name: string; readonly worth: string } {
  const whole = {
    tool: "Bash",
    action: { does: "other" },
    outcome: "error",
    output: "",
    ...call,
  } as const;
  const { name, worth } = classifyFailure(whole);
  return { name, worth };
}

function shell(command: string, output: string, exitStatus?: number): FailedCall {
  const call = {
    tool: "Bash",
    action: { does: "shell", command },
    outcome: "error",
    output,
  } as const;
  return exitStatus === undefined ? call : { ...call, ending: "failed", exitStatus };
}

function edit(output: string): FailedCall {
  return {
    tool: "Edit",
    action: { does: "edit", path: "a.ts" },
    outcome: "error",
    ending: "refused",
    output,
  };
}

function read(output: string): FailedCall {
  return {
    tool: "Read",
    action: { does: "read", path: "a.ts" },
    outcome: "error",
    ending: "failed",
    output,
  };
}

const stated: readonly (readonly [command: string, output: string])[] = [
  ["frob sync --deep", "frob: --deep requires a paid plan"],
  ["frob label add a", "could not add label: 'a' not found in this space"],
  ["go vet -deep ./...", "go: -deep requires cgo; enable cgo first"],
  ["./scripts/release.sh", "Refusing to release: push first"],
  ["frob branch b", "fatal: a branch named 'b' already exists"],
];

test.each(stated)("a program that nobody knows says what it wants: %s → %s", (command, output) => {
  const call = { tool: "Bash", action: { does: "shell", command }, outcome: "error" } as const;
  expect(classifyFailure({ ...call, exitStatus: 1, output })).toMatchObject({
    name: "stated",
    about: "interface",
  });
});

test("what the program that is being built says is the work", () => {
  const call = { tool: "Bash", outcome: "error", exitStatus: 1 } as const;
  const action = { does: "shell", command: "./target/debug/frob sync" } as const;
  const output = "frob: sync requires a name";
  expect(classifyFailure({ ...call, action, output }).name).toBe("unknown");
});

test("a loop that waits until the time limit is not a slow program", () => {
  const command = "until gh pr view 7 --json state | grep MERGED; do sleep 30; done";
  const call = { tool: "Bash", action: { does: "shell", command }, ending: "timeout" } as const;
  const output = "Command timed out after 10m 0s";
  expect(classifyFailure({ ...call, outcome: "timeout", output }).name).toBe("polling");
});

test("a limit of a second is the agent's own, and says nothing about the program", () => {
  const call = { tool: "shell", action: { does: "shell", command: "find / -name a" } } as const;
  const ended = { ending: "timeout", outcome: "timeout" } as const;
  const verdictAfter = (time: string) =>
    classifyFailure({ ...call, ...ended, output: `command timed out after ${time}` }).name;
  expect(["1009 milliseconds", "5s", "120000 milliseconds", "2m 0s"].map(verdictAfter)).toEqual([
    "bounded-run",
    "bounded-run",
    "timeout",
    "timeout",
  ]);
});
