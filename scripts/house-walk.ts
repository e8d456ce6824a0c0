import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createToken } from "../src/platform/person/script-tokens.ts";
import { tokenVariable } from "../src/platform/person/who.ts";

/** A step of the way, and the files of `src` of which at least one function ran in it. */
export interface WalkStage {
  readonly name: string;
  readonly files: readonly string[];
}

const root = join(import.meta.dirname, "..");
const program = "src/cli/main.ts";
const resultHook = "src/deliver/hook/result.ts";
const sessionHook = "src/deliver/hook/session.ts";

/**
 * Lets one mistake go the whole way, each step in a process of its own under V8's coverage: it is made in two sessions,
 * found, approved, put before the agent with the error of a third one that heeds it, and counted.
 */
export function walkOneFailure(): readonly WalkStage[] {
  const home = mkdtempSync(join(tmpdir(), "lessons-walk-"));
  try {
    const walk = new Walk(home);
    for (const number of [1, 2]) walk.writeSession(number, [failing, working]);
    return [
      walk.step("scan: log to candidate", [program, "scan"]),
      walk.step("review: the list", [program, "review"], "", "1."),
      walk.step("review: approved", [program, "decide", "approve 1", "--yes"], "", ""),
      walk.step("hook: a session starts", [sessionHook, "SessionStart"], walk.startPayload),
      walk.step("hook: the error", [resultHook], walk.failurePayload, "stash"),
      walk.heed(),
      walk.step("scan: what followed", [program, "scan"]),
      walk.step("stats: heeded", [program, "stats"], "", "heeded"),
    ].filter(({ name }) => name !== "");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const failing = {
  command: "git stash save --include-untracked-files",
  exit: "Exit code 129\nerror: unknown option `include-untracked-files'\nusage: git stash save",
};
const working = { command: "git stash save --include-untracked", exit: undefined };

class Walk {
  readonly #home: string;
  readonly #project: string;
  readonly #token: string;

  constructor(home: string) {
    this.#home = home;
    this.#token = createToken(join(home, ".lessons"), "walk", new Date().toISOString());
    this.#project = join(home, "shop");
    mkdirSync(join(home, ".claude/projects/-shop"), { recursive: true });
    mkdirSync(join(this.#project, ".git"), { recursive: true });
  }

  get startPayload(): string {
    return this.#payload({ hook_event_name: "SessionStart", source: "startup" });
  }

  get failurePayload(): string {
    const { command, exit: error } = failing;
    return this.#payload({
      hook_event_name: "PostToolUseFailure",
      error,
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: "call-3-0",
    });
  }

  /** The third session: it was told with the error, and does it right. */
  heed(): WalkStage {
    this.writeSession(3, [failing, working]);
    return { name: "", files: [] };
  }

  writeSession(number: number, calls: readonly (typeof failing | typeof working)[]): void {
    const records = calls.flatMap(({ command, exit }, index) => {
      const id = `call-${number}-${index}`;
      const use = { type: "tool_use", id, name: "Bash", input: { command } };
      const result = {
        type: "tool_result",
        tool_use_id: id,
        content: exit ?? "Saved working directory",
        is_error: exit !== undefined,
      };
      return [
        { type: "assistant", message: { id: `msg-${id}`, role: "assistant", content: [use] } },
        { type: "user", message: { role: "user", content: [result] } },
      ];
    });
    const first = Date.now() - (4 - number) * 86_400_000 + (number === 3 ? 86_400_000 : 0);
    const lines = records.map((record, index) =>
      JSON.stringify({
        ...record,
        uuid: `uuid-${number}-${index}`,
        timestamp: new Date(first + index * 1000).toISOString(),
        cwd: this.#project,
        sessionId: session(number),
        version: "2.1.325",
      }),
    );
    const file = join(this.#home, ".claude/projects/-shop", `${session(number)}.jsonl`);
    writeFileSync(file, `${lines.join("\n")}\n`);
  }

  step(name: string, args: readonly string[], input = "", expected = ""): WalkStage {
    const coverage = mkdtempSync(join(this.#home, "coverage-"));
    const [entry = "", ...rest] = args;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", join(root, entry), ...rest],
      {
        cwd: this.#project,
        env: {
          HOME: this.#home,
          PATH: process.env["PATH"],
          NODE_V8_COVERAGE: coverage,
          // The person runs the program, the agent its hooks.
          ...(entry === program
            ? { [tokenVariable]: this.#token }
            : { CLAUDE_CODE_SESSION_ID: session(3) }),
        },
        input,
        encoding: "utf8",
      },
    );
    if (status !== 0 || !stdout.includes(expected))
      throw new Error(`${name}: ended with ${status}\n${stdout}\n${stderr}`);
    return { name, files: executedFiles(coverage) };
  }

  #payload(fields: object): string {
    return JSON.stringify({
      session_id: session(3),
      transcript_path: join(this.#home, ".claude/projects/-shop", `${session(3)}.jsonl`),
      cwd: this.#project,
      ...fields,
    });
  }
}

function session(number: number): string {
  return `01a1e08a-5ea9-7e32-b1b7-00000000000${number}`;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** Loading a file runs its outermost code; it counts when one of its functions was called. */
function executedFiles(folder: string): readonly string[] {
  const found = new Set<string>();
  for (const name of globSync("*.json", { cwd: folder })) {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith("file:")) continue;
      const path = fileURLToPath(url);
      if (!path.startsWith(join(root, "src/"))) continue;
      const isCalled = functions.some(
        ({ ranges: [whole] }) => whole !== undefined && whole.startOffset > 0 && whole.count > 0,
      );
      if (isCalled) found.add(path.slice(root.length + 1));
    }
  }
  return [...found].toSorted();
}
