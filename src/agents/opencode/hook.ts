import type { PlannedCall } from "../../match/moment.ts";
import { isRecord, type JsonRecord, textAt } from "../../platform/json/fields.ts";
import { readPatch } from "../patch-text.ts";
import type { InProcessHook } from "../in-process.ts";
import { inProcessDoor } from "../in-process.ts";
import { textsAt, unknownCall } from "../payload-fields.ts";

/** What our module inside OpenCode knows of it. */
export const opencodeHook = inProcessDoor("opencode", plannedCall);

function plannedCall(tool: string, input: JsonRecord): PlannedCall {
  const paths = textsAt(input, ["filePath"]);
  switch (tool) {
    case "bash":
      return { tool: "Bash", paths: [], command: textAt(input, "command") };
    case "write":
      return { tool: "Write", paths, content: textAt(input, "content") };
    case "edit":
      return { tool: "Edit", paths, content: textAt(input, "newString") };
    case "apply_patch": {
      const { paths: patched, content, isAllNew } = readPatch(textAt(input, "patchText") ?? "");
      return { tool: isAllNew ? "Write" : "Edit", paths: patched, content };
    }
    case "read":
      return { tool: "Read", paths };
    case "glob":
      return { tool: "Glob", paths: textsAt(input, ["path", "pattern"]) };
    case "grep":
      return { tool: "Grep", paths: textsAt(input, ["path", "include"]) };
    default:
      return unknownCall(tool, input);
  }
}

/**
 * The plugin. It refuses a call by throwing, corrects one by changing its arguments, and adds to what a tool gave back.
 * After an error of a tool it is not called.
 */
export function opencodeModule(hook: InProcessHook) {
  return async ({ directory }: { readonly directory: string }) => {
    const starts = new Map<string, Promise<string | undefined>>();
    const told = new Map<string, string>();
    const at = (event: "SessionStart" | "PreToolUse" | "PostToolUse", sessionId: string) => ({
      event,
      sessionId,
      workingDirectory: directory,
    });
    const startOf = (sessionId: string, source: "startup" | "compact") => {
      const start = hook.start({ ...at("SessionStart", sessionId), source });
      remember(starts, sessionId, start);
      return start;
    };
    return {
      event: async ({ event }: { readonly event: OpencodeEvent }) => {
        const sessionId = event.properties?.sessionID;
        if (event.type === "session.compacted" && sessionId !== undefined)
          await startOf(sessionId, "compact");
      },
      // The instructions are made anew for every request.
      "experimental.chat.system.transform": async (
        { sessionID }: { readonly sessionID?: string },
        { system }: { readonly system: string[] },
      ) => {
        if (sessionID === undefined) return;
        const text = await (starts.get(sessionID) ?? startOf(sessionID, "startup"));
        if (text !== undefined) system.push(text);
      },
      "tool.execute.before": async (
        { tool, sessionID, callID }: OpencodeCall,
        output: { readonly args: Record<string, unknown> },
      ) => {
        const input = isRecord(output.args) ? output.args : {};
        const answer = hook.call({ ...at("PreToolUse", sessionID), tool, callId: callID, input });
        if (answer.hold !== undefined) throw new Error(answer.hold);
        if (answer.fix !== undefined) output.args["command"] = answer.fix;
        if (answer.advice !== undefined) remember(told, callID, answer.advice);
      },
      "tool.execute.after": async (
        { tool, sessionID, callID, args }: OpencodeCall & { readonly args?: unknown },
        output: { output: unknown; readonly metadata?: unknown },
      ) => {
        const printed = typeof output.output === "string" ? output.output : "";
        const exit = isRecord(output.metadata) ? output.metadata["exit"] : undefined;
        const advice = told.get(callID);
        told.delete(callID);
        const hint =
          typeof exit === "number"
            ? hook.result({
                ...at("PostToolUse", sessionID),
                tool,
                callId: callID,
                input: isRecord(args) ? args : {},
                output: printed,
                isFailed: exit !== 0,
              })
            : undefined;
        const more = [advice, hint].filter((text) => text !== undefined);
        if (more.length > 0 && typeof output.output === "string")
          output.output = [printed, ...more].join("\n\n");
      },
    };
  };
}

interface OpencodeCall {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

interface OpencodeEvent {
  readonly type: string;
  readonly properties?: { readonly sessionID?: string };
}

/** A process of days sees many sessions and calls; the oldest go. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > mostRemembered && oldest !== undefined) map.delete(oldest);
}

const mostRemembered = 200;
