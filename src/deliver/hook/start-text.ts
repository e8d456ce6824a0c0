import { frameDelivery, frameOverheadBytes } from "../../agents/our-text/frame.ts";
import { protocolText } from "../../capture/reports/protocol.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { InjectionPoint } from "../../lesson/record/triggers.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { DeliveryConfig } from "../compile/cache-index.ts";
import type { Pause } from "../pause.ts";
import { fitToBudget, utf8Length } from "../plan/budget.ts";
import { agent } from "./agent.ts";
import { loadForStart, type OpenCache } from "./load.ts";

/** What is said at a start, and what of it is to be noted. */
export interface StartText {
  readonly text: string;
  readonly protocol: ProtocolForm;
  /** How many are shown. */
  readonly lessons: number;
}

type ProtocolForm = DeliveryConfig["protocol"];

/** What a session gets when it starts: the protocol, what must be known from the first call on, and what waits. */
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
    paused: pause,
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
      agent.mostContextCharacters - utf8Length(protocol) - roomForNotes,
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

/** What a session gets when it starts. The caller has kept the pieces within the budget. */
interface SessionStart {
  readonly lessons: readonly string[];
  /** Lessons that belong here and did not fit. */
  readonly leftOut: number;
  /** Candidates that nobody has looked at. */
  readonly waiting: number;
  /** Without a time until somebody resumes it. */
  readonly paused?: Pause | undefined;
  readonly protocol?: string;
  /** About the project: what is on record, what is new. */
  readonly notes?: readonly string[];
}

export function sessionStartText(start: SessionStart): string {
  const { lessons, leftOut, waiting, paused, protocol, notes: given = [] } = start;
  const notes = [
    ...given,
    ...leftOutLine(leftOut),
    ...(paused === undefined ? [] : [pausedLine(paused)]),
    ...(waiting > 0
      ? [`${counted(waiting, "candidate waits", "candidates wait")} for review: lessons review`]
      : []),
  ];
  return framed(lessons, notes, protocol);
}

/** A subagent cannot review or resume anything, so it gets only what helps with its task. */
export function subagentStartText(
  start: Pick<SessionStart, "lessons" | "leftOut" | "protocol" | "notes">,
): string {
  const notes = [...(start.notes ?? []), ...leftOutLine(start.leftOut)];
  return framed(start.lessons, notes, start.protocol);
}

function framed(
  lessons: readonly string[],
  notes: readonly string[],
  protocol: string | undefined,
): string {
  const noted = notes.length === 0 ? [] : [notes.join("\n")];
  const asked = protocol === undefined || protocol === "" ? [] : [protocol];
  return frameDelivery([...lessons, ...noted, ...asked]);
}

function leftOutLine(count: number): readonly string[] {
  if (count <= 0) return [];
  return [
    `${counted(count, "more lesson is", "more lessons are")} not shown here: lessons list --status active`,
  ];
}

function pausedLine({ until }: Pause): string {
  const time = until === undefined ? "" : ` until ${minute(until)} UTC`;
  return `Delivery of lessons is paused${time}: lessons resume`;
}

function minute(instant: Instant): string {
  return instant.slice(0, "2026-11-02T14:00".length).replace("T", " ");
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
