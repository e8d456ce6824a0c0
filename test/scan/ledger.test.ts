import { expect, test } from "vitest";
import { listCalls } from "../../src/capture/ledger/calls.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";

const noon = "2026-01-01T12:00:00.000Z";

/** What one call of a log of Claude Code says about its surroundings. */
interface Made {
  readonly command: string;
  readonly folder?: string;
  readonly model?: string;
  readonly tool?: string;
  /** Absent when it went well. */
  readonly error?: string;
}

test("a call is kept with its fact, its fix, its model, its folder and the shell of its log", () => {
  const calls = ledgerOf([
    { command: "cat -A notes.txt", error: "cat: illegal option -- A" },
    { command: "cat notes.txt" },
    { command: "ls", folder: "/srv/api/src", model: "model-two" },
    { command: "ls *.md", error: "zsh:1: no matches found: *.md" },
  ]);
  const usual = { model: "model-one", workingDirectory: "/srv/api", shell: "zsh" };
  const fine = { fact: null, fixLine: null, treatment: null };
  expect(calls).toEqual([
    {
      ...usual,
      command: "cat -A notes.txt",
      fact: "no-option cat -A",
      fixLine: 3,
      treatment: null,
    },
    { ...usual, ...fine, command: "cat notes.txt" },
    { ...usual, ...fine, command: "ls", model: "model-two", workingDirectory: "/srv/api/src" },
    { ...usual, ...fine, command: "ls *.md", fact: "zsh-glob" },
  ]);
});

test("the tool of PowerShell says which shell it is, and the shell of a program that was called does not", () => {
  const [windows] = ledgerOf([{ tool: "PowerShell", command: "ls" }]);
  expect(windows?.shell).toBe("powershell");
  const error = "\n> build\n> vite build\n\nsh: 1: vite: not found";
  const [npm] = ledgerOf([{ command: "npm run build", error }]);
  expect(npm?.shell).toBeNull();
});

test("calls are found by the class of their fact, by the fact itself, and by the model", () => {
  const context = scanned([
    { command: "cat -A a", error: "cat: illegal option -- A" },
    { command: "cat -B a", error: "cat: illegal option -- B", model: "model-two" },
    { command: "ls" },
  ]);
  const found = (filter: object) =>
    listCalls(context.database, { limit: 9, ...filter }).entries.map(({ command }) => command);
  expect(found({ fact: "no-option" })).toHaveLength(2);
  expect(found({ fact: "no-option cat -A" })).toEqual(["cat -A a"]);
  expect(found({ model: "two" })).toEqual(["cat -B a"]);
});

function ledgerOf(calls: readonly Made[]) {
  const { entries } = listCalls(scanned(calls).database, { limit: 20 });
  return entries
    .toSorted((one, other) => one.ordinal - other.ordinal)
    .map(({ command, fact, fixLine, treatment, model, workingDirectory, shell }) => ({
      command,
      fact,
      fixLine,
      treatment,
      model,
      workingDirectory,
      shell,
    }));
}

function scanned(calls: readonly Made[]) {
  const home = new Home();
  const lines = calls.flatMap((made, index) => {
    const { folder = "/srv/api", model = "model-one", command, tool = "Bash", error } = made;
    const place = { sessionId: "s1", cwd: folder, version: "2.1.0", timestamp: noon };
    const id = `toolu_${index}`;
    const content = [{ type: "tool_use", id, name: tool, input: { command } }];
    const answer = { type: "tool_result", tool_use_id: id, is_error: error !== undefined };
    const said = error === undefined ? "" : `Exit code 1\n${error}`;
    return [
      { ...place, type: "assistant", message: { role: "assistant", model, content } },
      { ...place, type: "user", message: { content: [{ ...answer, content: said }] } },
    ];
  });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  home.write({ path: ".claude/projects/-srv-api/s1.jsonl", text });
  const context = freshContext();
  home.scan(context);
  return context;
}
