import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import { asksAboutCall } from "../../lesson/record/conditions.ts";
import { type LessonId, parseScope } from "../../lesson/record/lesson.ts";
import { matchInSight, type Judgement } from "../../match/match.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { inTime } from "./in-time.ts";
import { addTo, projectOf } from "./tally.ts";
import { foldedText, makeSight, type Moment, type Sight } from "../../match/moment.ts";
import { remembered } from "../../match/once.ts";
import { mayBeAt, mayFind } from "../../match/pattern/find.ts";
import { isPlainlyLinear } from "../../match/pattern/linear.ts";
import { doneWithin } from "../../platform/process/deadline.ts";
import { leadingWord } from "../../shell/word.ts";
import { requiredHeads } from "../../match/prefilter/required-heads.ts";
import { hasTarget, wordsIn } from "../../match/relevance.ts";
import { mayWrite } from "../../shell/written-files.ts";

/** A lesson that fires at a call. */
export interface Firing {
  readonly id: LessonId;
  /** The simple command or the path that its trigger found. */
  readonly shown: string | undefined;
}

/**
 * The hook's matcher over many calls. It asks only the lessons that a call can concern, and a call that
 * was made before in the same project is answered from memory, of which there is a fixed amount. Patterns may be anybody's:
 * all matching is under a deadline, and a lesson that uses it up is left out from then on.
 */
export class ReplayMatcher {
  readonly #lessons: readonly ReadyLesson[];
  readonly #threshold: number;
  readonly #indexes = new Map<string | null, TriggerIndex>();
  #recent = new Map<string, readonly Firing[]>();
  #older = new Map<string, readonly Firing[]>();
  readonly #slow = new Set<LessonId>();

  /** Whether a call failed plays no part here: what comes with the error fires at the call that it is about. */
  constructor(lessons: readonly ReadyLesson[], threshold: number) {
    this.#lessons = lessons.map(asAtTheCall);
    this.#threshold = threshold;
  }

  firingAt(call: LedgerCall): readonly Firing[] {
    return this.#known(call) ?? this.#keep(call, this.#judgeInTime(call));
  }

  /**
   * Judges many calls ahead. What is not proven to be fast is under one deadline for all of them: watching each costs more than
   * judging it. Where that is not enough, each is judged when it is asked for.
   */
  prepare(calls: readonly LedgerCall[]): void {
    const watched: { call: LedgerCall; sight: Sight; lessons: readonly ReadyLesson[] }[] = [];
    for (const call of calls) {
      if (this.#known(call) !== undefined) continue;
      const sight = makeSight(ledgerMoment(call));
      const lessons = this.#lessonsFor(call, sight);
      if (lessons.every(isPlain)) this.#keep(call, this.#match(sight, lessons));
      else watched.push({ call, sight, lessons });
    }
    if (watched.length === 0) return;
    doneWithin(manyMs, () => {
      for (const { call, sight, lessons } of watched) {
        if (this.#known(call) === undefined) this.#keep(call, this.#match(sight, lessons));
      }
    });
  }

  /** Whether a lesson was left out because its patterns take too long. */
  isTooSlow(id: LessonId): boolean {
    return this.#slow.has(id);
  }

  #known(call: LedgerCall): readonly Firing[] | undefined {
    if (call.command === null && call.path === null) return nothing;
    const key = keyOf(call);
    return this.#recent.get(key) ?? this.#older.get(key);
  }

  #keep(call: LedgerCall, firing: readonly Firing[]): readonly Firing[] {
    const key = keyOf(call);
    if (key.length <= longestKey) this.#remember(key, firing);
    return firing;
  }

  #judgeInTime(call: LedgerCall): readonly Firing[] {
    const sight = makeSight(ledgerMoment(call));
    const lessons = this.#lessonsFor(call, sight);
    if (lessons.every(isPlain)) return this.#match(sight, lessons);
    return inTime(lessons, (some) => this.#match(sight, some), {
      limitMs: callMs,
      onSlow: {
        found: (lesson) => this.#leaveOut(lesson),
        isKnown: ({ id }) => this.#slow.has(id),
      },
    });
  }

  /** After a few of them, with all others that nobody has proven to be fast: there may be thousands. */
  #leaveOut({ id }: ReadyLesson): void {
    this.#slow.add(id);
    if (this.#slow.size !== mostSlow) return;
    for (const lesson of this.#lessons) if (!isPlain(lesson)) this.#slow.add(lesson.id);
  }

  #lessonsFor(call: LedgerCall, sight: Sight): readonly ReadyLesson[] {
    const found = this.#indexFor(call.log.projectId).lessonsFor(call, sight);
    return this.#slow.size === 0 ? found : found.filter(({ id }) => !this.#slow.has(id));
  }

  #match(sight: Sight, lessons: readonly ReadyLesson[]): readonly Firing[] {
    if (lessons.length === 0) return nothing;
    const judgements = matchInSight(lessons, sight, this.#threshold);
    if (judgements.length === 0) return nothing;
    return judgements.map((judgement) => ({ id: judgement.lesson.id, shown: shownIn(judgement) }));
  }

  /** Most lessons are for one project, and need not be asked in the others. */
  #indexFor(projectId: string | null): TriggerIndex {
    const known = this.#indexes.get(projectId);
    if (known !== undefined) return known;
    const index = new TriggerIndex(
      this.#lessons.filter(({ scope }) => (projectOf(scope) ?? projectId) === projectId),
    );
    this.#indexes.set(projectId, index);
    return index;
  }

  #remember(key: string, firing: readonly Firing[]): void {
    this.#recent.set(key, firing);
    if (this.#recent.size < mostRemembered) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}

const nothing: readonly Firing[] = [];

const callMs = 100;
/** As many calls as are prepared at once take a tenth of it. */
const manyMs = 300;
const mostSlow = 10;

/** Whether the form of its patterns proves that they take time in proportion to the text: nothing has to watch them. */
function isPlain(lesson: ReadyLesson): boolean {
  return provenPlain(lesson).isProven;
}

const provenPlain = remembered(
  ({ commandPatterns, pathPatterns, contentPatterns }: ReadyLesson) => ({
    isProven: [...commandPatterns, ...pathPatterns, ...contentPatterns].every(isPlainlyLinear),
  }),
);

function asAtTheCall(lesson: ReadyLesson): ReadyLesson {
  const isOnlyWithError =
    lesson.injectOn.includes("PostToolUseFailure") && !lesson.injectOn.includes("PreToolUse");
  return isOnlyWithError ? { ...lesson, injectOn: [...lesson.injectOn, "PreToolUse"] } : lesson;
}

/** Together with `longestKey` at most 40 MB, and a few in real histories. */
const mostRemembered = 10_000;
const longestKey = 1000;

/** All that a moment of the ledger is made of. */
function keyOf({ tool, log, command, path }: LedgerCall): string {
  return `${tool}\0${log.projectId ?? ""}\0${log.projectRoot ?? ""}\0${path ?? ""}\0${command ?? ""}`;
}

function shownIn({ conditions }: Judgement): string | undefined {
  const target = conditions.find(
    ({ name, verdict }) => (name === "command" || name === "path") && verdict === "matched",
  );
  return target?.found[0]?.in;
}

/** A call of the ledger as lessons look at it. What was said around it is not in the ledger. */
export function ledgerMoment({
  tool,
  command,
  path,
  log: { projectId, projectRoot },
}: Pick<LedgerCall, "tool" | "command" | "path" | "log">): Moment {
  const project = projectId === null ? undefined : parseScope(`project:${projectId}`);
  const root = projectRoot === null ? undefined : rooted(projectRoot);
  return {
    call: {
      tool,
      command: command ?? undefined,
      paths: path === null ? [] : [rooted(path)],
    },
    project,
    // Sessions start in their project, and the ledger knows no other folder.
    projectRoot: root,
    workingDirectory: root,
    stack: [],
    recentMessages: [],
    workflows: [],
  };
}

/** The ledger has the owner's home as `~`. For globs it must be a folder at the root, as the home is. */
function rooted(path: string): string {
  return /^~(?=[\\/]|$)/u.test(path) ? `/${path}` : path;
}

/**
 * Lessons by what a call must have for them to fire. Gives back too many, never too few: the matcher
 * has the last word.
 */
class TriggerIndex {
  readonly #byHead = new Map<string, ReadyLesson[]>();
  readonly #atAnyCommand: ReadyLesson[] = [];
  readonly #bySaying: ReadyLesson[] = [];
  readonly #atAnyPath: ReadyLesson[] = [];
  #anyHead: RegExp | undefined;

  constructor(lessons: Iterable<ReadyLesson>) {
    for (const lesson of lessons) this.#add(lesson);
  }

  /** A call of the ledger has a command or a path and nothing else: without a pattern for them, only words in its command count. */
  #add(lesson: ReadyLesson): void {
    if (lesson.pathPatterns.length > 0) this.#atAnyPath.push(lesson);
    if (!hasTarget(lesson)) this.#bySaying.push(lesson);
    if (lesson.commandPatterns.length === 0) return;
    const heads = headsOf(lesson);
    if (heads === undefined) this.#atAnyCommand.push(lesson);
    for (const head of heads ?? []) addTo(this.#byHead, head, lesson);
  }

  lessonsFor(
    { command, path }: Pick<LedgerCall, "command" | "path">,
    sight: Sight,
  ): readonly ReadyLesson[] {
    const lessons = new Set<ReadyLesson>();
    const add = (some: readonly ReadyLesson[], mayConcern: typeof mayBeCommand) => {
      for (const each of some) if (mayConcern(each, sight)) lessons.add(each);
    };
    if (path !== null || (command !== null && mayWrite(command))) add(this.#atAnyPath, mayBePath);
    if (command === null) return [...lessons];
    add(this.#bySaying, maySay);
    add(this.#atAnyCommand, mayBeCommand);
    // Where no lesson waits for a program of the line, it need not be parsed: most of a replay's time goes there.
    if (this.#byHead.size === 0 || !this.#canHaveHead(command)) return [...lessons];
    const heads = new Set(sight.commands().map(leadingWord));
    for (const head of heads) add(this.#byHead.get(head) ?? [], mayBeCommand);
    return [...lessons];
  }

  /** Parsing takes away quotes and escapes, and adds no letters but those of `$'…'`. */
  #canHaveHead(command: string): boolean {
    this.#anyHead ??= anyOf([...this.#byHead.keys()]);
    return command.includes("$'") || this.#anyHead.test(command.replaceAll(/\\\n|[\\'"]/g, ""));
  }
}

function mayBeCommand({ commandPatterns }: ReadyLesson, { commands }: Sight): boolean {
  return commandPatterns.some((pattern) => mayFind(pattern, commands()));
}

function mayBePath({ pathPatterns }: ReadyLesson, { paths }: Sight): boolean {
  return pathPatterns.some((pattern) => mayBeAt(pattern, paths()));
}

/** Without a target, a word that is said makes it about the call; or what is at a path, which no replay can look at. */
function maySay(lesson: ReadyLesson, { spoken }: Sight): boolean {
  if (asksAboutCall(lesson.conditions)) return true;
  return foldedWords(lesson).some((word) => spoken().some((text) => text.includes(word)));
}

const foldedWords = remembered(({ actionKeywords, contextKeywords }: ReadyLesson) =>
  wordsIn([...actionKeywords, ...contextKeywords]).map((word) => foldedText(word.trim())),
);

/** A head begins a word and is followed by what is no part of one. */
function anyOf(heads: readonly string[]): RegExp {
  return new RegExp(heads.includes("") ? "" : `(?<!\\w)(?:${heads.join("|")})(?!\\w)`, "i");
}

/** Once for all shelves that a lesson stands on. */
function headsOf(lesson: ReadyLesson): readonly string[] | undefined {
  const known = knownHeads.get(lesson);
  if (known !== undefined) return known.heads;
  const heads = requiredHeads(lesson.commandPatterns);
  knownHeads.set(lesson, { heads });
  return heads;
}

const knownHeads = new WeakMap<ReadyLesson, { readonly heads: readonly string[] | undefined }>();
