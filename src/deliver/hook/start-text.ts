import { mostContextCharacters } from "../../agents/claude-code/hook-answer.ts";
import { fitToBudget, utf8Length } from "../plan/budget.ts";
import type { DeliveryConfig } from "../compile/cache-index.ts";
import { frameOverheadBytes } from "../../agents/our-text/frame.ts";
import { sessionStartText, subagentStartText } from "../text/session-start.ts";
import { levelOf } from "../../lesson/record/level.ts";
import { protocolText } from "../../capture/reports/protocol.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { InjectionPoint } from "../../lesson/record/triggers.ts";
import type { Pause } from "../pause.ts";
import { type OpenCache, loadForStart } from "./load.ts";

/** What is said at a start, and what of it is to be noted. */
export interface StartText {
  readonly text: string;
  readonly protocol: ProtocolForm;
  /** How many are told. */
  readonly lessons: number;
}

type ProtocolForm = DeliveryConfig["protocol"];

/** What a session is told when it starts: the protocol, what must be known from the first call on, and what waits. */
export function textForSession(
  cache: OpenCache | undefined,
  project: string | undefined,
  { source, pause, notes }: SessionBeginning,
): StartText {
  // Whoever resumes a session has read the protocol in it.
  const form = source === "resume" ? "off" : formOf(cache);
  const protocol = textOf(form);
  const { lessons, leftOut } =
    pause === undefined ? shown(cache, project, "SessionStart", protocol) : none;
  const text = sessionStartText({
    lessons,
    leftOut,
    waiting: cache?.index.waiting ?? 0,
    ...(pause === undefined ? {} : { paused: pause }),
    protocol,
    notes,
  });
  return { text, protocol: form, lessons: lessons.length };
}

interface SessionBeginning {
  readonly source: string;
  readonly pause: Pause | undefined;
  readonly notes: readonly string[];
}

/** A subagent starts with an empty context: the protocol, and what no agent may do wrong. */
export function textForSubagent(
  cache: OpenCache | undefined,
  project: string | undefined,
  { pause, notes }: Pick<SessionBeginning, "pause" | "notes">,
): StartText {
  const form = formOf(cache);
  const protocol = textOf(form);
  const { lessons, leftOut } =
    pause === undefined ? shown(cache, project, "SubagentStart", protocol) : none;
  const text = subagentStartText({ lessons, leftOut, protocol, notes });
  return { text, protocol: form, lessons: lessons.length };
}

const none = { lessons: [], leftOut: 0 };
const mostAtStart = 5;
const roomForNotes = 1500;

function shown(
  cache: OpenCache | undefined,
  project: string | undefined,
  point: InjectionPoint,
  protocol: string,
) {
  if (cache === undefined) return none;
  const wanted = loadForStart(cache, project).filter((lesson) => isFor(lesson, point));
  const ordered = [...wanted];
  ordered.sort((one, other) => other.priority - one.priority || other.confidence - one.confidence);
  const portions = fitToBudget(ordered, {
    mostLessons: mostAtStart,
    // The protocol and the counts come on top of the budget, and all of it must reach the model.
    mostBytes: Math.min(
      cache.index.config.injectionBudgetBytes,
      mostContextCharacters - utf8Length(protocol) - roomForNotes,
    ),
    overheadBytes: frameOverheadBytes(),
  });
  return {
    lessons: portions.map(({ text }) => text),
    leftOut: wanted.length - portions.length,
  };
}

function isFor({ injectOn, priority }: ReadyLesson, point: InjectionPoint): boolean {
  return injectOn.includes(point) || levelOf(priority) === "CRITICAL";
}

function formOf(cache: OpenCache | undefined): ProtocolForm {
  return cache?.index.config.protocol ?? "full";
}

/** Empty says nothing. */
function textOf(form: ProtocolForm): string {
  return form === "off" ? "" : protocolText(form);
}
