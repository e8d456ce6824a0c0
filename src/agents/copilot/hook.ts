import { type JsonRecord, recordAt, textAt } from "../../platform/json/fields.ts";
import type { PlannedCall } from "../../match/moment.ts";
import type { FinishedCall, HookDoor, HookPayload } from "../delivery.ts";
import { talkingParts } from "../moment-of-call.ts";
import { nameAt, pathAt, payloadIn, textsAt, unknownCall } from "../payload-fields.ts";

/**
 * What the programs that Copilot CLI calls know of it, in the dialect of its own hook files: the one in which it takes another
 * input from a hook. No payload names its event, so that its fields tell.
 */
export const copilotHook: HookDoor = {
  name: "copilot",
  readPayload,
  readResults,
  ...talkingParts({ transcriptOf: ({ transcriptPath }) => transcriptPath, spoken }),
  modelOf: (_payload, session) => session.model,
  advisesBefore: true,
  adviceAnswer: (_event, text) => JSON.stringify({ additionalContext: text }),
  canHold: true,
  holdAnswer: (reason) =>
    JSON.stringify({ permissionDecision: "deny", permissionDecisionReason: reason }),
  canFix: ({ call }) => call.tool === "Bash",
  // Without a decision it asks about the new input as it would have asked about the old one.
  fixAnswer: (input, command, { text }) =>
    JSON.stringify({ modifiedArgs: { ...input, command }, additionalContext: text }),
  // It shows nothing of a hook to the person.
  userNotice: () => "",
  reviewCommand: () => "lessons review",
  mostContextCharacters: 8000,
  sessionIn: () => undefined,
  environmentFile: () => undefined,
  settingsBesidePlugin: () => undefined,
};

function readPayload(text: string): HookPayload | undefined {
  const payload = payloadIn(text);
  const event = payload === undefined ? undefined : eventOf(payload);
  if (payload === undefined || event === undefined) return undefined;
  const tool = nameAt(payload, "toolName");
  const input = recordAt(payload, "toolArgs");
  // A subagent has a session of its own in its calls, and is told apart by its id.
  const sessionId = nameAt(payload, "parentAgentId") ?? nameAt(payload, "sessionId");
  return {
    event,
    sessionId,
    transcriptPath: pathAt(payload, "transcriptPath") ?? transcriptOf(sessionId),
    workingDirectory: pathAt(payload, "cwd"),
    agentId: nameAt(payload, "agentId"),
    agentType: nameAt(payload, "agentType"),
    source: sources[nameAt(payload, "source") ?? ""],
    lastAssistantMessage: textAt(payload, "response"),
    call: tool === undefined ? undefined : plannedCall(tool, input ?? {}),
    input,
  };
}

function eventOf(payload: JsonRecord): string | undefined {
  if (nameAt(payload, "toolName") !== undefined) {
    if (textAt(payload, "error") !== undefined) return "PostToolUseFailure";
    return recordAt(payload, "toolResult") === undefined ? "PreToolUse" : "PostToolUse";
  }
  const isSubagent = textAt(payload, "agentName") !== undefined;
  if (textAt(payload, "stopReason") !== undefined) return isSubagent ? "SubagentStop" : "Stop";
  if (isSubagent) return "SubagentStart";
  if (textAt(payload, "source") !== undefined) return "SessionStart";
  return textAt(payload, "reason") === undefined ? undefined : "SessionEnd";
}

const sources: Readonly<Record<string, string>> = {
  new: "startup",
  startup: "startup",
  resume: "resume",
};

/** Where it keeps the log of a session; no payload of a call says it. */
function transcriptOf(sessionId: string | undefined): string | undefined {
  const home = process.env["COPILOT_HOME"] || `${process.env["HOME"] ?? ""}/.copilot`;
  return sessionId !== undefined && /^[\w-]{1,100}$/u.test(sessionId)
    ? `${home}/session-state/${sessionId}/events.jsonl`
    : undefined;
}

function plannedCall(tool: string, input: JsonRecord): PlannedCall {
  const paths = textsAt(input, ["path"]);
  switch (tool) {
    case "bash":
      return { tool: "Bash", paths: [], command: textAt(input, "command") };
    case "powershell":
      return { tool: "PowerShell", paths: [], command: textAt(input, "command") };
    case "create":
      return { tool: "Write", paths, content: textAt(input, "file_text") };
    case "edit":
      return { tool: "Edit", paths, content: textAt(input, "new_str") };
    case "view":
      return { tool: "Read", paths };
    case "glob":
      return { tool: "Glob", paths: textsAt(input, ["path", "pattern"]) };
    case "grep":
    case "rg":
      return { tool: "Grep", paths: textsAt(input, ["path", "glob"]) };
    default:
      return unknownCall(tool, input);
  }
}

/** A shell call that failed is a success of the tool; its last line has the status. */
function readResults(text: string): readonly FinishedCall[] {
  const payload = readPayload(text);
  const { call, event } = payload ?? {};
  const raw = payloadIn(text);
  if (payload === undefined || call === undefined) return [];
  if (event === "PostToolUseFailure")
    return [{ ...payload, call, output: textAt(raw, "error") ?? "", isFailed: true }];
  if (event !== "PostToolUse") return [];
  const printed = textAt(recordAt(raw, "toolResult"), "textResultForLlm") ?? "";
  const ended = endOfShell.exec(printed);
  const output = ended === null ? printed : printed.slice(0, ended.index);
  return [{ ...payload, call, output, isFailed: ended !== null && ended[1] !== "0" }];
}

const endOfShell = /\n?<shellId: [^\n>]{1,100} completed with exit code (\d{1,5})>\s*$/u;

function spoken(record: JsonRecord): string | undefined {
  const type = record["type"];
  if (type !== "user.message" && type !== "assistant.message") return undefined;
  return textAt(recordAt(record, "data"), "content");
}
