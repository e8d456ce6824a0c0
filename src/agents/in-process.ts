import type { PlannedCall } from "../match/moment.ts";
import { isRecord, type JsonRecord, recordAt, textAt } from "../platform/json/fields.ts";
import { parseJson } from "../platform/json/parse.ts";
import type { FinishedCall, HookDoor, HookPayload } from "./delivery.ts";
import { momentOfCall } from "./moment-of-call.ts";
import { nameAt, pathAt, payloadIn, wordAt } from "./payload-fields.ts";

// Some agents load a module into their own process instead of starting a program. It asks what a program would be asked, in
// payloads of our own making, and gets answers of our own: no other agent reads or writes them.

/** What the module knows of the moment. */
interface InProcessPayload {
  readonly event: "SessionStart" | "PreToolUse" | "PostToolUse" | "Stop";
  readonly sessionId: string;
  readonly workingDirectory: string;
  readonly source?: "startup" | "resume" | "compact";
  readonly model?: string | undefined;
  readonly callId?: string;
  readonly tool?: string;
  readonly input?: JsonRecord;
  /** Of a call that is over. */
  readonly output?: string;
  readonly isFailed?: boolean;
}

/** What is to become of a call. */
export interface InProcessAnswer {
  /** For the model, with the result. */
  readonly advice?: string | undefined;
  /** Refuse the call, with this reason. */
  readonly hold?: string | undefined;
  /** Run this line instead. */
  readonly fix?: string | undefined;
}

/** Our programs as such a module calls them. None of them ever throws, and all of them are silent when something goes wrong. */
export interface InProcessHook {
  /** What a session should know when it starts. */
  readonly start: (payload: InProcessPayload) => Promise<string | undefined>;
  readonly call: (payload: InProcessPayload) => InProcessAnswer;
  /** A line about a call that failed. */
  readonly result: (payload: InProcessPayload) => string | undefined;
}

/** The door of an agent that loads a module. `planned` gives its tools our names. */
export function inProcessDoor(
  name: string,
  planned: (tool: string, input: JsonRecord) => PlannedCall,
): HookDoor {
  const readPayload = (text: string): HookPayload | undefined => {
    const payload = payloadIn(text);
    const event = nameAt(payload, "event");
    if (payload === undefined || event === undefined) return undefined;
    const tool = nameAt(payload, "tool");
    const input = recordAt(payload, "input");
    return {
      event,
      sessionId: nameAt(payload, "sessionId"),
      workingDirectory: pathAt(payload, "workingDirectory"),
      source: wordAt(payload, "source"),
      model: nameAt(payload, "model"),
      toolUseId: nameAt(payload, "callId"),
      call: tool === undefined ? undefined : planned(tool, input ?? {}),
      input,
    };
  };
  const readResults = (text: string): readonly FinishedCall[] => {
    const payload = readPayload(text);
    const raw = payloadIn(text);
    const { call } = payload ?? {};
    if (payload?.event !== "PostToolUse" || call === undefined) return [];
    const isFailed = raw?.["isFailed"] === true;
    return [{ ...payload, call, output: textAt(raw, "output") ?? "", isFailed }];
  };
  const said = (answer: InProcessAnswer) => JSON.stringify(answer);
  return {
    name,
    readPayload,
    readResults,
    // What was said is in the agent's own memory, and nobody hands it to us.
    messagesBefore: () => [],
    momentOf: (payload, session, { lessons, environment }) =>
      momentOfCall(payload, session, {
        lessons,
        environment,
        talk: () => ({ messages: [], workflows: [] }),
      }),
    modelOf: ({ model }, session) => model ?? session.model,
    advisesBefore: true,
    adviceAnswer: (_event, advice) => said({ advice }),
    canHold: true,
    holdAnswer: (hold) => said({ hold }),
    canFix: ({ call }) => call.tool === "Bash",
    fixAnswer: (_input, fix, { text }) => said({ fix, advice: text }),
    userNotice: () => "",
    reviewCommand: () => "lessons review",
    mostContextCharacters: 8000,
    sessionIn: () => undefined,
    environmentFile: () => undefined,
    settingsBesidePlugin: () => undefined,
  };
}

/** An answer as the module takes it; nothing for what is none. */
export function inProcessAnswer(text: string): InProcessAnswer {
  const parsed = text === "" ? undefined : parseJson(text);
  const value = parsed !== undefined && "value" in parsed ? parsed.value : undefined;
  if (!isRecord(value)) return {};
  return {
    advice: textAt(value, "advice"),
    hold: textAt(value, "hold"),
    fix: textAt(value, "fix"),
  };
}

/**
 * The file that the agent loads: it only knows where our module is, so that it stays the same from version to version, and
 * does nothing where that is gone.
 */
export function loaderText(module: string, exported: string, nothing: string): string {
  return `// Written by "lessons init"; "lessons uninstall" removes it.
import { createRequire } from "node:module";

let loaded = ${nothing};
try {
  loaded = createRequire(import.meta.url)(${JSON.stringify(module)}).module;
} catch {
  // lessons is gone, and nothing is to be done.
}
${exported} loaded;
`;
}
