import { parseScope } from "../lesson/record/lesson.ts";
import type { Moment } from "../match/moment.ts";
import { remembered } from "../match/once.ts";
import type { ReadyLesson } from "../match/ready-lesson.ts";
import { linesFromEnd } from "../platform/files/lines-from-end.ts";
import { isRecord, type JsonRecord } from "../platform/json/fields.ts";
import { parseJson } from "../platform/json/parse.ts";
import type { HookDoor, SessionProject, ToolPayload } from "./delivery.ts";

/** What was said last, and what is being carried out. */
export interface Talk {
  /** The last messages of both sides, oldest first. */
  readonly messages: readonly string[];
  /** The command that the person typed last, and the skills used since. */
  readonly workflows: readonly string[];
}

/** The moment of a call as lessons look at it. What was said is read only where a lesson asks for words. */
export function momentOfCall(
  payload: ToolPayload,
  session: SessionProject,
  {
    lessons,
    environment,
    talk,
  }: {
    readonly lessons: readonly ReadyLesson[];
    readonly environment: NodeJS.ProcessEnv;
    readonly talk: () => Talk;
  },
): Moment {
  const { call, workingDirectory, agentType } = payload;
  const { messages, workflows } = needsTalk(lessons) ? talk() : silence;
  const workflow = environment["LESSONS_WORKFLOW"];
  return {
    call,
    project: session.project === undefined ? undefined : parseScope(session.project),
    projectRoot: session.projectRoot,
    workingDirectory,
    stack: session.stack,
    recentMessages: messages,
    workflows: [...workflows, agentType, workflow].flatMap((name) => name || []),
  };
}

const silence: Talk = { messages: [], workflows: [] };

/** Most lessons ask for nothing that was said, and then nothing is read. */
function needsTalk(lessons: readonly ReadyLesson[]): boolean {
  return lessons.some(
    ({ actionKeywords, contextKeywords, workflowNames }) =>
      actionKeywords.length + contextKeywords.length + workflowNames.length > 0,
  );
}

/** As many as relevance looks at. */
export const mostMessages = 5;

/** A record that is longer is a result or a file. A disk reads the rest in a few hundredths of a second. */
export const transcriptBounds = { longest: 262_144, mostBytes: 67_108_864 };

/**
 * The parts of a door that look at what was said, for agents whose transcript has one record a line. `spoken` is what a person or
 * the agent said in a record, and undefined for everything else.
 */
export function talkingParts({
  transcriptOf,
  spoken,
}: {
  readonly transcriptOf: (payload: ToolPayload) => string | undefined;
  readonly spoken: (record: JsonRecord) => string | undefined;
}): Pick<HookDoor, "messagesBefore" | "momentOf"> {
  // Read once for a call, whoever asks.
  const messagesBefore = remembered((payload: ToolPayload) => {
    const transcript = transcriptOf(payload);
    const messages: string[] = [];
    if (transcript === undefined) return messages;
    for (const line of linesFromEnd(transcript, transcriptBounds)) {
      if (messages.length >= mostMessages) break;
      const record = recordIn(line);
      const text = record === undefined ? undefined : spoken(record)?.trim();
      if (text) messages.unshift(text);
    }
    return messages;
  });
  return {
    messagesBefore,
    momentOf: (payload, session, { lessons, environment }) =>
      momentOfCall(payload, session, {
        lessons,
        environment,
        talk: () => ({ messages: messagesBefore(payload), workflows: [] }),
      }),
  };
}

export function recordIn(line: string): JsonRecord | undefined {
  if (!line.startsWith("{")) return undefined;
  const parsed = parseJson(line);
  return "value" in parsed && isRecord(parsed.value) ? parsed.value : undefined;
}
