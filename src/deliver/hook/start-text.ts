import { frameDelivery, frameOverheadBytes } from "../../agents/our-text/frame.ts";
import { protocolText } from "../../capture/reports/protocol.ts";
import type { Instant, LessonId } from "../../lesson/record/lesson.ts";
import { needCount, needWords, type NeedCounts } from "../../lesson/record/needs.ts";
import { planStart, type StartPlan, type StartSupply } from "../card/start-plan.ts";
import type { DeliveryConfig } from "../compile/cache-index.ts";
import type { Pause } from "../pause.ts";
import { utf8Length } from "../plan/budget.ts";
import { agent } from "./agent.ts";
import { loadCard, loadForStart, type OpenCache } from "./load.ts";

/** What is said at a start, and what of it is to be noted. */
export interface StartText {
  readonly text: string;
  readonly protocol: DeliveryConfig["protocol"];
  /** How many are shown with their text. */
  readonly lessons: number;
  /** Those that the card says. */
  readonly card: readonly LessonId[];
  /** All that is said of lessons, and what a trial withholds of it. */
  readonly due: readonly LessonId[];
}

/**
 * What a session gets when it starts: the protocol, what must be known from the first call on, and what waits. A subagent
 * starts with an empty context, too, but it can neither review nor resume anything.
 */
export function startText(
  point: "SessionStart" | "SubagentStart",
  cache: OpenCache | undefined,
  project: string | undefined,
  { source, turn, pause, notes, needs, isWithheld }: Beginning,
): StartText {
  // Whoever resumes a session has read the protocol in it.
  const form = source === "resume" ? "off" : (cache?.index.config.protocol ?? "full");
  const protocol = form === "off" ? "" : protocolText(form);
  const isResumed = source === "resume";
  const plan =
    pause === undefined
      ? shown(cache, project, protocol, { point, turn, isResumed, isWithheld })
      : nothingShown;
  const forPerson = point === "SessionStart" ? { needs, paused: pause } : {};
  const leftOut = plan.leftOut.length;
  const text = composeStart({ lessons: plan.pieces, leftOut, protocol, notes, ...forPerson });
  return {
    text,
    protocol: form,
    lessons: plan.lessons.length,
    card: plan.card.flatMap(({ lessons }) => lessons),
    due: plan.due,
  };
}

interface Beginning extends Pick<StartSupply, "isWithheld"> {
  readonly source?: string | undefined;
  /** How many sessions of the project began before this one. */
  readonly turn: number;
  readonly pause: Pause | undefined;
  readonly notes: readonly string[];
  readonly needs?: NeedCounts;
}

const roomForNotes = 1500;

function shown(
  cache: OpenCache | undefined,
  project: string | undefined,
  protocol: string,
  { point, turn, isResumed, isWithheld }: ShownAt,
): StartPlan {
  if (cache === undefined) return nothingShown;
  return planStart({
    lessons: loadForStart(cache, project),
    // Whoever resumes a session has read it there.
    card: isResumed ? [] : loadCard(cache, project),
    point,
    turn,
    isWithheld,
    // The protocol and the counts come on top of the budget, and all of it must reach the model.
    mostBytes: Math.min(
      cache.index.config.injectionBudgetBytes,
      agent.mostContextCharacters - utf8Length(protocol) - roomForNotes,
    ),
    overheadBytes: frameOverheadBytes(),
  });
}

interface ShownAt extends Pick<StartSupply, "point" | "turn" | "isWithheld"> {
  readonly isResumed: boolean;
}

const nothingShown: StartPlan = { pieces: [], lessons: [], card: [], leftOut: [], due: [] };

/** The caller has kept the pieces within the budget. */
interface StartParts {
  /** With the card between them. */
  readonly lessons: readonly string[];
  /** Lessons that belong here and did not fit. */
  readonly leftOut: number;
  /** What needs the person. */
  readonly needs?: NeedCounts | undefined;
  /** Without a time until somebody resumes it. */
  readonly paused?: Pause | undefined;
  readonly protocol?: string;
  /** About the project: what is on record, what is new. */
  readonly notes?: readonly string[];
}

export function composeStart(parts: StartParts): string {
  const { lessons, leftOut, needs = {}, paused, protocol = "", notes = [] } = parts;
  const lines = [
    ...notes,
    ...leftOutLine(leftOut),
    ...(paused === undefined ? [] : [pausedLine(paused)]),
    ...needsLine(needs),
  ];
  return frameDelivery([...lessons, lines.join("\n"), protocol].filter((piece) => piece !== ""));
}

/** The person decides, so the agent is told whom it is for. */
function needsLine(needs: NeedCounts): readonly string[] {
  const count = needCount(needs);
  if (count === 0) return [];
  return [
    `${counted(count, "thing needs", "things need")} the user (${needWords(needs)}): lessons`,
  ];
}

function leftOutLine(count: number): readonly string[] {
  if (count <= 0) return [];
  return [
    `${counted(count, "more lesson is", "more lessons are")} not shown here: lessons list --status active`,
  ];
}

function pausedLine({ until }: Pause): string {
  const time = until === undefined ? "" : ` until ${minute(until)} UTC`;
  return `Lessons are paused${time}. To resume: lessons pause --off`;
}

function minute(instant: Instant): string {
  return instant.slice(0, "2026-11-02T14:00".length).replace("T", " ");
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
