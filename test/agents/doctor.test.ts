import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { claudeProgram } from "./kit/claude-program.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { checkout, lessons } from "./kit/lessons.ts";
import type { RequestBody } from "./kit/messages-api.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls, type Reply } from "./kit/script.ts";
import { startScriptedModel } from "./kit/scripted-model.ts";

test("doctor --live proves delivery with the real program, and afterwards by its transcript", async () => {
  const sandbox = freshSandbox();
  lessons(sandbox, ["init", "--yes", "--agent", "claude-code"]);
  expect(await doctor(sandbox, ["--live", "--yes"])).toMatchObject({
    live: { by: "program", isProved: true },
    findings: [],
  });
  const { live, findings } = await doctor(sandbox, ["--live"]);
  expect(live).toEqual({ by: "transcript", isProved: true });
  // Nothing of the marker stays with the hooks.
  expect(findings.filter(({ area }) => area === "compiled")).toEqual([]);
});

test("doctor --live finds that a lesson does not arrive", async () => {
  const sandbox = freshSandbox();
  lessons(sandbox, ["init", "--yes", "--agent", "claude-code"]);
  lessons(sandbox, ["pause"]);
  const { live, findings } = await doctor(sandbox, ["--live", "--yes"]);
  expect(live).toEqual({ by: "program", isProved: false });
  expect(findings.map(({ text: words }) => words)).toContain(
    "Claude Code made the test call, but did not get the lesson",
  );
});

interface Report {
  readonly live: unknown;
  readonly findings: readonly { readonly area: string; readonly text: string }[];
}

/** Beside a model that does what it is told: while the program waits for it, this process must answer. */
async function doctor(sandbox: Sandbox, flags: readonly string[]): Promise<Report> {
  const model = await startScriptedModel({ main: obey });
  const { environment } = claudeProgram(sandbox, model.url);
  const agents = join(checkout, "test/agents/node_modules/.bin");
  try {
    const child = spawn(
      process.execPath,
      [join(checkout, "dist/lessons.js"), "doctor", "--json", ...flags],
      {
        cwd: sandbox.project,
        env: { ...environment, PATH: `${agents}${delimiter}${environment?.["PATH"] ?? ""}` },
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    const [out] = await Promise.all([text(child.stdout), once(child, "close")]);
    return JSON.parse(out);
  } finally {
    await model.close();
  }
}

function obey({ messages }: RequestBody, turn: number): Reply {
  const [command] = /echo lessons-call-[0-9a-f]+/.exec(JSON.stringify(messages)) ?? [];
  return turn === 0 && command !== undefined ? calls(bash(command)) : "done";
}
