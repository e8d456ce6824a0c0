import { frameDelivery } from "../../agents/our-text/frame.ts";
import { protocolText } from "../../capture/reports/protocol.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import type { InjectionPoint } from "../../lesson/record/triggers.ts";
import type { DeliveryConfig } from "../compile/cache-index.ts";
import type { Pause } from "../pause.ts";
import { isForStart, placesAtStart } from "../plan/start-places.ts";
import { agent } from "./agent.ts";
import { loadForStart, type OpenCache } from "./load.ts";

/** What is said at a start, and what of it is to be noted. */
export interface StartText {
  readonly text: string;
  readonly protocol: DeliveryConfig["protocol"];
  /** How many are shown. */
  readonly lessons: number;
}

/**
 * What a session gets when it starts: the protocol, what must be known from the first call on, and what waits. A subagent
 * starts with an empty context, too, but it can neither review nor resume anything.
 */
export function startText(
  point: "SessionStart" | "SubagentStart",
  cache: OpenCache | undefined,
  project: string | undefined,
  { source, pause, notes }: Beginning,
): StartText {
  // Whoever resumes a session has read the protocol in it.
  const form = source === "resume" ? "off" : (cache?.index.config.protocol ?? "full");
  const protocol = form === "off" ? "" : protocolText(form);
  const { lessons, leftOut } =
    pause === undefined ? shown(cache, project, point, protocol) : { lessons: [], leftOut: 0 };
  const forPerson =
    point === "SessionStart" ? { waiting: cache?.index.waiting, paused: pause } : {};
  const text = composeStart({ lessons, leftOut, protocol, notes, ...forPerson });
  return { text, protocol: form, lessons: lessons.length };
}

interface Beginning {
  readonly source?: string | undefined;
  readonly pause: Pause | undefined;
  readonly notes: readonly string[];
}

function shown(
  cache: OpenCache | undefined,
  project: string | undefined,
  point: InjectionPoint,
  protocol: string,
) {
  if (cache === undefined) return { lessons: [], leftOut: 0 };
  const wanted = loadForStart(cache, project).filter((lesson) => isForStart(lesson, point));
  const portions = placesAtStart(wanted, {
    injectionBudgetBytes: cache.index.config.injectionBudgetBytes,
    mostContextCharacters: agent.mostContextCharacters,
    protocol,
  });
  return {
    lessons: portions.map(({ text }) => text),
    leftOut: wanted.length - portions.length,
  };
}

/** The caller has kept the pieces within the budget. */
interface StartParts {
  readonly lessons: readonly string[];
  /** Lessons that belong here and did not fit. */
  readonly leftOut: number;
  /** Candidates that nobody has looked at. */
  readonly waiting?: number | undefined;
  /** Without a time until somebody resumes it. */
  readonly paused?: Pause | undefined;
  readonly protocol?: string;
  /** About the project: what is on record, what is new. */
  readonly notes?: readonly string[];
}

export function composeStart(parts: StartParts): string {
  const { lessons, leftOut, waiting = 0, paused, protocol = "", notes = [] } = parts;
  const lines = [
    ...notes,
    ...leftOutLine(leftOut),
    ...(paused === undefined ? [] : [pausedLine(paused)]),
    ...(waiting > 0
      ? [`${counted(waiting, "candidate waits", "candidates wait")} for review: lessons review`]
      : []),
  ];
  return frameDelivery([...lessons, lines.join("\n"), protocol].filter((piece) => piece !== ""));
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
