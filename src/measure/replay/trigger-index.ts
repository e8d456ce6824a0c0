import { leadingWord } from "../../shell/word.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import { commandTexts } from "../../match/command-texts.ts";
import { requiredHeads } from "../../match/prefilter/program.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";

/**
 * Lessons by what a call must have for them to fire. Gives back too many, never too few: the matcher
 * has the last word.
 */
export class TriggerIndex {
  readonly #byHead = new Map<string, ReadyLesson[]>();
  readonly #atAnyCommand: ReadyLesson[] = [];
  readonly #atAnyPath: ReadyLesson[] = [];
  #anyHead: RegExp | undefined;

  constructor(lessons: Iterable<ReadyLesson>) {
    for (const lesson of lessons) this.#add(lesson);
  }

  /** A call of the ledger has a command or a path and nothing else, so without a pattern for them none fires. */
  #add(lesson: ReadyLesson): void {
    if (lesson.pathPatterns.length > 0) this.#atAnyPath.push(lesson);
    if (lesson.commandPatterns.length === 0) return;
    const heads = headsOf(lesson);
    if (heads === undefined) this.#atAnyCommand.push(lesson);
    for (const head of heads ?? []) {
      const others = this.#byHead.get(head);
      if (others === undefined) this.#byHead.set(head, [lesson]);
      else others.push(lesson);
    }
  }

  lessonsFor({ command, path }: Pick<LedgerCall, "command" | "path">): ReadonlySet<ReadyLesson> {
    const lessons = new Set<ReadyLesson>();
    if (path !== null) for (const each of this.#atAnyPath) lessons.add(each);
    if (command === null) return lessons;
    for (const each of this.#atAnyCommand) lessons.add(each);
    // Where no lesson waits for a program of the line, it need not be parsed: most of a replay's time goes there.
    if (this.#byHead.size === 0 || !this.#canHaveHead(command)) return lessons;
    for (const text of commandTexts(command))
      for (const each of this.#byHead.get(leadingWord(text)) ?? []) lessons.add(each);
    return lessons;
  }

  /** Parsing takes away quotes and escapes, and adds no letters but those of `$'…'`. */
  #canHaveHead(command: string): boolean {
    this.#anyHead ??= anyOf([...this.#byHead.keys()]);
    return command.includes("$'") || this.#anyHead.test(command.replaceAll(/\\\n|[\\'"]/g, ""));
  }
}

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
