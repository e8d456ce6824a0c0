import { deliveries } from "../../lesson/record/lesson.ts";
import {
  actNames,
  type Act,
  type ActName,
  type DecisionTarget,
  type DecisionTargets,
  type PlannedEdit,
} from "./act.ts";
import { nearestWord, SentenceReader, type SentencePiece } from "./sentence-reader.ts";

/** The part of a sentence that was not understood. Nothing of the sentence is done then. */
export interface DecisionProblem {
  /** Offsets into the sentence in UTF-16 units, and what stands there. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly expected: string;
  /** What could be written instead of the part. */
  readonly suggestion?: string | undefined;
}

/**
 * What a person said about the lessons of a review, as acts in the order in which they were said. All of it or
 * nothing: the first part that is not understood is the answer then. Never throws.
 *
 *     sentence := act { pause act }         pause := "," | ";" | "and" | "then"; it may be left out before an act
 *     act      := "approve" lessons [ "hold" | "fix" | "advise" ]
 *               | "skip" lessons | "unarchive" lessons | "show" lessons
 *               | "archive" lessons [ ":" ] text
 *               | "edit" lessons field [ "to" | ":" ] text
 *               | "expand" lessons [ "into" slug ]
 *     lessons  := names | ( "all" | "rest" ) [ "except" names ] | nothing, right after an edit: what was edited
 *     names    := name { [ "," | "and" ] name }
 *     name     := number | number-number | slug
 */
export function parseDecision(
  text: string,
): { readonly acts: readonly Act[] } | { readonly problem: DecisionProblem } {
  const reader = new SentenceReader(text, actNames);
  const acts: Act[] = [];
  try {
    while (reader.look().kind !== "end") {
      acts.push(parseAct(reader, acts.at(-1)));
      passPauses(reader);
    }
  } catch (error) {
    if (error instanceof NotUnderstood) return { problem: error.problem };
    throw error;
  }
  if (acts.length > 0) return { acts };
  const nothing = { start: 0, end: text.length, text };
  return { problem: { ...nothing, expected: actList, suggestion: "approve 1" } };
}

/** Caught in `parseDecision`, so that each step below may take what it read for granted. */
class NotUnderstood extends Error {
  readonly problem: DecisionProblem;

  constructor(
    { text }: SentenceReader,
    { start, end }: Pick<SentencePiece, "start" | "end">,
    problem: Pick<DecisionProblem, "expected" | "suggestion">,
  ) {
    super(problem.expected);
    this.problem = { start, end, text: text.slice(start, end), ...problem };
  }
}

function parseAct(reader: SentenceReader, previous: Act | undefined): Act {
  const first = reader.look();
  const act = actNames.find((name) => name === first.word);
  if (act === undefined) throw notAnAct(reader, first, previous);
  reader.at = first.end;
  const edited = previous?.act === "edit" ? previous.targets : undefined;
  const targets = parseTargets(reader, act, first) ?? edited;
  if (targets === undefined) throw whichLessons(reader, act, first);
  switch (act) {
    case "approve":
      return { act, targets, delivery: deliveries.find((name) => reader.pass(name)) };
    case "archive":
      return { act, targets, reason: parseReason(reader, first) };
    case "edit":
      return { act, targets, ...parseChange(reader, first) };
    case "expand":
      return { act, targets, into: parseInto(reader, first) };
    case "skip":
    case "unarchive":
    case "show":
      return { act, targets };
  }
}

function parseTargets(
  reader: SentenceReader,
  act: ActName,
  first: SentencePiece,
): DecisionTargets | undefined {
  const by = groups.find((word) => reader.pass(word));
  if (by === undefined) {
    const names = parseNames(reader, act);
    return names.length === 0 ? undefined : { by: "name", names };
  }
  if (!reader.pass("except")) return { by, except: [] };
  const except = parseNames(reader, act);
  if (except.length > 0) return { by, except };
  throw new NotUnderstood(reader, nextPart(reader, first), {
    expected: `which lessons not to ${act}: ${nameForms}`,
  });
}

function parseNames(reader: SentenceReader, act: ActName): readonly DecisionTarget[] {
  const names: DecisionTarget[] = [];
  for (;;) {
    const end = reader.at;
    const isAfterPause = names.length > 0 && reader.passAny(listPauses);
    const piece = reader.look();
    const name = nameIn(reader, piece);
    const isLesson =
      name !== undefined &&
      (names.length === 0 || !("slug" in name) || goesOn(piece, isAfterPause, act));
    if (!isLesson) {
      reader.at = end;
      return names;
    }
    reader.at = piece.end;
    names.push(name);
  }
}

/** Whether a slug behind other lessons is one of them: it may begin the reason or the field, or be a misspelt act. */
function goesOn({ kind, word }: SentencePiece, isAfterPause: boolean, act: ActName): boolean {
  const isBeforeText = act === "archive" || act === "edit";
  if (kind === "quoted" || /[-\d]/.test(word)) return isAfterPause || !isBeforeText;
  return isAfterPause && !isBeforeText && nearestWord(word, actNames) === undefined;
}

function nameIn(reader: SentenceReader, piece: SentencePiece): DecisionTarget | undefined {
  if (piece.kind === "quoted") return { slug: piece.text };
  if (piece.kind !== "word" || keywords.has(piece.word)) return undefined;
  const numbers = /^(\d{1,9})(?:[-–](\d{1,9}))?$/.exec(piece.word);
  if (numbers === null) return slugForm.test(piece.word) ? { slug: piece.text } : undefined;
  const [from, to] = [Number(numbers[1]), Number(numbers[2] ?? numbers[1])];
  if (from <= to) return { from, to };
  throw new NotUnderstood(reader, piece, {
    expected: "a range from the lower to the higher number",
    suggestion: `${to}-${from}`,
  });
}

function parseReason(reader: SentenceReader, first: SentencePiece): string {
  const said = { start: first.start, end: reader.at };
  reader.pass(":");
  const reason = parseText(reader);
  if (reason !== undefined && reason.trim() !== "") return reason;
  const example = `${reader.text.slice(said.start, said.end)} "too niche"`;
  throw new NotUnderstood(reader, said, { expected: `the reason, as in ‘${example}’` });
}

function parseChange(reader: SentenceReader, first: SentencePiece): PlannedEdit {
  const field = reader.look();
  if (field.kind !== "word" || !/^(?!to$)[a-z]+$/.test(field.word) || pauses.has(field.word)) {
    throw new NotUnderstood(reader, nextPart(reader, first), {
      expected: "a field and its value, as in summary “X”",
    });
  }
  const said = { start: first.start, end: field.end };
  reader.at = field.end;
  if (!reader.pass(":")) reader.pass("to");
  const value = parseText(reader);
  if (value !== undefined) return { field: field.text, value };
  throw new NotUnderstood(reader, said, { expected: `the new ${field.text}` });
}

function parseInto(reader: SentenceReader, first: SentencePiece): string | undefined {
  if (!reader.pass("into")) return undefined;
  const slug = reader.look();
  if (slug.kind === "quoted" || (slug.kind === "word" && !pauses.has(slug.word))) {
    reader.at = slug.end;
    return slug.text;
  }
  throw new NotUnderstood(reader, nextPart(reader, first), {
    expected: "the slug of the lesson to expand",
  });
}

/** A text with or without quotes. Undefined when there is none; only between quotes it may be empty. */
function parseText(reader: SentenceReader): string | undefined {
  const next = reader.look();
  if (next.kind === "unclosed") throw notClosed(reader, next);
  if (next.kind === "quoted") {
    reader.at = next.end;
    return next.text;
  }
  const text = reader.takeText();
  const count = (mark: string) => text.split(mark).length - 1;
  if (count('"') % 2 === 0 && count("“") === count("”")) return text === "" ? undefined : text;
  throw new NotUnderstood(
    reader,
    { start: reader.at - text.length, end: reader.at },
    { expected: "quotes around the whole text" },
  );
}

function passPauses(reader: SentenceReader): void {
  const isPaused = reader.passAny(pauses);
  const next = reader.look();
  if (isPaused || next.kind === "end" || actNames.some((name) => name === next.word)) return;
  if (next.kind === "unclosed") throw notClosed(reader, next);
  throw new NotUnderstood(reader, next, {
    expected: `a comma, “and” or “then”, and then ${actList}`,
    suggestion: nearestWord(next.word, actNames),
  });
}

/** What stands next, or, when nothing of the act does, what was read of it. */
function nextPart(
  reader: SentenceReader,
  first: SentencePiece,
): Pick<SentencePiece, "start" | "end"> {
  const next = reader.look();
  const isOver = next.kind === "end" || pauses.has(next.word);
  return isOver ? { start: first.start, end: reader.at } : next;
}

function whichLessons(reader: SentenceReader, act: ActName, first: SentencePiece): NotUnderstood {
  const part = nextPart(reader, first);
  const isNoneNamed = part.start === first.start;
  return new NotUnderstood(reader, part, {
    expected: `which lessons to ${act}: ${nameForms}, all or rest`,
    suggestion: isNoneNamed ? suggestions[act] : undefined,
  });
}

/** To approve all is nothing that a slip should lead to: somebody who named none may have looked at none. */
const suggestions: Partial<Record<ActName, string>> = { approve: "approve 1", skip: "skip all" };

/** Something that is no act: a misspelt one, lessons without one, or the end of a text that needed quotes. */
function notAnAct(
  reader: SentenceReader,
  piece: SentencePiece,
  previous: Act | undefined,
): NotUnderstood {
  if (piece.kind === "unclosed") return notClosed(reader, piece);
  if (/^\d/.test(piece.word) || groups.some((group) => group === piece.word)) {
    const act = previous === undefined || previous.act === "edit" ? "approve" : previous.act;
    return new NotUnderstood(reader, piece, {
      expected: `${actList} before it`,
      suggestion: `${act} ${piece.text}`,
    });
  }
  const suggestion = nearestWord(piece.word, actNames);
  const isAfterText = previous?.act === "archive" || previous?.act === "edit";
  const hint = isAfterText && suggestion === undefined ? "; a text with commas needs quotes" : "";
  return new NotUnderstood(reader, piece, { expected: `${actList}${hint}`, suggestion });
}

function notClosed(reader: SentenceReader, piece: SentencePiece): NotUnderstood {
  return new NotUnderstood(reader, piece, { expected: "a quote that closes again" });
}

const groups = ["all", "rest"] as const;
const pauses: ReadonlySet<string> = new Set([",", ";", "and", "then"]);
const listPauses: ReadonlySet<string> = new Set([",", "and"]);
/** What can name a lesson only between quotes. */
const keywords: ReadonlySet<string> = new Set([
  ...actNames,
  ...groups,
  ...pauses,
  ...deliveries,
  "except",
  "into",
]);
const slugForm = /^[\p{L}\p{N}]+(?:[._-]+[\p{L}\p{N}]+)*-?$/u;
const nameForms = "numbers, a range, slugs";
const actList = `${actNames.slice(0, -1).join(", ")} or ${actNames.slice(-1).join("")}`;
