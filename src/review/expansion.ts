import {
  bodyText,
  bodyFields,
  bodyValue,
  type Body,
  type BodyField,
} from "../lesson/record/body.ts";
import { isDeepStrictEqual } from "node:util";
import type { Instant, Lesson } from "../lesson/record/lesson.ts";
import { commandTexts } from "../match/moment.ts";
import { findCommand } from "../match/pattern/find.ts";
import { readPattern } from "../match/pattern/pattern.ts";
import { patternChoices, patternWords, type PatternWords } from "../match/pattern/words.ts";
import type { Database } from "../platform/database/database.ts";
import { Fault } from "../platform/fault.ts";
import { sentenceDiff, type SentenceChange, isSame, sentencesOf } from "../platform/text-diff.ts";
import { fieldEdits, hashed, judgePatterns, draftOf, fieldsOf } from "../lesson/edit.ts";
import { requireLesson } from "../lesson/find.ts";
import type { LessonChange } from "../lesson/change.ts";
import { readDraft } from "../lesson/draft.ts";
import { commonScope } from "../lesson/record/scope.ts";
import { sortTags } from "../lesson/record/tag.ts";
import { isForCalls, type Triggers } from "../lesson/record/triggers.ts";

/** The lesson that a candidate is to be merged into: the one that was named, else the one that its flag names. */
export function expansionTarget(
  database: Database,
  subcase: Lesson,
  named: string | undefined,
): Lesson {
  const slug = named ?? expandedBy(subcase);
  if (slug === undefined) {
    throw new Fault("bad-input", `${subcase.slug} does not expand an active lesson`, {
      hint: `name the lesson: expand ${subcase.slug} into <slug>`,
    });
  }
  const target = requireLesson(database, slug);
  if (target.id !== subcase.id) return target;
  throw new Fault("bad-input", `${subcase.slug} cannot be merged into itself`, {
    hint: `name another one: expand ${subcase.slug} into <slug>`,
  });
}

/** The slug of its flag `expands:<slug>`. */
export function expandedBy({ flags }: Pick<Lesson, "flags">): string | undefined {
  const flag = flags.find((each) => each.startsWith(mark));
  return flag?.slice(mark.length);
}

const mark = "expands:";

/** What the sub-case makes of its target. The result must be a lesson that could be added by hand. */
export async function expansionOf(
  target: Lesson,
  subcase: Lesson,
  now: Instant,
): Promise<LessonChange> {
  if (target.stage.status !== "active" && target.stage.status !== "reviewed") {
    throw new Fault("bad-move", `${target.slug} is ${target.stage.status}, not active`, {
      hint: `approve ${subcase.slug} as a separate lesson, or expand another one`,
    });
  }
  const merged = hashed(expandLesson(target, subcase));
  const reading = readDraft(draftOf(merged));
  if ("problems" in reading) {
    throw new Fault(
      "bad-input",
      `cannot add it to ${target.slug}: ${reading.problems.join("; ")}`,
      {
        hint: `approve ${subcase.slug} as a separate lesson`,
      },
    );
  }
  const flags = await judgePatterns(target, merged);
  const fields = fieldsOf(target).map(({ name }) => name);
  const edits = fieldEdits(target, merged, fields, { at: now, by: "person" });
  const after = edits.length === 0 ? target : { ...merged, ...flags, updatedAt: now };
  return { before: target, after, edits, transitions: [] };
}

/** What the target would say, sentence by sentence. */
export function expansionDiff(target: Lesson, subcase: Lesson): readonly SentenceChange[] {
  return bodyDiff(target, expandLesson(target, subcase));
}

/** What was added, in a line for the record. */
export function expansionNote(target: Lesson, merged: Lesson): string {
  const added = bodyDiff(target, merged).filter(({ is }) => is === "added");
  if (added.length > 0) return `adds sub-case: ${added.map(({ text }) => text).join(" ")}`;
  return "adds a trigger";
}

function bodyDiff(before: Lesson, after: Lesson): readonly SentenceChange[] {
  return sentenceDiff(bodyText(before.kind, before.body), bodyText(after.kind, after.body));
}

/**
 * A lesson with a sub-case of it taken in: the sentences and patterns that it lacks are added, and nothing that it says is
 * lost. Of two patterns for the same call the narrower stays, so that the fixed form of a call stays silent. Of two kinds,
 * what is said first goes to what is said first, and the rest to the end.
 */
export function expandLesson(target: Lesson, subcase: Lesson): Lesson {
  const expanded = {
    ...target,
    body: expandBody(target, subcase),
    triggers: expandTriggers(target.triggers, subcase.triggers),
    tags: sortTags([...target.tags, ...subcase.tags]),
    scope: commonScope(target.scope, subcase.scope),
  };
  // The body keeps the fields of its kind.
  return expanded as Lesson;
}

function expandBody(target: Lesson, subcase: Lesson): Body {
  const fields = bodyFields[target.kind].filter(({ is }) => is !== "format");
  const required = fields.filter((field) => field.required);
  const additions =
    target.kind === subcase.kind
      ? fields.map((field) => [field, textsIn(subcase.body, field.name)] as const)
      : fromOtherKind(required, subcase);
  const body: Record<string, unknown> = { ...target.body };
  for (const [field, added] of additions) {
    const value = bodyValue(target.body, field.name);
    // One line names something: two of them would name nothing.
    if (value !== undefined && field.is === "line") continue;
    const merged = field.is === "list" ? mergeLists(value, added) : mergeTexts(value, added);
    if (merged !== undefined) body[field.name] = merged;
  }
  return body as unknown as Body;
}

function fromOtherKind(
  required: readonly BodyField[],
  subcase: Lesson,
): readonly (readonly [BodyField, readonly string[]])[] {
  const [head = [], ...rest] = bodyFields[subcase.kind]
    .filter((field) => field.required)
    .map((field) => textsIn(subcase.body, field.name));
  const [first, last] = [required[0], required.at(-1)];
  return [
    ...(first === undefined ? [] : [[first, head] as const]),
    ...(last === undefined || last === first ? [] : [[last, rest.flat()] as const]),
  ];
}

function textsIn(body: Body, field: string): readonly string[] {
  return [bodyValue(body, field) ?? []].flat();
}

type BodyValue = ReturnType<typeof bodyValue>;

function mergeLists(value: BodyValue, added: readonly string[]): readonly string[] {
  const items = [value ?? []].flat();
  return [...items, ...unsaid(added, items)];
}

function mergeTexts(value: BodyValue, added: readonly string[]): string | undefined {
  const text = value === undefined ? "" : [value].flat().join("\n");
  const fresh = unsaid(added.flatMap(sentencesOf), sentencesOf(text));
  if (fresh.length === 0) return text === "" ? undefined : text;
  if (text === "") return fresh.join(" ");
  const isOneLine = !`${text}${added.join("")}`.includes("\n");
  const end = /[.!?…:)]$/u.test(text) ? "" : ".";
  return `${text}${end}${isOneLine ? " " : "\n"}${fresh.join(isOneLine ? " " : "\n")}`;
}

/** Those that nothing before them says already, each once. */
function unsaid(sentences: readonly string[], known: readonly string[]): readonly string[] {
  const said = [...known];
  const fresh: string[] = [];
  for (const sentence of sentences) {
    if (isCount.test(sentence) || said.some((other) => says(other, sentence))) continue;
    said.push(sentence);
    fresh.push(sentence);
  }
  return fresh;
}

/** How often the sub-case's own fix worked is not true of both. */
const isCount = /^\(Worked \d{1,6} times\.\)$/u;

/** Whether a sentence says all of another: its words are in it, and it denies as much. Marks, quotes and order do not matter. */
function says(known: string, sentence: string): boolean {
  if (isSame(known, sentence)) return true;
  const [all, asked] = [wordsOf(known), wordsOf(sentence)];
  if (asked.length < fewestWords || !asked.every((word) => all.includes(word))) return false;
  return all.filter(isDenial).length === asked.filter(isDenial).length;
}

/** Fewer are in many sentences by chance. */
const fewestWords = 3;

function wordsOf(sentence: string): readonly string[] {
  return (
    sentence
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}'._/-]*[\p{L}\p{N}]|[\p{L}\p{N}]|--?\w[\w-]*/gu) ?? []
  );
}

function isDenial(word: string): boolean {
  return /^(?:not|no|never|without|cannot|\w+n't)$/u.test(word);
}

/**
 * Keywords stay as they are: more of them would make each count less. What must hold around a call belongs to the patterns beside
 * it, so that patterns with other conditions are not mixed.
 */
function expandTriggers(target: Triggers, subcase: Triggers): Triggers {
  if (!isDeepStrictEqual(target.conditions, subcase.conditions)) return target;
  const { commandPatterns, pathPatterns, contentPatterns } = target;
  const hasTarget = [commandPatterns, pathPatterns, contentPatterns].some(
    ({ length }) => length > 0,
  );
  // Called for by words alone, it would be called for less often with a pattern.
  const isByWords =
    !hasTarget &&
    isForCalls(target) &&
    target.actionKeywords.length + target.contextKeywords.length > 0;
  return {
    ...target,
    injectOn: union(target.injectOn, subcase.injectOn),
    toolNames: widened(target.toolNames, subcase.toolNames),
    workflowNames: widened(target.workflowNames, subcase.workflowNames),
    ...(isByWords
      ? {}
      : {
          commandPatterns: narrowest(commandPatterns, subcase.commandPatterns),
          ...expandFiles(target, subcase),
        }),
  };
}

/** A path and a content that are declared together belong together: with others beside them they would mean other files. */
function expandFiles(
  target: Triggers,
  subcase: Triggers,
): Pick<Triggers, "pathPatterns" | "contentPatterns"> {
  const { pathPatterns: paths, contentPatterns: contents } = target;
  const { pathPatterns: morePaths, contentPatterns: moreContents } = subcase;
  const hasOne = paths.length === 0 || contents.length === 0;
  const isAlike =
    hasOne &&
    (paths.length === 0 || moreContents.length === 0) &&
    (contents.length === 0 || morePaths.length === 0);
  const takesPaths = isAlike || isDeepStrictEqual(contents, moreContents);
  const takesContents = isAlike || isDeepStrictEqual(paths, morePaths);
  return {
    pathPatterns: takesPaths ? union(paths, morePaths) : paths,
    contentPatterns: takesContents ? union(contents, moreContents) : contents,
  };
}

/**
 * The patterns of both, of which none takes back what another one leaves out: `^git stash` would fire at the very form that
 * `^git stash(?!.*-u)` is silent at, because it is the fix.
 */
function narrowest(own: readonly string[], more: readonly string[]): readonly string[] {
  const added = more.filter(
    (pattern) =>
      !own
        .flatMap((each) => fixedForms(each, pattern))
        .some((form) => firesAt([pattern], form) && !firesAt(own, form)),
  );
  const kept = own.filter((pattern) => !added.some((other) => isNarrower(other, pattern)));
  return union(kept, added);
}

/** The commands at which a pattern is silent because they have what it asks to be without, with what the other one asks for. */
function fixedForms(pattern: string, other: string): readonly string[] {
  const others = [...readings(other), { text: "", with: [] }];
  return readings(pattern).flatMap((words) =>
    others.flatMap((asked) => {
      const start = asked.text.startsWith(words.text) ? asked.text : words.text;
      return words.without.map((fix) => [start, ...words.with, ...asked.with, fix].join(" "));
    }),
  );
}

function readings(pattern: string): readonly PatternWords[] {
  return patternChoices(pattern).flatMap((choice) => patternWords(choice) ?? []);
}

function firesAt(patterns: readonly string[], line: string): boolean {
  const texts = commandTexts(line);
  return patterns.some((pattern) => findCommand(readPattern(pattern), texts) !== undefined);
}

/** The same call, with more asked of it. */
function isNarrower(one: string, other: string): boolean {
  const [narrow, wide] = [patternWords(one), patternWords(other)];
  if (narrow === undefined || wide === undefined || one === other) return false;
  const hasAll = (some: readonly string[], all: readonly string[]) =>
    all.every((word) => some.includes(word));
  return (
    narrow.text.toLowerCase() === wide.text.toLowerCase() &&
    narrow.isAtStart === wide.isAtStart &&
    hasAll(narrow.with, wide.with) &&
    hasAll(narrow.without, wide.without) &&
    narrow.with.length + narrow.without.length > wide.with.length + wide.without.length
  );
}

function union<Value>(one: readonly Value[], other: readonly Value[]): readonly Value[] {
  return [...new Set([...one, ...other])];
}

/** Where nothing is named, everything is allowed, and that stays so. */
function widened(own: readonly string[], more: readonly string[]): readonly string[] {
  return own.length === 0 ? own : union(own, more);
}
