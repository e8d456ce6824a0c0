import { frameOverheadBytes } from "../../agents/our-text/frame.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import {
  isForSystem,
  systemNamed,
  type OperatingSystem,
} from "../../lesson/record/operating-system.ts";
import {
  asksAboutCall,
  conditionTable,
  declaredConditions,
} from "../../lesson/record/conditions.ts";
import {
  isWorkflowBonus,
  specificFields,
  type InjectionPoint,
} from "../../lesson/record/triggers.ts";
import { levelOf } from "../../lesson/record/level.ts";
import { activeForStarts, activeLessons, activeTags } from "../../lesson/table/lessons.ts";
import { readPattern } from "../../match/pattern/pattern.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { Config } from "../../platform/configuration/settings.ts";
import { stateOf, type Database } from "../../platform/database/database.ts";
import { Fault } from "../../platform/fault.ts";
import { globPattern } from "../../platform/glob.ts";
import { parseInstant } from "../../platform/instant.ts";
import type { SeenLesson } from "../card/card-entries.ts";
import { fixedText } from "../fix/fixed-text.ts";
import { hintParts } from "../hint/hint-line.ts";
import { watchesFor } from "../hint/watches.ts";
import { type Origin, renderLesson } from "../text/lesson-text.ts";

/** An active lesson with what stands behind it, before it is made ready for delivery. */
interface ActiveLesson {
  readonly lesson: Lesson;
  readonly origin: Origin;
  /** What its text may take, with what stands around it. */
  readonly budgetBytes?: number | undefined;
}

export function makeReady({ lesson, origin, budgetBytes }: ActiveLesson): ReadyLesson {
  const { triggers } = lesson;
  return {
    id: lesson.id,
    slug: lesson.slug,
    kind: lesson.kind,
    priority: lesson.priority,
    confidence: lesson.confidence,
    scope: lesson.scope,
    delivery: lesson.delivery,
    injectOn: isIndexLine(lesson) ? [] : triggers.injectOn,
    toolNames: triggers.toolNames,
    commandPatterns: triggers.commandPatterns.map(readPattern),
    pathPatterns: triggers.pathPatterns.map(globPattern),
    contentPatterns: triggers.contentPatterns.map(readPattern),
    actionKeywords: triggers.actionKeywords,
    contextKeywords: triggers.contextKeywords,
    workflowNames: triggers.workflowNames,
    ...(triggers.workflowNames.length > 0 &&
    isWorkflowBonus(lesson) &&
    origin.hasOwnWorkflow !== true
      ? { isWorkflowBonus: true }
      : {}),
    ...readyConditions(lesson),
    ...beginningOf(lesson),
    tags: lesson.tags,
    ...renderLesson(lesson, origin, {
      mostBytes: budgetBytes === undefined ? undefined : budgetBytes - frameOverheadBytes(),
    }),
    ...readyFix(lesson),
    ...hintParts(lesson, origin),
  };
}

/** A version that it holds from is shown, and not checked: what is delivered is not asked which version there is. */
function beginningOf({ validFrom }: Lesson): Pick<ReadyLesson, "validFrom"> {
  const instant = parseInstant(validFrom?.trim() ?? "");
  return instant === undefined ? {} : { validFrom: instant };
}

function readyConditions({ triggers: { conditions } }: Lesson): Pick<ReadyLesson, "conditions"> {
  const declared = declaredConditions(conditions).map(
    ([name, values]) =>
      [name, conditionTable[name].isGlob === true ? values.map(globPattern) : values] as const,
  );
  return declared.length === 0 ? {} : { conditions: Object.fromEntries(declared) };
}

function readyFix({ delivery, fix, slug, summary }: Lesson): Pick<ReadyLesson, "fix"> {
  if (delivery !== "fix" || fix?.how !== "instead" || fix.from === undefined) return {};
  const { from, to } = fix;
  return { fix: { from, to, said: fixedText({ from, to, slug, summary }) } };
}

/**
 * What a model learned and no call is about is looked up in the index: a long text at every start is hardly read. Whoever wants it
 * there all the same says so, with `injectOn` of SessionStart alone.
 */
function isIndexLine({ source, triggers }: Lesson): boolean {
  const isNamed =
    specificFields.some((field) => triggers[field].length > 0) ||
    asksAboutCall(triggers.conditions);
  return source === "llm" && !isNamed && triggers.injectOn.includes("PreToolUse");
}

/** The lessons that are delivered. */
export interface ReadyLessons {
  readonly lessons: readonly ReadyLesson[];
  /** The same, for the lines of the card. */
  readonly seen: readonly SeenLesson[];
  /** Active, but below `minConfidence` or `minPriority`. */
  readonly below: readonly string[];
  /** Active, but for other systems than this machine's. */
  readonly elsewhere: readonly string[];
  /** What sessions are watched for, because one of the lessons asks for it. */
  readonly watches: readonly ReadyLesson[];
}

/**
 * Made once as long as nobody has written: a command that adds a lesson asks for them to say when it comes, and then to compile.
 */
export function readyLessons(
  database: Database,
  config: ReadyConfig,
  system = thisSystem(),
): ReadyLessons {
  const { minConfidence, minPriority, withError, injectionBudgetBytes } = config;
  const settings = [minConfidence, minPriority, withError, injectionBudgetBytes, system];
  const state = JSON.stringify([stateOf(database), settings]);
  const known = latest.get(database);
  if (known?.state === state) return known.ready;
  const ready = readReady(database, config, system);
  latest.set(database, { state, ready });
  return ready;
}

const latest = new WeakMap<Database, { readonly state: string; readonly ready: ReadyLessons }>();

type ReadyConfig = Pick<
  Config,
  "minConfidence" | "minPriority" | "withError" | "injectionBudgetBytes"
>;

function readReady(
  database: Database,
  config: ReadyConfig,
  system: OperatingSystem | undefined,
): ReadyLessons {
  const lessons: ReadyLesson[] = [];
  const seen: SeenLesson[] = [];
  const isWanted = wantedBy(config);
  const below: string[] = [];
  const elsewhere: string[] = [];
  for (const { lesson, sessions, lastSeenAt, ...written } of activeLessons(database)) {
    const origin = { sessions, lastSeenAt: lastSeenAt ?? undefined, ...written };
    if (!isForSystem(lesson.tags, system)) elsewhere.push(lesson.slug);
    else if (isWanted(lesson)) {
      lessons.push(
        asSet(requireReady({ lesson, origin, budgetBytes: config.injectionBudgetBytes }), config),
      );
      seen.push({ lesson, sessions, lastSeenAt });
    } else below.push(lesson.slug);
  }
  const watches = watchesFor(
    seen.map(({ lesson }) => lesson),
    (fact) => readyAbout(fact, { lessons, seen }),
  );
  return { lessons, seen, below, elsewhere, watches };
}

/**
 * Those of the lessons that are delivered which a start may say, and what is seen for the card: of a large store a small part, for
 * commands that ask about one lesson.
 */
export function readyForStarts(
  database: Database,
  config: ReadyConfig,
  system = thisSystem(),
): Pick<ReadyLessons, "lessons" | "seen"> {
  const isWanted = wantedBy(config);
  const found = activeForStarts(database).filter(
    ({ lesson }) => isForSystem(lesson.tags, system) && isWanted(lesson),
  );
  const lessons = found.flatMap(({ lesson, sessions, lastSeenAt, ...written }) => {
    const { injectOn } = lesson.triggers;
    const maySay = levelOf(lesson.priority) === "CRITICAL" || injectOn.some(isStart);
    if (!maySay) return [];
    const origin = { sessions, lastSeenAt: lastSeenAt ?? undefined, ...written };
    const budgetBytes = config.injectionBudgetBytes;
    return [asSet(requireReady({ lesson, origin, budgetBytes }), config)];
  });
  return { lessons, seen: found };
}

function isStart(point: InjectionPoint): boolean {
  return point.endsWith("Start");
}

/** The tags and scopes of the lessons that are delivered. */
export function readyTags(
  database: Database,
  config: ReadyConfig,
  system = thisSystem(),
): readonly Pick<ReadyLesson, "scope" | "tags">[] {
  const isWanted = wantedBy(config);
  return activeTags(database).filter(
    (lesson) => isForSystem(lesson.tags, system) && isWanted(lesson),
  );
}

function wantedBy({ minConfidence, minPriority }: Pick<Config, "minConfidence" | "minPriority">) {
  return ({ confidence, priority }: Pick<Lesson, "confidence" | "priority">) =>
    confidence >= minConfidence && priority >= minPriority;
}

/** The active lesson about a fact. */
export function readyAbout(
  fact: string,
  { lessons, seen }: Pick<ReadyLessons, "lessons" | "seen">,
): ReadyLesson | undefined {
  const known = seen.find(({ lesson }) => lesson.about === fact)?.lesson;
  return lessons.find(({ id }) => id === known?.id);
}

/** Without the setting nothing comes with an error. */
function asSet(ready: ReadyLesson, { withError }: Pick<Config, "withError">): ReadyLesson {
  if (withError || ready.hint === undefined) return ready;
  const { hint: _, ...silent } = ready;
  return silent;
}

/** Lessons are compiled where they are delivered. */
export function thisSystem(): OperatingSystem | undefined {
  return systemNamed(process.platform);
}

/** A fault for what was written by something else than us, and is no lesson: every field that we write was checked. */
export function requireReady(active: ActiveLesson): ReadyLesson {
  try {
    return makeReady(active);
  } catch (error) {
    const { slug } = active.lesson;
    throw new Fault("store-damaged", `${slug} has an invalid record`, {
      hint: `archive it: lessons archive ${slug} --reason broken`,
      cause: error,
    });
  }
}

/** For a replay. None of what was written by something else than us, and is no lesson: `doctor` says that. */
export function readyIfSound(lesson: Lesson): readonly ReadyLesson[] {
  try {
    return [makeReady({ lesson, origin: { sessions: 0 } })];
  } catch {
    return [];
  }
}
