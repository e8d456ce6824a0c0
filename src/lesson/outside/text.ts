import { type LooseObject, asText } from "./loose-json.ts";
import { longestSummary } from "../record/lesson.ts";

/**
 * Does `whole` contain `text`, as whole words but whatever the spaces and capitals? Asked before a
 * text is added, so that it is kept once and not twice.
 */
export function isSaid(text: string, whole: string): boolean {
  return saidIn(whole)(text);
}

/** The same question about many texts. */
export function saidIn(whole: string): (text: string) => boolean {
  const all = plain(whole);
  return (text) => {
    const part = plain(text);
    // Searching is slow on hostile texts, and so long a lesson is refused anyway: keep it twice.
    if (Math.max(part.length, all.length) > longestCompared) return part === "";
    for (let start = all.indexOf(part); start !== -1; start = all.indexOf(part, start + 1)) {
      if (!isInWord(all, start) && !isInWord(all, start + part.length)) return true;
    }
    return false;
  };
}

const longestCompared = 20_000;

/** The texts that there are, as paragraphs; each where it adds something to those before it. */
export function joinTexts(...texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.map(asText).filter((text) => text !== undefined);
  if (given.length === 0) return undefined;
  return given.reduce((all, text) => (isSaid(text, all) ? all : `${all}\n\n${text}`));
}

/** What these fields say together: they are names for the same thing, so there is mostly only one. */
export function joinFields(object: LooseObject, ...names: readonly string[]): string | undefined {
  return joinTexts(...names.map((name) => asText(object[name])));
}

/** Is the place before this index between two characters of one word? */
function isInWord(text: string, index: number): boolean {
  return [text.charAt(index - 1), text.charAt(index)].every((at) => /[\p{L}\p{N}]/u.test(at));
}

function plain(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim().toLowerCase();
}

/** A procedure as it is written, and its steps. */
interface Steps {
  /** What stands before the first step, without its colon. */
  readonly opening: string;
  readonly steps: readonly string[];
}

/**
 * The steps of a text: numbered or dashed lines, else numbers inside a line (`1. a 2. b`), else
 * parts with arrows between them. A text without any of these is one step.
 */
export function readSteps(text: string): Steps {
  return (
    stepsByLine(text) ??
    stepsByNumber(text) ??
    stepsByArrow(text) ?? { opening: "", steps: [text.trim()] }
  );
}

function stepsByLine(text: string): Steps | undefined {
  const opening: string[] = [];
  const steps: string[] = [];
  for (const line of text.split("\n")) {
    const step = /^\s*(?:\d{1,3}[.)]|[-*•])\s+(?<text>\S.*)$/u.exec(line)?.groups?.["text"];
    const last = steps.at(-1);
    if (step !== undefined) steps.push(step.trim());
    else if (last === undefined) opening.push(line);
    // A line without a mark goes on with the step above it.
    else if (line.trim() !== "") steps[steps.length - 1] = `${last}\n${line.trim()}`;
  }
  // One marked line may be all of `1. a 2. b 3. c`.
  if (steps.length === 0 || (steps.length === 1 && stepsByNumber(text) !== undefined))
    return undefined;
  return { opening: withoutColon(opening.join("\n")), steps };
}

function stepsByNumber(text: string): Steps | undefined {
  let next = 1;
  const marks = [...text.matchAll(/(?<=^|\s)(\d{1,3})[.)]\s/gu)].filter((mark) => {
    const isNext = Number(mark[1]) === next;
    if (isNext) next += 1;
    return isNext;
  });
  if (marks.length < 2) return undefined;
  const steps = marks.map((mark, index) =>
    text.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim(),
  );
  return {
    opening: withoutColon(text.slice(0, marks[0]?.index)),
    steps: steps.filter((step) => step !== ""),
  };
}

function stepsByArrow(text: string): Steps | undefined {
  const steps = text.split("→").map((step) => step.trim());
  const named = steps.filter((step) => step !== "");
  return named.length < 2 ? undefined : { opening: "", steps: named };
}

function withoutColon(text: string): string {
  return text.trim().replace(/:$/u, "").trimEnd();
}

/** A text that names its parts: `area: git; issue: …; resolution: …`. */
interface LabelledParts {
  /** What stands before the first label. */
  readonly opening: string;
  /** What follows each label that is there, by the label's name in lower case. */
  readonly parts: ReadonlyMap<string, string>;
}

/**
 * The parts of `text` behind any of these labels. A label stands at the start of a line or behind
 * a semicolon, perhaps in bold or behind a dash; words that merely end in a colon are none.
 */
export function labelledParts(text: string, labels: readonly string[]): LabelledParts {
  // Only blanks, not line ends, around a label: with both, a run of empty lines takes quadratic time.
  const label = new RegExp(
    `(?:^|[;\\n])[ \\t]*(?:[-*][ \\t]+)?\\*{0,2}(${labels.join("|")})\\*{0,2}[ \\t]*:\\*{0,2}`,
    "giu",
  );
  const found = [...text.matchAll(label)];
  const parts = new Map<string, string>();
  for (const [index, match] of found.entries()) {
    const name = (match[1] ?? "").toLowerCase();
    const value = tidy(text.slice(match.index + match[0].length, found[index + 1]?.index));
    const earlier = parts.get(name);
    if (value !== "") parts.set(name, earlier === undefined ? value : `${earlier}\n\n${value}`);
  }
  return { opening: tidy(text.slice(0, found[0]?.index)), parts };
}

function tidy(text: string): string {
  return text.trim().replace(/;$/u, "").trimEnd();
}

/**
 * A text as a summary: one line that fits. When it had to be cut (at a word, with `…`), the caller
 * keeps the whole text somewhere else.
 */
export function shortSummary(text: string): { readonly summary: string; readonly isCut: boolean } {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  const points = Array.from(line);
  if (points.length <= longestSummary) return { summary: line, isCut: false };
  return { summary: `${cutAtWord(points, longestSummary - 1)}…`, isCut: true };
}

function cutAtWord(points: readonly string[], length: number): string {
  const lastSpace = points.lastIndexOf(" ", length);
  // Without a space in the second half (a long path, a language that has none) a word would be too little.
  const end = lastSpace < length / 2 ? length : lastSpace;
  return points
    .slice(0, end)
    .join("")
    .replace(/[ ,;:–—-]+$/u, "");
}
