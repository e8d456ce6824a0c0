import { demandOf } from "../../match/prefilter/prefilter.ts";
import { toolBuckets } from "../../match/tool-bucket.ts";
import { checkTriggers, type TriggerReport } from "../../lesson/draft.ts";
import { replayCalls, type Replay } from "../../measure/replay/replay.ts";
import { eachReplayCall, lessonOrigins } from "../../capture/ledger/replay-calls.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { slowLessons } from "../../deliver/compile/current-cache.ts";
import { circumstancesIn } from "../../deliver/reach/circumstances.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import {
  allObstacles,
  neverComes,
  type Obstacle,
  type Reach,
  reachOf,
} from "../../deliver/reach/reach.ts";
import { latestTurn } from "../../deliver/reach/start-turns.ts";
import { latenessWords, obstacleWords } from "../../deliver/reach/reach-words.ts";
import { aboutLessons } from "./finding.ts";
import type { ActiveLesson, Check, Checkup, Examined, Found, OpenStore } from "./finding.ts";

export const triggerChecks: readonly Check[] = [
  { area: "lessons", name: "patterns", lookInside: checkPatterns },
  { area: "lessons", name: "slow", lookInside: checkSlow },
  { area: "lessons", name: "blunt", lookInside: checkBlunt },
  { area: "lessons", name: "reach", lookInside: checkReach },
  { area: "lessons", name: "history", lookInside: checkHistory },
  { area: "lessons", name: "path-only", lookInside: checkPathOnly },
];

/** Patterns are checked when they are saved; what came by other ways, or is older than a check, is found here. */
async function checkPatterns({ active, unusable }: OpenStore): Promise<Examined> {
  const deadline = performance.now() + patienceMs;
  const found: Found[] = unusable.map((slug) => ({
    check: "unusable",
    severity: "broken",
    text: `${slug} has an invalid record and blocks all lessons from reaching agents`,
    hint: `lessons archive ${slug} --reason broken`,
    slugs: [slug],
  }));
  const unproven = new Set(
    active.filter(({ lesson }) => lesson.flags.includes("unprovenPattern")).map(slugOf),
  );
  let unchecked = 0;
  for (const one of active) {
    if (performance.now() > deadline) unchecked += 1;
    else {
      const report = await checkTriggers(one.lesson.triggers);
      found.push(...patternProblems(one, report));
      if (report.unproven.length > 0) unproven.add(slugOf(one));
    }
  }
  found.push(
    ...aboutLessons([...unproven], {
      check: "unproven-pattern",
      severity: "note",
      text: "patterns that may be slow",
      hint: "see them with lessons show; start each with ^ and avoid nested repetition",
    }),
  );
  if (found.length > 0) return found;
  const fine = active.length === 0 ? "none active" : `${active.length} active, all sound`;
  return unchecked > 0 ? `${fine} (${unchecked} not checked)` : fine;
}

/** Proving that a pattern is fast can take long; with very many lessons some are left out. */
const patienceMs = 5000;

function patternProblems({ lesson }: ActiveLesson, { problems }: TriggerReport): readonly Found[] {
  return problems.map(({ field, pattern, problem, isSlow }) => ({
    check: isSlow ? "slow-pattern" : "broken-pattern",
    severity: isSlow ? ("warning" as const) : ("broken" as const),
    text: `${lesson.slug}: ${JSON.stringify(pattern.slice(0, longestShown))} ${problem}`,
    hint: `lessons edit ${lesson.slug} ${field} …`,
    slugs: [lesson.slug],
  }));
}

const longestShown = 120;

function slugOf({ lesson }: ActiveLesson): string {
  return lesson.slug;
}

/** Lessons that the hook leaves out because they once used up its time. */
function checkSlow({ active }: OpenStore, { paths }: Checkup): Examined {
  const isTooSlow = slowLessons(paths);
  const slugs = active.filter(({ ready }) => isTooSlow(ready)).map(slugOf);
  return aboutLessons(slugs, {
    severity: "warning",
    text: "no longer shown because they were too slow",
    hint: `simplify the pattern: lessons edit ${slugs[0]} commandPatterns …; to retry as it is: lessons dev compile`,
  });
}

/** Lessons of which nothing can be known without Node, so that it starts at every call of their tools. */
function checkBlunt({ active }: OpenStore): Examined {
  const blunt = active.flatMap(({ ready }) => {
    const tools = toolBuckets.filter((bucket) => demandOf(ready, bucket).isBlunt).join(", ");
    return tools === "" ? [] : [{ slug: ready.slug, tools }];
  });
  return aboutLessons(
    blunt.map(({ slug }) => slug),
    {
      severity: "warning",
      text: "these lessons slow every call of their tools",
      hint: "add a command, path or content pattern that contains a word",
    },
    blunt.map(({ slug, tools }) => `${slug} (${tools})`),
  );
}

/** Active lessons that no agent will ever hear of. Whether one is connected, and a pause, are findings of their own. */
function checkReach({ active, context }: OpenStore, { paths }: Checkup): Examined {
  const circumstances = circumstancesIn(context, {
    paths,
    active: { lessons: active.map(({ ready }) => ready), seen: active },
  });
  const reaches = active.map(({ lesson, ready }) => ({
    lesson,
    reach: reachOf(lesson, ready, circumstances),
  }));
  const lost = reaches.flatMap(({ lesson, reach }) => {
    const [obstacle] = allObstacles(reach);
    return neverComes(reach) && obstacle !== undefined ? [{ lesson, obstacle }] : [];
  });
  const never = [...Map.groupBy(lost, ({ obstacle }) => obstacle.is)].flatMap(([is, those]) => {
    const finding = reachFindings[is];
    const [first] = those;
    if (finding === undefined || first === undefined) return [];
    return aboutLessons(
      those.map(({ lesson }) => lesson.slug),
      {
        severity: "broken",
        ...finding,
        hint: `${first.lesson.slug}: ${obstacleWords(first.obstacle, first.lesson)}`,
      },
    );
  });
  return [...never, ...lateFindings(reaches)];
}

/** Lessons for the start that come less often than they should. */
function lateFindings(
  reaches: readonly { readonly lesson: Lesson; readonly reach: Reach }[],
): readonly Found[] {
  const late = reaches.flatMap(({ lesson: { slug }, reach }) => {
    const turn = latestTurn(reach.turns);
    return turn === undefined ? [] : [{ slug, turn }];
  });
  const [first] = late;
  return first === undefined
    ? []
    : aboutLessons(
        late.map(({ slug }) => slug),
        {
          check: "seldom-at-start",
          severity: "warning",
          text: "active, but left out of one in three session starts for lack of room",
          hint: `${first.slug}: ${latenessWords(first.turn)}`,
        },
      );
}

/** By obstacle; what has none is said by another check. */
const reachFindings: Readonly<
  Partial<Record<Obstacle["is"], Pick<Found, "check" | "text"> & Partial<Found>>>
> = {
  "nothing-specific": { check: "no-trigger", text: "active, but nothing triggers them" },
  "below-confidence": { check: "below", text: "active, but below minConfidence" },
  "below-priority": { check: "below", text: "active, but below minPriority" },
  "out-of-reach": {
    check: "out-of-reach",
    text: "active, but no call can match enough of their trigger",
  },
  "tools-exclude-pattern": {
    check: "tools-exclude-pattern",
    text: "active, but their tools and patterns contradict each other",
  },
  // It says so itself.
  "not-yet": {
    check: "not-yet",
    severity: "note",
    text: "active, but not valid yet",
  },
  "never-holds": {
    check: "never-holds",
    text: "active, but a condition cannot be met on this machine",
  },
  "no-such-call": { check: "no-such-call", text: "active, but no call can match their pattern" },
  "unproven-fix": {
    check: "unproven-fix",
    text: "active, but not shown with errors: their fix has not worked twice yet",
  },
  // A person switched it off.
  "not-with-errors": {
    check: "not-with-errors",
    severity: "note",
    text: "active, but showing lessons with errors is switched off here",
  },
  "no-room": { check: "no-room", text: "active, but session start has no room for them" },
  // That is what the tags are for: the same store may be used on several machines.
  "other-system": {
    check: "other-system",
    severity: "note",
    text: "active, but for another operating system, so not shown here",
  },
};

/** Triggers that fire at nearly everything or in nearly every session, at nothing, or not even where the lesson comes from, by this person's own calls. */
function checkHistory({ active, context: { database, config } }: OpenStore): Examined {
  if (active.length === 0) return undefined;
  const replays = replayCalls(
    active.map(({ ready }) => ready),
    eachReplayCall(database),
    {
      threshold: deliveryConfig(config).relevanceThreshold,
      origins: lessonOrigins(
        database,
        active.map(({ lesson }) => lesson.id),
      ),
    },
  );
  return firingFindings.flatMap(({ isIt, words, fromCalls = fewestCalls, ...finding }) => {
    const those = active.flatMap(({ lesson }) => {
      const replay = replays.get(lesson.id);
      const { slug } = lesson;
      // Of few calls nothing can be said.
      const isKnown = replay !== undefined && replay.reach.calls >= fromCalls;
      return isKnown && isIt(replay, lesson)
        ? [{ slug, shown: slug + (words?.(replay) ?? "") }]
        : [];
    });
    return aboutLessons(
      those.map(({ slug }) => slug),
      finding,
      those.map(({ shown }) => shown),
    );
  });
}

const fewestCalls = 200;

interface FiringFinding extends Found {
  readonly isIt: (replay: Replay, lesson: Lesson) => boolean;
  /** Where it can be said of fewer calls than usual. */
  readonly fromCalls?: number;
  /** What is said behind the name of the lesson. */
  readonly words?: (replay: Replay) => string;
}

const firingFindings: readonly FiringFinding[] = [
  {
    isIt: ({ worked }, { delivery }) => delivery === "fix" && worked > 0,
    fromCalls: 1,
    check: "fixes-what-works",
    severity: "warning",
    text: "these fix calls that also worked unchanged",
    hint: "use fix only for calls that never work; else: lessons edit <slug> delivery hold (or advise)",
    words: ({ worked, failed }) => ` (${worked} worked, ${failed} failed)`,
  },
  {
    isIt: ({ isTooSlow }) => isTooSlow,
    check: "slow-pattern",
    severity: "warning",
    text: "these patterns are slow on your own calls",
    hint: "simplify them: lessons edit <slug> commandPatterns …",
  },
  {
    isIt: ({ isTooBroad, isInEverySession }) => isTooBroad || isInEverySession,
    check: "always-fires",
    severity: "warning",
    text: "these fire too often to be useful",
    hint: "narrow the trigger: lessons edit <slug> commandPatterns …; to replay all triggers: lessons dev backtest",
    words: ({ isTooBroad, sharePercent, sessions, reach }) =>
      isTooBroad
        ? ` (${Math.round(sharePercent)} % of calls)`
        : ` (in ${sessions} of ${reach.sessions} sessions)`,
  },
  {
    isIt: ({ missesItself }) => missesItself,
    check: "misses-itself",
    severity: "warning",
    text: "these do not fire on the calls they were learned from",
    hint: "to see a trigger: lessons show <slug>; all of them: lessons doctor --json",
  },
  {
    // A fact and no fault: what is worth most may be about a danger that seldom comes.
    isIt: ({ isNever, missesItself }) => isNever && !missesItself,
    check: "never-fires",
    severity: "note",
    text: "these match no call in your history",
    hint: "to see a trigger: lessons show <slug>; to replay all triggers: lessons dev backtest --unfired",
  },
];

/** Lessons that come with every change of a file, whatever is written there. */
function checkPathOnly({ active }: OpenStore): Examined {
  const those = active.filter(({ lesson: { triggers } }) => {
    const { commandPatterns, contentPatterns, actionKeywords, contextKeywords } = triggers;
    const others = [commandPatterns, contentPatterns, actionKeywords, contextKeywords];
    return triggers.pathPatterns.length > 0 && others.every(({ length }) => length === 0);
  });
  return aboutLessons(those.map(slugOf), {
    severity: "note",
    text: "only a path triggers these, whatever the file contains",
    // Words in the conversation would only add to the score: a HIGH lesson came as often as before.
    hint: "if that is too often, add required text: lessons edit <slug> contentPatterns '+…'",
  });
}
