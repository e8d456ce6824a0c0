import type { PlannedCall } from "../../match/moment.ts";
import { isRecord, type JsonRecord, recordsAt, textAt } from "../../platform/json/fields.ts";
import type { InProcessHook } from "../in-process.ts";
import { inProcessDoor } from "../in-process.ts";
import { joined, textsAt, unknownCall } from "../payload-fields.ts";

/** What our module inside Pi knows of it. */
export const piHook = inProcessDoor("pi", plannedCall);

function plannedCall(tool: string, input: JsonRecord): PlannedCall {
  const paths = textsAt(input, ["path"]);
  switch (tool) {
    case "bash":
      return { tool: "Bash", paths: [], command: textAt(input, "command") };
    case "write":
      return { tool: "Write", paths, content: textAt(input, "content") };
    case "edit":
      return {
        tool: "Edit",
        paths,
        content: joined(recordsAt(input, "edits").flatMap((edit) => textsAt(edit, ["newText"]))),
      };
    case "read":
      return { tool: "Read", paths };
    case "find":
      return { tool: "Glob", paths: textsAt(input, ["path", "pattern"]) };
    case "grep":
      return { tool: "Grep", paths: textsAt(input, ["path", "glob"]) };
    default:
      return unknownCall(tool, input);
  }
}

/** The extension: what it returns from an event is what becomes of it. */
export function piModule(hook: InProcessHook) {
  return (pi: Pi): void => {
    let begun: string | undefined;
    let source: "startup" | "compact" = "startup";
    const told = new Map<string, string>();
    const place = ({ cwd, sessionManager }: PiContext) => ({
      sessionId: sessionOf(sessionManager?.getSessionFile?.()),
      workingDirectory: cwd,
    });
    pi.on("session_compact", () => {
      begun = undefined;
      source = "compact";
    });
    pi.on("before_agent_start", async (_event, context) => {
      const here = place(context);
      if (begun === here.sessionId) return undefined;
      const text = await hook.start({ event: "SessionStart", source, ...here });
      begun = here.sessionId;
      source = "startup";
      return text === undefined
        ? undefined
        : { message: { customType: "lessons", content: text, display: false } };
    });
    pi.on("tool_call", (event, context) => {
      const { toolName, toolCallId, input } = event;
      const answer = hook.call({
        event: "PreToolUse",
        tool: toolName,
        callId: toolCallId,
        input,
        ...place(context),
      });
      if (answer.hold !== undefined) return { block: true, reason: answer.hold };
      if (answer.fix !== undefined) input["command"] = answer.fix;
      if (answer.advice !== undefined) told.set(toolCallId, answer.advice);
      return undefined;
    });
    pi.on("tool_result", (event, context) => {
      const { toolName, toolCallId, input, content, isError } = event;
      const advice = told.get(toolCallId);
      told.delete(toolCallId);
      const output = content
        .flatMap((part) => (isRecord(part) ? (textAt(part, "text") ?? []) : []))
        .join("\n");
      const hint = hook.result({
        event: "PostToolUse",
        tool: toolName,
        callId: toolCallId,
        input,
        output: output.replace(/Command exited with code \d{1,5}$/u, "").trimEnd(),
        isFailed: isError,
        ...place(context),
      });
      const more = [advice, hint].flatMap((text) =>
        text === undefined ? [] : [{ type: "text", text }],
      );
      return more.length === 0 ? undefined : { content: [...content, ...more] };
    });
  };
}

/** As much of Pi as we use. */
interface Pi {
  on(event: "session_compact", handler: () => void): void;
  on(
    event: "before_agent_start",
    handler: (event: unknown, context: PiContext) => Promise<object | undefined>,
  ): void;
  on(event: "tool_call", handler: (event: PiCall, context: PiContext) => object | undefined): void;
  on(
    event: "tool_result",
    handler: (
      event: PiCall & { readonly content: readonly unknown[]; readonly isError: boolean },
      context: PiContext,
    ) => object | undefined,
  ): void;
}

interface PiContext {
  readonly cwd: string;
  readonly sessionManager?: { readonly getSessionFile?: () => string | undefined };
}

interface PiCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: Record<string, unknown>;
}

/** A log is named after the time and the session; without one the session is nobody's but this process's. */
function sessionOf(file: string | undefined): string {
  return /_([\w-]{8,100})\.jsonl$/u.exec(file ?? "")?.[1] ?? `pi-${process.pid}`;
}
