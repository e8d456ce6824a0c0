import { join } from "node:path";
import { outerSession } from "./headless.ts";
import type { Adapter } from "../adapter.ts";
import { firstBytes } from "../read-records.ts";

/** One folder per project, one JSON Lines file per session; subagents have files of their own below. */
export const claudeCode: Adapter = {
  agent: "claude-code",
  title: "Claude Code",
  testedUpTo: "2.1.325",
  // The tools of the newest version that was looked at. `MultiEdit`, `LS` and `NotebookRead` are gone; `Task` is the name that
  // matchers still take for `Agent`.
  toolNames: (
    "Agent Artifact AskUserQuestion Bash BashOutput Edit EnterPlanMode ExitPlanMode Glob " +
    "Grep KillShell ListMcpResourcesTool LSP Monitor NotebookEdit PowerShell Read " +
    "ReadMcpResourceTool ReportFindings ScheduleWakeup SendMessage Skill SlashCommand " +
    "Task TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TodoWrite ToolSearch " +
    "WebFetch WebSearch Workflow Write"
  ).split(" "),
  signs: { variables: outerSession, programs: ["claude"] },
  logPlaces: ({ home, environment }) => [
    {
      folder: join(environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "projects"),
      isLog: (path) => path.endsWith(".jsonl"),
    },
  ],
  recognises: isTranscript,
  shapeOf: (path) => (path.endsWith(".jsonl") ? "lines" : undefined),
};

/** A transcript that was copied elsewhere: its records name their session and what they follow. */
function isTranscript(path: string): boolean {
  if (!path.endsWith(".jsonl")) return false;
  const head = firstBytes(path);
  return head.includes('"sessionId":"') && head.includes('"parentUuid":');
}
