import type { LessonId } from "../../lesson/record/lesson.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { InjectionPoint } from "../../lesson/record/triggers.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { fitToBudget, utf8Length } from "../plan/budget.ts";

/** One line of the card. */
export interface CardEntry {
  /** The lessons that it says: those of one program with one remedy share a line. */
  readonly lessons: readonly LessonId[];
  readonly line: string;
  /** The greater, the higher up. */
  readonly worth: number;
  /** Only in sessions of these: what an agent's own sandbox, hooks or tools do says nothing about another agent. */
  readonly agents?: readonly string[] | undefined;
}

/** Lines by the scope that they hold in, as a compilation keeps them. */
export type CardLines = Readonly<Record<string, readonly CardEntry[]>>;

/** The lines that hold for an agent in a project, and on the machine. */
export function cardFor(
  lines: CardLines,
  { agent, project }: { readonly agent: string; readonly project: string | undefined },
): readonly CardEntry[] {
  return Object.entries(lines)
    .filter(([scope]) => !scope.startsWith("project:") || scope === project)
    .flatMap(([, entries]) => entries)
    .filter(({ agents }) => agents === undefined || agents.includes(agent));
}

/** What a start could say. */
export interface StartSupply {
  readonly lessons: readonly StartLesson[];
  /** Of all scopes that hold here. */
  readonly card: readonly CardEntry[];
  readonly point: Exclude<InjectionPoint, "PreToolUse">;
  /** How many sessions of the project began before this one. */
  readonly turn: number;
  /** What may be said in all, with what stands around it. */
  readonly mostBytes: number;
  readonly overheadBytes: number;
  /** What a trial withholds in this session. It is planned as any other and only not said, so that nothing else depends on it. */
  readonly isWithheld?: ((lesson: Pick<ReadyLesson, "id">) => boolean) | undefined;
}

type StartLesson = Pick<
  ReadyLesson,
  "id" | "slug" | "priority" | "confidence" | "injectOn" | "text" | "shortText"
>;

export interface StartPlan {
  /** The texts in their order: CRITICAL lessons, the card, the lessons for the start. */
  readonly pieces: readonly string[];
  readonly lessons: readonly StartLesson[];
  readonly card: readonly CardEntry[];
  /** CRITICAL lessons and lessons for the start that found no room. */
  readonly leftOut: readonly StartLesson[];
  /** Everything that would be said but for a trial, by the ids of the lessons. */
  readonly due: readonly LessonId[];
}

/** CRITICAL lessons, the card and the lessons for the start, the reporting protocol apart. */
export const mostStartBytes = 2048;
const mostCardBytes = 800;
const mostCardLines = 8;
const mostCritical = 5;
const mostRules = 5;

/** A lesson for the start comes at least once in so many sessions. */
const sessionsInARound = 3;

/**
 * What a start says. First everything gets the least that it needs: each CRITICAL lesson its short text, the card its lines, each lesson
 * whose turn it is its short text. What is left makes the short texts whole, and then brings lessons whose turn it
 * is not. So neither the card nor a rule ever takes the place of a CRITICAL lesson.
 */
export function planStart(supply: StartSupply): StartPlan {
  return planTurn(supply, supply.turn, sharedOf(supply));
}

/** What no turn changes. */
interface Shared {
  readonly critical: readonly StartLesson[];
  readonly rules: readonly StartLesson[];
}

function sharedOf(supply: Omit<StartSupply, "turn">): Shared {
  return {
    critical: sorted(supply.lessons.filter(isCritical), byImportance),
    rules: rulesOf(supply),
  };
}

function planTurn(
  { card, mostBytes, overheadBytes, isWithheld = () => false }: Omit<StartSupply, "turn">,
  turn: number,
  { critical, rules }: Shared,
): StartPlan {
  const room = new Room(Math.min(mostBytes, mostStartBytes) - overheadBytes);
  const urgent = inTurn(critical, turn).slice(0, mostCritical);
  for (const lesson of urgent) room.placeShort(lesson);
  const lines = chooseCard(card, turn, Math.min(mostCardBytes, room.left));
  room.take(cardText(lines));
  const due = dueRules(rules, turn).slice(0, mostRules);
  for (const lesson of due) room.placeShort(lesson);
  for (const lesson of [...urgent, ...due]) room.makeWhole(lesson);
  for (const lesson of rules)
    if (rules.filter((each) => room.has(each)).length < mostRules) room.placeWhole(lesson);

  const placed = [...critical, ...rules].filter((lesson) => room.has(lesson));
  const shown = placed.filter((lesson) => !isWithheld(lesson));
  const texts = (wanted: readonly StartLesson[]) =>
    shown.filter((lesson) => wanted.includes(lesson)).map((each) => room.textOf(each));
  // In a trial each of its lessons has a line of its own.
  const said = lines.filter((entry) => !entry.lessons.every((id) => isWithheld({ id })));
  return {
    pieces: [...texts(critical), cardText(said), ...texts(rules)].filter((piece) => piece !== ""),
    lessons: shown,
    card: said,
    leftOut: [...critical, ...rules].filter((lesson) => !room.has(lesson)),
    due: [...placed.map(({ id }) => id), ...lines.flatMap((entry) => entry.lessons)],
  };
}

/** Whether it may come with its text at that start. */
export function isForStart(
  lesson: Pick<ReadyLesson, "injectOn" | "priority">,
  point: InjectionPoint,
): boolean {
  return lesson.injectOn.includes(point) || isCritical(lesson);
}

/** What is not delivered anywhere is a line of the index, however much it matters. */
function isCritical({ injectOn, priority }: Pick<ReadyLesson, "injectOn" | "priority">): boolean {
  return injectOn.length > 0 && levelOf(priority) === "CRITICAL";
}

/** What has a line takes its turn on the card. */
function rulesOf({
  lessons,
  card,
  point,
}: Pick<StartSupply, "lessons" | "card" | "point">): readonly StartLesson[] {
  const lined = new Set(card.flatMap((entry) => entry.lessons));
  const rules = lessons.filter(
    (lesson) => lesson.injectOn.includes(point) && !isCritical(lesson) && !lined.has(lesson.id),
  );
  return sorted(rules, byImportance);
}

/** The hook runs where there is no `toSorted` yet. */
function sorted<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): readonly Item[] {
  const copy = [...items];
  copy.sort(compare);
  return copy;
}

function byImportance(one: StartLesson, other: StartLesson): number {
  return (
    other.priority - one.priority ||
    other.confidence - one.confidence ||
    Number(one.slug > other.slug) - Number(one.slug < other.slug)
  );
}

/** All of them where there is room for all; otherwise in each session some that did not come in the one before stand first. */
function inTurn(lessons: readonly StartLesson[], turn: number): readonly StartLesson[] {
  const rounds = Math.max(1, Math.ceil(lessons.length / mostCritical));
  const isDue = (_: StartLesson, index: number) => index % rounds === turn % rounds;
  return [...lessons.filter(isDue), ...lessons.filter((lesson, index) => !isDue(lesson, index))];
}

/** Every third lesson, and another of them first in each round: should there be too little room, no one is lost for good. */
function dueRules(rules: readonly StartLesson[], turn: number): readonly StartLesson[] {
  const due = rules.filter((_, index) => index % sessionsInARound === turn % sessionsInARound);
  const first = due.length === 0 ? 0 : Math.floor(turn / sessionsInARound) % due.length;
  return [...due.slice(first), ...due.slice(0, first)];
}

/** The lessons for the start that cannot come once in every three sessions, because there is too little room. */
export function crowdedOut(supply: Omit<StartSupply, "turn">): readonly StartLesson[] {
  const every = sessionsBetween(supply);
  return rulesOf(supply).filter(({ id }) => (every.get(id) ?? never) > sessionsInARound);
}

/**
 * How often each lesson comes: at least once in so many sessions, one after the other, or `Infinity`. So many sessions are
 * planned that everything that takes turns has come round.
 */
export function sessionsBetween(supply: Omit<StartSupply, "turn">): ReadonlyMap<LessonId, number> {
  const shared = sharedOf(supply);
  const every = (turns: number) => {
    const comes = new Map<LessonId, number[]>(supply.lessons.map(({ id }) => [id, []]));
    const round = roundOf(supply, shared, turns);
    for (let turn = 0; turn < turns; turn += 1)
      for (const id of round[turn % round.length] ?? []) comes.get(id)?.push(turn);
    return new Map([...comes].map(([id, those]) => [id, longestWait(those, turns)]));
  };
  const { leftOut, card } = planTurn(supply, 0, shared);
  const isAllThere = leftOut.length === 0 && card.length === supply.card.length;
  return every(isAllThere ? 1 : plannedTurns);
}

/** What comes in each session until it begins anew. Where only CRITICAL lessons take turns, that is soon. */
function roundOf(
  supply: Omit<StartSupply, "turn">,
  shared: Shared,
  most: number,
): readonly (readonly LessonId[])[] {
  const round: (readonly LessonId[])[] = [];
  const criticalTurns = Math.ceil(shared.critical.length / mostCritical);
  let isCardWhole = true;
  for (let turn = 0; turn < most; turn += 1) {
    if (turn >= criticalTurns && isCardWhole && shared.rules.length === 0 && turn > 0) break;
    const { lessons, card } = planTurn(supply, turn, shared);
    isCardWhole &&= card.length === supply.card.length;
    round.push(lessons.map(({ id }) => id));
  }
  return round;
}

const never = Number.POSITIVE_INFINITY;

/** Three times as many as the longest round of eighty lessons; with more of them one waits long in any case. */
const plannedTurns = 240;

function longestWait(comes: readonly number[], turns: number): number {
  if (comes.length === 0) return never;
  return Math.max(...[...comes, turns].map((turn, at) => turn - (comes[at - 1] ?? -1)));
}

const cardHeading = "### Known here (lessons card)";

export function cardText(lines: readonly CardEntry[]): string {
  if (lines.length === 0) return "";
  return [cardHeading, ...lines.map(({ line }) => `- ${line}`)].join("\n");
}

/**
 * The lines that fit, what is worth most first. Where not all do, the best keep their place, and the others take turns
 * in the rest of the room.
 */
export function chooseCard(
  card: readonly CardEntry[],
  turn: number,
  mostBytes = mostCardBytes,
): readonly CardEntry[] {
  const ranked = sorted(card, (one, other) => other.worth - one.worth);
  const whole = filled([], ranked, mostCardLines, mostBytes);
  if (whole.length === ranked.length) return ranked;
  const kept = filled([], ranked, mostKept, mostBytes * shareKept);
  const others = ranked.filter((entry) => !kept.includes(entry));
  const first = (turn * stepOfOthers) % others.length;
  const inOrder = [...others.slice(first), ...others.slice(0, first)];
  const chosen = filled(kept, inOrder, mostCardLines, mostBytes);
  return ranked.filter((entry) => chosen.includes(entry));
}

const mostKept = 5;
const shareKept = 0.6;
/** Two lines always fit into what the kept ones leave. */
const stepOfOthers = 2;

function filled(
  kept: readonly CardEntry[],
  entries: readonly CardEntry[],
  mostLines: number,
  mostBytes: number,
): readonly CardEntry[] {
  const chosen = [...kept];
  for (const entry of entries) {
    if (chosen.length >= mostLines) break;
    if (utf8Length(cardText([...chosen, entry])) <= mostBytes) chosen.push(entry);
  }
  return chosen;
}

/** The bytes that a start may take, and what was placed in them. */
class Room {
  readonly #texts = new Map<StartLesson, string>();
  left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  has(lesson: StartLesson): boolean {
    return this.#texts.has(lesson);
  }

  textOf(lesson: StartLesson): string {
    return this.#texts.get(lesson) ?? "";
  }

  take(piece: string): void {
    if (piece !== "") this.left -= utf8Length(piece) + blankLine;
  }

  placeShort(lesson: StartLesson): void {
    const { text, shortText } = lesson;
    const least = shortText === "" || utf8Length(text) < utf8Length(shortText) ? text : shortText;
    const [portion] = fitToBudget([{ text: least, shortText: least }], {
      mostLessons: 1,
      mostBytes: this.left,
      overheadBytes: blankLine,
    });
    if (portion === undefined) return;
    this.#texts.set(lesson, portion.text);
    this.take(portion.text);
  }

  makeWhole(lesson: StartLesson): void {
    const placed = this.#texts.get(lesson);
    const more = placed === undefined ? 0 : utf8Length(lesson.text) - utf8Length(placed);
    if (placed === undefined || lesson.text === "" || more > this.left) return;
    this.#texts.set(lesson, lesson.text);
    this.left -= more;
  }

  placeWhole(lesson: StartLesson): void {
    if (this.has(lesson) || lesson.text === "") return;
    const bytes = utf8Length(lesson.text) + blankLine;
    if (bytes > this.left) return;
    this.#texts.set(lesson, lesson.text);
    this.left -= bytes;
  }
}

const blankLine = 2;
