import type { LedgerCall } from "../src/capture/ledger/ledger-call.ts";
import { eachReplayCall } from "../src/capture/ledger/replay-calls.ts";
import { makeReady } from "../src/deliver/compile/make-ready.ts";
import { deliveryConfig } from "../src/deliver/delivery-config.ts";
import { approvedPriority } from "../src/lesson/approved-priority.ts";
import type { Lesson, LessonId } from "../src/lesson/record/lesson.ts";
import { matchLessons } from "../src/match/match.ts";
import { patternWords } from "../src/match/pattern/words.ts";
import type { ReadyLesson } from "../src/match/ready-lesson.ts";
import { ledgerMoment, ReplayMatcher } from "../src/measure/replay/matcher.ts";
import { replayCalls } from "../src/measure/replay/replay.ts";
import { configDefaults } from "../src/platform/configuration/settings.ts";
import { queryAll, type Database } from "../src/platform/database/database.ts";
import { proposeForCall } from "../src/review/propose-fix.ts";
import { approvedLessons } from "./home-card.ts";
import type { FailedResults } from "./home-results.ts";
import type { Share } from "./home-table.ts";
import type { ReferenceRow } from "./homes.ts";

/** What the triggers of derived lessons would have done at the calls of a home. Each lesson comes once a session. */
export interface FireFigures {
  /** Of the lines that came with an error, those that are about something else. */
  readonly withError: Share;
  /** Of the calls that a hold or a fix meets where review proposes one, those that went well or failed for another reason. */
  readonly before: Share;
  /** What came at a call whether or not it failed: rules of a person and reports. No outcome says whether they were wanted. */
  readonly unjudged: number;
  /** Derived patterns that meet every call of a program, or of one of its commands. */
  readonly bareHeads: number;
  /** Every fire that was false. */
  readonly lines: readonly string[];
}

/** Whether a call failed as a lesson says. */
type FailedAs = (call: LedgerCall, lesson: Lesson) => boolean;

/** The calls of a home's sessions, with the lessons that a person had approved before each session, unedited. */
export class HomeFires {
  readonly #calls: ReadonlyMap<string, readonly LedgerCall[]>;
  readonly #printed: FailedResults;
  readonly #failedAs: FailedAs;
  readonly #bare = new Set<string>();
  readonly #lines: string[] = [];
  #withError = none;
  #before = none;
  #unjudged = 0;

  constructor(scanned: Database, printed: FailedResults, failedAs: FailedAs) {
    this.#calls = Map.groupBy(
      eachReplayCall(scanned, { isInOrder: true }),
      ({ log }) => log.sessionId,
    );
    this.#printed = printed;
    this.#failedAs = failedAs;
  }

  /** `learned` knows the sessions before this one. */
  begin(learned: Database, session: string): void {
    const approved = approvedLessons(learned).map(({ lesson, sessions }) => {
      const raised = { ...lesson, priority: approvedPriority(lesson) };
      return { lesson: raised, ready: makeReady({ lesson: raised, origin: { sessions } }) };
    });
    const calls = this.#calls.get(session) ?? [];
    for (const { lesson } of approved) this.#lookForBareHeads(lesson);
    this.#comeWithErrors(approved, calls);
    this.#comeAtCalls(approved, calls, learned);
  }

  /** One line for a failed call, as the hook says it. */
  #comeWithErrors(approved: readonly Approved[], calls: readonly LedgerCall[]): void {
    const lessons = approved.flatMap(({ ready }) => (ready.hint === undefined ? [] : [ready]));
    const said = new Set<LessonId>();
    for (const call of calls) {
      const failure = this.#printed(call.log.number, call.ordinal);
      if (failure === undefined) continue;
      const firing = matchLessons(lessons, { ...ledgerMoment(call), failure }, threshold);
      const first = firing.find(({ lesson }) => !said.has(lesson.id));
      const found = approved.find(({ ready }) => ready === first?.lesson);
      if (found === undefined) continue;
      said.add(found.lesson.id);
      this.#withError = this.#judged(this.#withError, call, found.lesson);
    }
  }

  #comeAtCalls(
    approved: readonly Approved[],
    calls: readonly LedgerCall[],
    learned: Database,
  ): void {
    const byId = new Map(approved.map((each) => [each.lesson.id, each]));
    const matcher = new ReplayMatcher(
      approved.map(({ ready }) => ready),
      threshold,
    );
    const met = new Set<LessonId>();
    for (const call of calls) {
      for (const { id } of matcher.firingAt(call)) {
        const found = byId.get(id);
        if (found === undefined || met.has(id)) continue;
        met.add(id);
        const { lesson } = found;
        if (lesson.triggers.injectOn.includes("PreToolUse")) this.#unjudged += 1;
        else if (isProposed(found, learned))
          this.#before = this.#judged(this.#before, call, lesson);
      }
    }
  }

  #judged({ part, whole }: Share, call: LedgerCall, lesson: Lesson): Share {
    const isFalse = !this.#failedAs(call, lesson);
    if (isFalse) this.#lines.push(`${lesson.about}\t${call.fact ?? call.outcome}\t${call.command}`);
    return { part: part + Number(isFalse), whole: whole + 1 };
  }

  #lookForBareHeads({ about, triggers }: Lesson): void {
    for (const pattern of triggers.commandPatterns)
      if (isBareHead(pattern, about)) this.#bare.add(pattern);
  }

  figures(): FireFigures {
    return {
      withError: this.#withError,
      before: this.#before,
      unjudged: this.#unjudged,
      bareHeads: this.#bare.size,
      lines: this.#lines,
    };
  }
}

/** Whether a pattern meets every call of a program, or of one of its commands, and that name is not what is wrong. */
export function isBareHead(pattern: string, about = ""): boolean {
  const words = patternWords(pattern);
  if (words === undefined || words.with.length + words.without.length > 0) return false;
  return !about.split(" ").includes(words.text.split(" ").at(-1) ?? "");
}

interface Approved {
  readonly lesson: Lesson;
  readonly ready: ReadyLesson;
}

const none: Share = { part: 0, whole: 0 };
const { relevanceThreshold: threshold } = deliveryConfig(configDefaults);

/** Whether review would have offered to hold or to correct such calls, by the sessions before. */
function isProposed({ lesson, ready }: Approved, learned: Database): boolean {
  const record = replayCalls([ready], eachReplayCall(learned), { threshold }).get(lesson.id);
  if (record === undefined) return false;
  return Object.keys(proposeForCall(lesson, record, { otherHooks: [] })).length > 0;
}

/**
 * A call failed as a lesson says where the ledger gives both the same name, where the reference calls it the same as what the
 * lesson was seen in, or where something refuses the same word in the same way: `cat -A` is wrong, whichever program runs as `cat`.
 */
export function sameFacts(scanned: Database, rows: readonly ReferenceRow[]): FailedAs {
  const factAt = new Map(rows.map(({ session, line, fact }) => [`${session}:${line}`, fact]));
  const seen = queryAll<{ session: string; line: number; name: string }>(
    scanned,
    `SELECT session_id AS session, calls.line, fact AS name
     FROM calls JOIN logs ON logs.number = calls.log WHERE fact IS NOT NULL`,
  );
  const factsOf = new Map(
    [...Map.groupBy(seen, ({ name }) => name)].map(([name, places]) => [
      name,
      new Set(places.flatMap(({ session, line }) => factAt.get(`${session}:${line}`) ?? [])),
    ]),
  );
  return ({ fact, log, line, command }, { about = "" }) => {
    if (fact === null) return false;
    if (fact === about || isSameWord(fact, about) || isSameOption(fact, about, command ?? ""))
      return true;
    const known = factAt.get(`${log.sessionId}:${line}`);
    return known !== undefined && factsOf.get(about)?.has(known) === true;
  };
}

/** What runs in the place of a program has no option in its name: the one that the other fact names was typed. */
function isSameOption(one: string, other: string, command: string): boolean {
  const option = [one, other].flatMap((name) => /^no-option .* (-[^ ]+)$/u.exec(name)?.[1] ?? []);
  const areOptions = [one, other].every((name) => name.startsWith("no-option "));
  return areOptions && option.length === 1 && command.split(/\s+/u).includes(option[0] ?? "");
}

function isSameWord(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.split(" "));
  const isNamed = first !== undefined && first.length > 2;
  return isNamed && first[0] === second?.[0] && first.at(-1) === second?.at(-1);
}
