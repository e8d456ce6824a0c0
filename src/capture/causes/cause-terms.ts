import { knownExtension, knownName } from "../sayings/files-named.ts";
import { everyProjects, genericWords } from "./generic-words.ts";
import { type State, statesIn } from "./states.ts";

/**
 * What a sentence about a cause names, by which the same cause is known again in other words: first the
 * names (`tmp/clones`, `DATABASE_URL`, `@scope/package`), then things with the state that they are in
 * (`redis: missing`). Empty when it only speaks of code.
 */
export function causeTerms(sentence: string): readonly string[] {
  const states = statesIn(sentence);
  const named = wordsIn(sentence).flatMap((word) => nameOf(word, states) ?? []);
  const names = named.toSorted((one, other) => rankOf(one) - rankOf(other));
  const things = states.flatMap(({ state, about }) =>
    [...about, ...names].filter(isTelling).map((word) => `${stemOf(word)}: ${state}`),
  );
  return [...new Set([...names, ...things])].slice(0, mostTerms);
}

const mostTerms = 8;

interface Word {
  readonly text: string;
  /** It stands in code font. */
  readonly isCode: boolean;
  /** What stands around it says that it is a place: `in …`, `… directory`. */
  readonly isPlace: boolean;
}

function wordsIn(sentence: string): readonly Word[] {
  const words: Word[] = [];
  for (const { 0: whole, 1: code, index } of sentence.matchAll(codeOrWord)) {
    const before = sentence.slice(Math.max(index - 12, 0), index);
    const after = sentence.slice(index + whole.length, index + whole.length + 12);
    const isPlace = leadsToPlace.test(before) || isCalledPlace.test(after);
    const parts = (code ?? whole).trim().split(/\s+/u);
    // Of a command line in code font, only its paths are names.
    const isCode = code !== undefined && parts.length === 1;
    for (const text of parts) words.push({ text, isCode, isPlace });
  }
  const numbered = Array.from(sentence.matchAll(withNumber), ([, name = "", number = ""]) => ({
    text: `${name.toLowerCase()}-${number}`,
    isCode: true,
    isPlace: false,
  }));
  return [...words, ...numbered];
}

/** What is nothing without its number: a port, a version of a runtime. */
const withNumber =
  /\b(port|node(?:\.js)?|python|ruby|java|jdk|go|rust|php|deno|bun|xcode|gcc|clang|postgres|mysql|dotnet)[ -]v?([1-9]\d{0,4}(?:\.\d{1,3})?)\b/giu;
const codeOrWord = /`([^`\n]{1,160})`|[\w@.~/\\:$-]{2,200}/gu;
const leadsToPlace =
  /\b(?:in|from|under|inside|into|at|of|stale|leftover|missing|outdated|generated)[\s"'*]{1,3}$/iu;
const isCalledPlace =
  /^[\s"'*]{0,3}(?:director|folder|dir\b|path|clone|cache|checkout|(?:is|are|was|were|has|isn't|doesn't)\b)/iu;

function nameOf({ text, isCode, isPlace }: Word, states: readonly State[]): string | undefined {
  const word = text
    .replace(/^[\s"'(*[]{1,4}|[\s"')*,;:.\]]{1,4}$/gu, "")
    .replace(/:\d{1,6}(?::\d{1,6})?$/u, "");
  if (word.length < 2 || /:\/\//u.test(word)) return undefined;
  const hasState = states.length > 0;
  if (/^@[\w-]{1,60}\/[\w.-]{1,60}$/u.test(word)) return word;
  if (isPath(word)) {
    const isClear = isCode || isPlace || /^[./~]|\/$|\/.{1,100}\//u.test(word);
    return isClear ? pathName(word, hasState) : undefined;
  }
  if (/^[A-Z][A-Z\d]{0,30}(?:_[A-Z\d]{1,30}){1,8}$/u.test(word)) return word;
  if (isFile(word)) return pathName(word, hasState);
  if (/^[a-z.]{2,8}-\d{1,5}(?:\.\d{1,3})?$/u.test(word)) return word;
  if (isCode && hasState && /^\.[a-z][\w.-]{1,40}$/u.test(word)) return word;
  if (!hasState || genericWords.has(word.toLowerCase())) return undefined;
  // A function or a class is the work; a thing that lies about, runs or is missing is called in small letters.
  const isThing = /^[a-z][a-z\d]{1,30}(?:[-_.][a-z][a-zA-Z\d]{0,30}){0,4}$/u.test(word);
  const isKey = /^[a-z]{2,30}\.[a-z][a-zA-Z\d]{1,30}$/u.test(word);
  return isThing && (isCode || isKey) ? word : undefined;
}

function isPath(word: string): boolean {
  return (
    /[/\\]/u.test(word) && /^[\w.~@$[\]+-]{0,100}(?:[/\\][\w.@*$[\]+-]{0,100}){1,20}$/u.test(word)
  );
}

function isFile(word: string): boolean {
  return !/[/\\]/u.test(word) && (knownExtension.test(word) || knownName.test(word));
}

/** A path as another session would name it: without what is different each time, and without where the project lies. */
function pathName(path: string, hasState: boolean): string | undefined {
  const parts = stablePath(path)
    .split("/")
    .filter((part) => /\p{L}/u.test(part) && !/^\[\w{1,20}\]$/u.test(part));
  const last = parts.at(-1) ?? "";
  if (last === "" || /^(?:origin|upstream|refs|HEAD)$/u.test(parts[0] ?? "")) return undefined;
  const general = parts.length === 1 ? genericWords : everyProjects;
  if (parts.every((part) => general.has(part.toLowerCase()))) return undefined;
  if (sourceFile.test(last) && !hasState) return undefined;
  return parts.slice(-2).join("/");
}

/** The path up to the first name that a program drew: `tmp/clones` of `tmp/clones/eval-Xk81Qz`. */
export function stablePath(path: string): string {
  const parts = path.replaceAll("\\", "/").split("/");
  const drawn = parts.findIndex(isDrawn);
  return (drawn < 1 ? parts : parts.slice(0, drawn)).join("/");
}

function isDrawn(part: string): boolean {
  const [last = ""] = part.split(/[-_.]/u).slice(-1);
  const isMixed = /^[a-z]{2,20}[-_.]/u.test(part) && /[A-Z]/u.test(last) && !part.includes(" ");
  return (
    (isMixed && last.length >= 4 && !knownExtension.test(part)) ||
    /^\d{4,}$/u.test(last) ||
    /^(?=[a-f\d]*\d)(?=\d*[a-f])[a-f\d]{6,64}$/u.test(last) ||
    part.includes("*")
  );
}

/** Code that people write; what is generated, configured or kept is not. */
const sourceFile =
  /^(?!.*(?:\.d\.ts$|[._-]gen(?:erated)?\.|\.pb\.)).*\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|swift|c|h|cc|cpp|hpp|cs|fs|php|lua|exs?|hs|scala|clj|dart|vue|svelte|astro|css|s[ac]ss|html?|mdx?|test|spec)$/iu;

/** A path says most, then other names. */
function rankOf(name: string): number {
  return name.includes("/") ? 0 : 1;
}

function isTelling(word: string): boolean {
  return (
    /^[a-z][a-z\d-]{2,30}$/iu.test(word) &&
    !genericWords.has(word.toLowerCase()) &&
    !genericWords.has(stemOf(word))
  );
}

/** `generated` and `generate` are one word here. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase();
  return lower.length < 5 ? lower : lower.replace(/(?:ations?|ing|ed|es|e|s)$/u, "");
}
