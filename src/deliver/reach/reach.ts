import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { isRenderedKind } from "../../lesson/record/body.ts";
import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import type { Status } from "../../lesson/record/lifecycle.ts";
import { conditionTable, type ConditionField } from "../../lesson/record/conditions.ts";
import {
  isForSystem,
  systemNamed,
  systemsIn,
  type OperatingSystem,
} from "../../lesson/record/operating-system.ts";
import { commandTexts } from "../../match/moment.ts";
import { findCommand } from "../../match/pattern/find.ts";
import { isPlainlyLinear } from "../../match/pattern/linear.ts";
import { doneWithin } from "../../platform/process/deadline.ts";
import { readPattern, writtenAs } from "../../match/pattern/pattern.ts";
import { patternWords } from "../../match/pattern/words.ts";
import { actsBefore } from "../../match/conditions.ts";
import { demandOf, demandOfFailure } from "../../match/prefilter/prefilter.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { hasTarget, leastWords, mostScore } from "../../match/relevance.ts";
import { type ToolBucket, toolBuckets } from "../../match/tool-bucket.ts";
import { type CardLines, cardFor, isForStart } from "../card/start-plan.ts";
import type { CacheIndex, DeliveryConfig } from "../compile/cache-index.ts";
import { thisSystem } from "../compile/make-ready.ts";
import { hasRoom, startMoments, type StartTurns, turnsAt } from "./start-turns.ts";
import type { CompiledTrial } from "../trial/assignment.ts";

/** When and where an agent hears of a lesson, or why it does not. */
export interface Reach {
  /** In the order of their worth. Empty: it never comes. */
  readonly moments: readonly MomentName[];
  /** What keeps it from coming at any moment. */
  readonly obstacles: readonly Obstacle[];
  /** Moments that it asks for and does not get. */
  readonly lost: readonly { readonly moment: MomentName; readonly obstacle: Obstacle }[];
  /** How many of its keywords must be said before it comes at a call. */
  readonly leastWords: number;
  /** How often it comes at the start of a session, where that is not at every one. */
  readonly turns: readonly StartTurns[];
  /** The connected agents by name; none: nobody hears of anything. Undefined where nobody asked. */
  readonly agents: readonly string[] | undefined;
  /** The tools at whose every call it starts Node. */
  readonly bluntIn: readonly ToolBucket[];
  /** Of the sessions, in how many of 100 a trial withholds it. Absent where none does. */
  readonly withheldPercent?: number;
  /** What people call the project that it is for. */
  readonly project?: string;
}

export type MomentName = (typeof rules)[number]["moment"];

export type Obstacle =
  | { readonly is: "not-active"; readonly status: Status; readonly because: string | null }
  | { readonly is: "below-confidence"; readonly least: number }
  | { readonly is: "below-priority"; readonly least: number }
  /** It holds from a later time on. */
  | { readonly is: "not-yet"; readonly from: string }
  /** Its tags name other systems. */
  | { readonly is: "other-system"; readonly systems: readonly OperatingSystem[] }
  /** It names neither a command, a path, a content nor a keyword. */
  | { readonly is: "nothing-specific" }
  /** No call can give it enough, in thousandths. */
  | { readonly is: "out-of-reach"; readonly most: number; readonly threshold: number }
  /** Calls of the tools that it names have nothing that its patterns could match. */
  | { readonly is: "tools-exclude-pattern"; readonly tools: readonly string[] }
  /** A shell line is split into commands, and none of them can be what the pattern asks for. */
  | { readonly is: "no-such-call"; readonly pattern: string }
  /** A condition that cannot hold here, in words, and its name. */
  | { readonly is: "never-holds"; readonly condition: ConditionField; readonly reading: string }
  /** It comes with the error only, and what helps was neither seen twice nor written by a person. */
  | { readonly is: "unproven-fix" }
  /** It comes with the error only, and that is switched off. */
  | { readonly is: "not-with-errors" }
  /** Others take all the room at the start of a session. */
  | { readonly is: "no-room" }
  /** It used up the hook's time once, and is left out until the next compilation. */
  | { readonly is: "too-slow" }
  | Silence;

/** Why the hook says nothing at all at this time. */
export type Silence =
  | { readonly is: "switched-off" }
  | { readonly is: "paused"; readonly until?: string };

/** What else decides. */
export interface Circumstances {
  readonly config: DeliveryConfig;
  /** The active lessons for the start of a session or a subagent: they share one room. */
  readonly atStart: readonly ReadyLesson[];
  /** The lines of the session card, by scope. */
  readonly card: CardLines;
  readonly skills: Pick<CacheIndex, "skills" | "projectSkills">;
  readonly silence?: Silence | undefined;
  readonly agents?: readonly string[] | undefined;
  readonly now: Instant;
  readonly isTooSlow: (lesson: ReadyLesson) => boolean;
  /** The one that runs. */
  readonly trial?: CompiledTrial | undefined;
  /** Whether a failed call can show this fact. */
  readonly isNoticed: (fact: string) => boolean;
  /** What people call the project of a scope; undefined for a scope that is none. */
  readonly projectName?: ((scope: string) => string | undefined) | undefined;
}

export function reachOf(lesson: Lesson, ready: ReadyLesson, circumstances: Circumstances): Reach {
  const obstacles = generalObstacles(lesson, ready, circumstances);
  const wanted = rules
    .filter(({ isFor }) => isFor(ready, circumstances))
    .map(({ moment, obstacle }) => ({ moment, obstacle: obstacle?.(ready, circumstances) }));
  const lost = wanted.flatMap(({ moment, obstacle }) =>
    obstacle === undefined ? [] : [{ moment, obstacle }],
  );
  const open = wanted.flatMap(({ moment, obstacle }) => (obstacle === undefined ? [moment] : []));
  const moments = obstacles.length > 0 ? [] : open;
  const project = circumstances.projectName?.(lesson.scope);
  return {
    ...(project === undefined ? {} : { project }),
    moments,
    obstacles,
    // It asks for calls and names none: say so, unless there is another way to the agent.
    lost: wanted.length === 0 ? [{ moment: "advice", obstacle: { is: "nothing-specific" } }] : lost,
    leastWords: leastWords(ready, circumstances.config.relevanceThreshold),
    turns: startMoments
      .filter((moment) => moments.includes(moment))
      .flatMap((moment) => turnsAt(ready, moment, circumstances) ?? []),
    agents: circumstances.agents,
    bluntIn: toolBuckets.filter((bucket) => demandOf(ready, bucket).isBlunt),
    ...withheldBy(ready, circumstances),
  };
}

function withheldBy({ id }: ReadyLesson, { trial }: Circumstances): Pick<Reach, "withheldPercent"> {
  return trial?.lessons.includes(id) === true ? { withheldPercent: trial.share / 10 } : {};
}

/** A lesson that no agent will ever hear of, as things are: whether one is connected is another question. */
export function neverComes({ moments: open }: Reach): boolean {
  return open.length === 0;
}

interface MomentRule<Name extends string> {
  readonly moment: Name;
  /** Whether the lesson asks for it. */
  readonly isFor: (lesson: ReadyLesson, circumstances: Circumstances) => boolean;
  /** What keeps it from coming then; nothing in most cases. */
  readonly obstacle?: (lesson: ReadyLesson, circumstances: Circumstances) => Obstacle | undefined;
}

/** Every moment at which an agent can hear of a lesson is one row. What asks for no row never comes. */
const rules = [
  rule({
    moment: "session",
    isFor: (lesson, here) => isForStart(lesson, "SessionStart") && !isOnCard(lesson, here),
    obstacle: (lesson, here) => roomAt(lesson, "session", here),
  }),
  rule({
    moment: "subagent",
    isFor: (lesson, here) => isForStart(lesson, "SubagentStart") && !isOnCard(lesson, here),
    obstacle: (lesson, here) => roomAt(lesson, "subagent", here),
  }),
  rule({ moment: "card", isFor: isOnCard }),
  rule({
    moment: "fix",
    isFor: (lesson) => isAtCalls(lesson) && isFixed(lesson),
    obstacle: callObstacle,
  }),
  rule({
    moment: "hold",
    isFor: (lesson) => isAtCalls(lesson) && isHeld(lesson) && !isFixed(lesson),
    obstacle: callObstacle,
  }),
  rule({
    moment: "advice",
    isFor: (lesson) => isAtCalls(lesson) && !isHeld(lesson),
    obstacle: callObstacle,
  }),
  rule({ moment: "error", isFor: isWithError, obstacle: errorObstacle }),
  rule({
    moment: "skill",
    isFor: ({ tags, scope }, { skills }) => {
      const isOwn = scope.startsWith("project:");
      const known = isOwn ? (skills.projectSkills[scope] ?? {}) : skills.skills;
      return tags.some((tag) => tag.startsWith("tool:") && tag.slice("tool:".length) in known);
    },
  }),
  // Agents read these in the files of their project.
  rule({
    moment: "rendered",
    isFor: (lesson) => mostScore(lesson) === 0 && isRenderedKind(lesson.kind),
  }),
  rule({ moment: "index", isFor: ({ injectOn }) => injectOn.length === 0 }),
];

function rule<const Name extends string>(row: MomentRule<Name>): MomentRule<Name> {
  return row;
}

function isAtCalls(lesson: ReadyLesson): boolean {
  const isBefore = lesson.injectOn.some((at) => at === "PreToolUse" || actsBefore(lesson, at));
  return isBefore && mostScore(lesson) > 0;
}

/** What also comes before the call misses nothing where no line comes with the error. */
function isWithError(lesson: ReadyLesson, { config }: Circumstances): boolean {
  if (!lesson.injectOn.includes("PostToolUseFailure") || mostScore(lesson) === 0) return false;
  return !isAtCalls(lesson) || (config.withError && lesson.hint !== undefined);
}

/** Both starts show the card; its lines take turns where there are many. */
function isOnCard({ id, scope }: ReadyLesson, { card }: Circumstances): boolean {
  return cardFor(card, { agent: deliveryDoor.hook.name, project: scope }).some(({ lessons }) =>
    lessons.includes(id),
  );
}

function isFixed({ fix, commandPatterns }: ReadyLesson): boolean {
  return fix !== undefined && commandPatterns.length > 0;
}

/** Only what looks at the call itself may refuse one. */
function isHeld({ delivery, commandPatterns, contentPatterns }: ReadyLesson): boolean {
  return delivery !== "advise" && commandPatterns.length + contentPatterns.length > 0;
}

function generalObstacles(
  { stage, confidence, priority, tags }: Lesson,
  ready: ReadyLesson,
  { config, silence, now, isTooSlow }: Circumstances,
): readonly Obstacle[] {
  const { minConfidence, minPriority } = config;
  const found: Obstacle[] = [];
  if (stage.status !== "active") {
    const because = stage.status === "archived" ? stage.because : null;
    found.push({ is: "not-active", status: stage.status, because });
  }
  if (confidence < minConfidence) found.push({ is: "below-confidence", least: minConfidence });
  if (priority < minPriority) found.push({ is: "below-priority", least: minPriority });
  if (!isForSystem(tags, thisSystem()))
    found.push({ is: "other-system", systems: systemsIn(tags) });
  const { validFrom } = ready;
  if (validFrom !== undefined && validFrom > now) found.push({ is: "not-yet", from: validFrom });
  if (isTooSlow(ready)) found.push({ is: "too-slow" });
  if (silence !== undefined) found.push(silence);
  return found;
}

function errorObstacle(lesson: ReadyLesson, here: Circumstances): Obstacle | undefined {
  if (!here.config.withError) return { is: "not-with-errors" };
  if (lesson.hint === undefined) return { is: "unproven-fix" };
  return callObstacle(lesson, here, demandOfFailure);
}

function callObstacle(
  lesson: ReadyLesson,
  here: Circumstances,
  demand: typeof demandOf = demandOf,
): Obstacle | undefined {
  const { config } = here;
  const { relevanceThreshold: threshold } = config;
  const most = mostScore(lesson);
  if (most < threshold) return { is: "out-of-reach", most, threshold };
  if (toolBuckets.every((bucket) => demand(lesson, bucket).expressions.length === 0))
    return { is: "tools-exclude-pattern", tools: lesson.toolNames };
  const pattern = impossiblePattern(lesson);
  if (pattern !== undefined) return { is: "no-such-call", pattern };
  const condition = neverHolding(lesson, here);
  if (condition === undefined) return undefined;
  const values = (lesson.conditions?.[condition] ?? []).map(writtenAs);
  return { is: "never-holds", condition, reading: conditionTable[condition].reading(values) };
}

/** A condition that no call on this machine can meet: another system, a fact that nobody can notice. */
function neverHolding(
  { conditions = {} }: ReadyLesson,
  { isNoticed }: Circumstances,
): ConditionField | undefined {
  const { os = [], failedInSession = [] } = conditions;
  const isHere = (name: string) => systemNamed(name.toLowerCase()) === thisSystem();
  if (os.length > 0 && !os.map(writtenAs).some(isHere)) return "os";
  const facts = failedInSession.map(writtenAs);
  return facts.length > 0 && !facts.some(isNoticed) ? "failedInSession" : undefined;
}

/**
 * The first of its command patterns, when none of them can match a command: its own words match it as one text, and none
 * of the commands that a shell makes of them. `^cd x && npm`, `^FOO=1 npm` and quoted text are such.
 */
function impossiblePattern(lesson: ReadyLesson): string | undefined {
  const { commandPatterns, pathPatterns, contentPatterns } = lesson;
  if (!hasTarget(lesson) || pathPatterns.length + contentPatterns.length > 0) return undefined;
  const isImpossible = ({ source, flags }: ReadyLesson["commandPatterns"][number]) => {
    const words = patternWords(source);
    if (words === undefined) return false;
    const line = [words.text, ...words.with].join(" ");
    const look = () =>
      new RegExp(source, flags).test(line) &&
      findCommand(readPattern(source), commandTexts(line)) === undefined;
    // Nobody may have asked how fast it is. Of what takes long nothing is said.
    return isPlainlyLinear({ source, flags })
      ? look()
      : (doneWithin(mostMs, look)?.result ?? false);
  };
  return commandPatterns.every(isImpossible) ? commandPatterns[0]?.source : undefined;
}

const mostMs = 100;

function roomAt(
  lesson: ReadyLesson,
  moment: StartTurns["moment"],
  here: Circumstances,
): Obstacle | undefined {
  return hasRoom(lesson, moment, here) ? undefined : { is: "no-room" };
}

/** Everything that is in the way, each once; what ends by itself comes last. */
export function allObstacles({ obstacles, lost }: Reach): readonly Obstacle[] {
  const found = [...obstacles, ...lost.map(({ obstacle }) => obstacle)];
  const distinct = [...new Map(found.map((each) => [each.is, each])).values()];
  const isPassing = ({ is }: Obstacle) => is === "paused" || is === "switched-off";
  return [...distinct.filter((each) => !isPassing(each)), ...distinct.filter(isPassing)];
}

/** Whether an agent gets it from our hooks at that moment. The rest it reads in files. */
export function needsHooks(moment: MomentName): boolean {
  return moment !== "rendered" && moment !== "skill";
}
