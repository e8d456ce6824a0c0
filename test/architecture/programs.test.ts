import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readImports } from "./read-imports.ts";

/** The files that start other programs, and which. Nothing that a folder or a log names is among them. */
const starters: Readonly<Record<string, string>> = {
  "care/doctor/installation-checks.ts": "the recorded Node, for its version",
  "care/doctor/prove-delivery.ts": "our own hook",
  "cli/open-editor.ts": "the person's editor",
  "deliver/commands/run-hook.ts": "the hook, as an agent starts it",
  "deliver/explain/match-payloads.ts": "grep, as the launcher does",
  "deliver/hook/detached-scan.ts": "our own program",
  "deliver/init/run-agent-commands.ts": "the agent that delivery is set up for",
  "platform/process/ancestors.ts": "ps where there is no /proc, by its full path",
  "platform/process/run-program.ts": "the agent that the person chose for asking a model",
  "platform/project/ask-git.ts": "git, with guards",
};

const source = join(import.meta.dirname, "../../src");
const files = globSync("**/*.ts", { cwd: source }).filter((file) => !file.endsWith(".test.ts"));
const textOf = (file: string) => readFileSync(join(source, file), "utf8");

test("programs are started by these files alone, each for a reason", () => {
  const starting = files.filter((file) =>
    readImports(file, textOf(file)).some((name) => /^(?:node:)?child_process$/.test(name ?? "")),
  );
  expect(starting.toSorted()).toEqual(Object.keys(starters));
});

test("git is named as a program in one of them", () => {
  const naming = Object.keys(starters).filter((file) => /["'`]git["'`]/.test(textOf(file)));
  expect(naming).toEqual(["platform/project/ask-git.ts"]);
});
