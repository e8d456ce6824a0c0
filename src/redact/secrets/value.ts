import { matchAt, runStart } from "./scan.ts";

/** A value as it stands in a text, without its quotes. */
export interface Value {
  readonly start: number;
  readonly end: number;
  readonly content: string;
  readonly isQuoted: boolean;
}

/**
 * The quoted value that begins here. Quotes inside JSON have a backslash before them, and the quotes
 * inside those have more, so a value ends at the first quote with no more backslashes than it began
 * with. Undefined when there is none on the line: then the quote is where a cut text stops.
 */
export function readQuoted(text: string, index: number): Value | undefined {
  const opening = matchAt(/[brfu]?(\\{0,7})(["'`])/y, text, index);
  const [all, escapes = "", quote = ""] = opening ?? [];
  if (all === undefined) return undefined;
  const start = index + all.length;
  const line = text.slice(start, start + longestValue);
  for (let at = line.indexOf(quote); at >= 0; at = line.indexOf(quote, at + 1)) {
    const backslashes = at - runStart(line, at, 0, (code) => code === 0x5c);
    if (backslashes > escapes.length) continue;
    const content = line.slice(0, at - backslashes);
    return content.includes("\n")
      ? undefined
      : { start, end: start + content.length, content, isQuoted: true };
  }
  return undefined;
}

const longestValue = 1024;

/**
 * The value without quotes that begins here. A password may hold any sign; other secrets end where a
 * list, a call or a further parameter goes on.
 */
export function readUnquoted(text: string, index: number, kind: string): Value | undefined {
  const start = index + (matchAt(/\\{0,7}["'`]/y, text, index)?.[0].length ?? 0);
  const run = matchAt(kind === "password" ? passwordRun : plainRun, text, start)?.[0];
  const content = run?.replace(kind === "password" ? /[,;)}\]]{1,3}$/ : /[,;:!?.)}\]]{1,3}$/, "");
  if (!content || content.startsWith("-")) return undefined;
  return { start, end: start + content.length, content, isQuoted: false };
}

const passwordRun = /(?:[^\s"'`<>\\&]|&(?!\w{1,40}=|&|$)|\\(?![nrtu"'\\])){1,1024}/y;
const plainRun = /[^\s"'`<>\\&|;,(){}[\]]{1,4096}/y;

/** Whether a value only stands for one: `$TOKEN`, `<your key>`, `xxxx`, `***`, `changeme`, `None`. */
export function isPlaceholder(value: string): boolean {
  return (
    reference.test(value) ||
    oneCharacter.test(value) ||
    standIn.test(value) ||
    (value.length <= 40 && (constantName.test(value) || placeholderWords.has(bareWord(value))))
  );
}

/** A variable, a template, an insertion, or a word in brackets. */
const reference =
  /^(?:\$[A-Za-z_{(]|\{|<|%\w{1,40}%$|%[A-Z_]{1,40}$|%[sdvq](?!\w)|@\w{1,40}@|#\{|\[)/;
const oneCharacter = /^(.)\1*$/;
const standIn =
  /^(?:your|my|the|some|any|insert|replace|change|put|enter|fake|dummy|mock|sample|example)[_ -]|^(?:xxx|\*\*\*|\.\.\.|…)|\.\.\.$|…$/i;
const constantName = /^[A-Z]+(?:_[A-Z]+)+$/;

/** What people write where a secret would be, and what programs say about one. */
const placeholderWords = new Set(
  (
    "password passwd passphrase secret token key apikey api-key credentials pass pwd user username " +
    "changeme changeit change-me placeholder example dummy fake redacted hidden masked sensitive " +
    "none null nil undefined true false yes no on off empty unset required optional missing invalid " +
    "incorrect wrong failed expired ok set not string str text bytes byte char varchar boolean bool " +
    "number int integer float any unknown object array list dict map type symbol never void " +
    "prompt stdin env file vault keychain default auto bearer basic digest oauth write read"
  ).split(" "),
);

function bareWord(value: string): string {
  return value.toLowerCase().replace(/[?!;:.,]{1,5}$/, "");
}

/** Whether an unquoted value is a piece of a program or a place rather than a literal. */
export function isCode(value: string): boolean {
  if (value.includes("(") || value.includes("[") || value.includes("=>")) return true;
  if (/^(?:https?|file|ssh|s3|gs):\/\//.test(value)) return true;
  if (/^(?:\.{0,2}|~)\//.test(value) || /^[A-Za-z]:[\\/]/.test(value)) return isPath(value);
  if (/^[\w./-]+\.(?:[jt]sx?|py|go|rs|json|ya?ml|toml|env|txt|pem|key|crt|md|sh)$/.test(value))
    return true;
  return memberPath.test(value);
}

/** `user.password`, `this.token`, `process.env.TOKEN`: parts that are names. */
const memberPath = /^[A-Za-z_$][A-Za-z_$]{0,30}\d?(?:\??\.[A-Za-z_$][\w$]{0,24})+$/;

/** The parts of a path are short; base 64 can begin with a slash too. */
function isPath(value: string): boolean {
  return value.split(/[\\/]/).every((part) => part.length <= 24);
}

/** Whether a value looks as if nobody chose it for its meaning. */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || value.length > 4096 || value.includes(" ")) return false;
  if (number.test(value) || date.test(value)) return false;
  if (/\d/.test(value) && /[A-Za-z]/.test(value)) return !countedName.test(value);
  return (
    value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value) && !memberPath.test(value)
  );
}

/**
 * Whether a value is noise by itself, without a name that says so: letters of both cases and digits, or a sign among them,
 * in pieces as short as chance makes them. Names in programs have longer ones: `toBase64String2`.
 */
export function isNoise(value: string): boolean {
  if (!isMixed(value)) return false;
  const pieces = value.match(piece)?.length ?? 0;
  return pieces >= 4 && pieces * 5 >= value.length * 2;
}

/** Whether a value has what passwords must have: letters and digits, and a sign or both cases. */
export function isMixed(value: string): boolean {
  if (value.length < 8 || value.length > 200 || !plainSigns.test(value)) return false;
  // A range of commits, an entity of HTML.
  if (value.includes("..") || value.includes("&#")) return false;
  if (!/\d/.test(value) || !/[a-zA-Z]/.test(value) || isCode(value) || isPlaceholder(value))
    return false;
  if (/[!%^*~#@&?+$]/.test(value)) return true;
  return value.length >= 10 && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/** Printable, and neither a path nor an expression. */
const plainSigns = /^[!#$%&*+.0-9?@A-Z^_a-z~-]+$/;
const piece = /[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z0-9]/g;

export const number = /^[\d.,_:%+-]+(?:px|ms|s|k|kb|mb|gb)?$/i;
const date = /^\d{4}-\d\d-\d\d/;
/** A name with a number at its end: `token-v2`, `my_secret_1`, `oauth2`, `utf-8`. */
const countedName = /^[A-Za-z]?[a-z]{0,23}(?:[_.-][A-Za-z]?[a-z]{1,23}){0,4}[_.-]?v?\d{1,2}$/;

/** `swordfish`: one plain word, which may be a password and may be a type or a name. */
export const plainWord = /^[A-Za-z]+$/;
/** `user_password`, `userPassword`: a name in a program. */
export const programName =
  /^(?:[A-Za-z]+(?:[_-][A-Za-z]+)+|[a-z]+(?:[A-Z][a-z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+|_[a-z_]+)$/;
