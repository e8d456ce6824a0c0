import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { adapters } from "./all.ts";
import { findLogs } from "./list-logs.ts";

/** One log of each agent, where the real program puts it (names as in captures of the programs). */
const logs: Readonly<Record<string, string>> = {
  "claude-code": ".claude/projects/-home-dev-project/0b9f.jsonl",
  codex: ".codex/sessions/2026/11/15/rollout-2026-11-15T19-02-24-01a1.jsonl",
  gemini: ".gemini/tmp/project/chats/session-2026-11-15T18-53-64ce9503.jsonl",
  copilot: ".copilot/session-state/4750c433/events.jsonl",
  opencode: ".local/share/opencode/opencode.db",
  pi: ".pi/agent/sessions/--home-dev-project--/2026_01.jsonl",
};

function home(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "lessons-logs-"));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "{}\n");
  }
  return folder;
}

test("every agent's log is found where that agent keeps it, and by no other adapter", () => {
  const machine = { home: home(Object.values(logs)), environment: {} };
  for (const adapter of adapters) {
    expect(findLogs(adapter, machine)).toMatchObject({
      agent: adapter.agent,
      files: 1,
      bytes: 3,
      unreadable: [],
    });
  }
});

test("files beside the logs are not logs", () => {
  const beside = [
    ".claude/projects/-home-dev-project/notes.md",
    ".codex/sessions/2026/11/15/other.jsonl",
    ".gemini/tmp/project/logs.json",
    ".copilot/session-state/4750c433/workspace.yaml",
    ".local/share/opencode/log/dev.log",
  ];
  const machine = { home: home(beside), environment: {} };
  for (const adapter of adapters) expect(findLogs(adapter, machine).files).toBe(0);
});

test("an agent's own environment variable moves its place", () => {
  const elsewhere = home([
    "projects/-p/1.jsonl",
    "sessions/2026/01/01/rollout-1.jsonl",
    "opencode/opencode.db",
  ]);
  const environment = {
    CLAUDE_CONFIG_DIR: elsewhere,
    CODEX_HOME: elsewhere,
    XDG_DATA_HOME: elsewhere,
  };
  const found = adapters.map((adapter) => findLogs(adapter, { home: home([]), environment }));
  expect(found.filter(({ files }) => files > 0).map(({ agent }) => agent)).toEqual([
    "claude-code",
    "codex",
    "opencode",
  ]);
});
