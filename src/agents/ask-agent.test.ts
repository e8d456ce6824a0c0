import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../test/kit/store.ts";
import { askAgent, type AskOptions } from "./ask-agent.ts";

/** Asks a program named `claude` that is this shell script. */
function asking(script: string, more: Partial<AskOptions> = {}) {
  const folder = freshFolder();
  const file = join(folder, "claude");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  const PATH = `${folder}${delimiter}${process.env["PATH"] ?? ""}`;
  return askAgent("claude", "What?", { environment: { PATH }, ...more });
}

test("a program that takes too long is said to have given no answer", async () => {
  await expect(asking("tail -f /dev/null & wait", { timeoutMs: 200 })).rejects.toMatchObject({
    code: "agent-refused",
    message: "claude gave no answer in 0.2 seconds",
  });
});

test("a program that prints without end is said to have printed too much", async () => {
  await expect(asking("yes & wait")).rejects.toMatchObject({
    message: "claude printed more than 8 MB",
  });
});

test("a program that fails is quoted", async () => {
  await expect(asking("echo not signed in >&2; exit 3")).rejects.toMatchObject({
    message: "claude ended with 3: not signed in",
  });
});

test("a program that is not there is named, with what to do", async () => {
  const environment = { PATH: freshFolder() };
  await expect(askAgent("codex", "What?", { environment })).rejects.toMatchObject({
    message: "there is no program codex on the PATH",
    hint: "install codex and sign in to it, or name another program",
  });
});
