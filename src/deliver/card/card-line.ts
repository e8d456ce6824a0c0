import type { Fix } from "../../lesson/record/lesson.ts";
import { harmlessLine } from "../text/harmless.ts";
import { utf8Length } from "../plan/budget.ts";
import { cardWords, type CardWords } from "./card-words.ts";

/** A lesson as far as its line on the card depends on it. */
export interface CardFact {
  /** Class and subject: `no-option cat -A`. */
  readonly about: string;
  readonly summary: string;
  readonly remediation: string;
  readonly fix?: Fix | undefined;
  readonly sessions: number;
  /** A person changed what it says, or wrote it. */
  readonly isPersonal: boolean;
  /** Nobody knows a remedy. */
  readonly needsFix: boolean;
}

/**
 * What is so and what to do, in one line of at most 140 bytes: "`jq` is not installed: use `node -p`". None where the class
 * has no words for it, where its subject is missing, or where no remedy was seen or written: a wrong line costs more
 * than none, because it is read in every session.
 */
export function cardLineOf(fact: CardFact): string | undefined {
  if (fact.needsFix) return undefined;
  const line = fact.isPersonal ? personalLine(fact) : derivedLine(fact);
  if (line === undefined) return undefined;
  const text = harmlessLine(line);
  return utf8Length(text) <= longestLine ? text : undefined;
}

const longestLine = 140;

/** In a single session it may have been that session's own. */
const fewestSessions = 2;

/** A person's own words, as they stand. */
function personalLine({ summary, remediation }: CardFact): string {
  const remedy = withoutCount(remediation);
  return remedy.includes("\n") || remedy === "" ? summary : joined(summary, remedy);
}

function derivedLine(fact: CardFact): string | undefined {
  const { about, sessions } = fact;
  const [, name = "", subject = ""] = /^(\S+)(?: (.+))?$/su.exec(about) ?? [];
  const words = cardWords(name, { isReplaced: replaced.test(fact.summary) });
  if (words === undefined || sessions < fewestSessions) return undefined;
  if (words.says === "message") return messageLine(name, fact);
  if (/[<>…\n]/u.test(subject)) return undefined;
  const said = statementOf(words, subject, fact.summary);
  if (said === undefined) return undefined;
  const remedy = seenRemedy(fact, subject, words) ?? filled(words.remedy, subject);
  if (words.says === "remedy") return remedy && lowerFirst(remedy);
  return remedy === undefined ? undefined : joined(said, remedy);
}

/** Another program runs in the place of the one that was typed. */
const replaced = /^`[^`]+` runs as `/u;

/**
 * What a message says is only true of one moment, unless it says itself what to do, or the same change cured it in two
 * sessions.
 */
function messageLine(name: string, fact: CardFact): string | undefined {
  const { summary, remediation, fix } = fact;
  if (/…|\[user\]|<\w+>/u.test(summary)) return undefined;
  const isSeen =
    fix !== undefined && fix.sessions >= fewestSessions && fix.times * 3 >= fix.repairs;
  if (isSeen) return joined(summary, withoutCount(remediation));
  const rule = /^(?:Do as the refusal says from the start: )?(.+)$/su.exec(remediation)?.[1] ?? "";
  if (!instruction.test(rule) || /\b(?:this session|for now|the user)\b/iu.test(rule))
    return undefined;
  if (name === "lint-rule") return joined(`lint rule ${inCode(ruleName(fact.about))}`, rule);
  if (name === "refused") return joined("a hook or policy refuses other ways", rule);
  return name === "message" && rule === `${summary}.` ? withoutStop(rule) : undefined;
}

/** A sentence that tells what to do, or what something takes. */
const instruction =
  /^(?:Use|Run|Set|Prefer|Specify|Do not|Don't|Always|Never)\b|^[\w-]{3,40} takes an? /u;

function ruleName(about: string): string {
  return about.slice(about.indexOf(" ") + 1);
}

/** The words of the class with the subject, or the summary where a person would say it no other way. */
function statementOf(words: CardWords, subject: string, summary: string): string | undefined {
  if (words.onlySummary?.test(summary) === false) return undefined;
  if (words.says === "summary") {
    return /…|\[user\]/u.test(summary) ? undefined : withoutStop(summary);
  }
  return words.statement === undefined ? "" : filled(words.statement, subject);
}

/**
 * What was seen to work, said so that it follows the statement: what that names already is not said twice. Once is
 * enough where the class names what is wrong; where anything may have been the cure, two sessions must have shown it.
 */
function seenRemedy(
  { remediation, fix }: CardFact,
  subject: string,
  words: CardWords,
): string | undefined {
  const times = Number(/\(Worked (\d{1,6}) times\.\)/u.exec(remediation)?.[1] ?? 1);
  if (words.seenTwice === "sessions" && (fix?.sessions ?? times) < fewestSessions) return undefined;
  if (words.seenTwice === "times" && times < 2) return undefined;
  const advice = withoutCount(remediation);
  if (words.onlyRemedy?.test(advice) === false) return undefined;
  for (const [form, say] of remedies) {
    const found = form.exec(advice);
    if (found === null) continue;
    const [, one = "", other = "", third = ""] = found;
    return say(one, other, third, subject);
  }
  return undefined;
}

type Say = (one: string, other: string, third: string, subject: string) => string | undefined;

/** They need no folder of their own: the one that they were run in next was that call's. */
const anywhere: ReadonlySet<string> = new Set(
  "git gh ls cat cd cp mv rm mkdir touch find grep rg sed awk head tail wc echo test chmod".split(
    " ",
  ),
);

/** The sentences in which derived lessons say what worked. Others are said for a whole class. */
const remedies: readonly (readonly [form: RegExp, say: Say])[] = [
  [/^Use the `([^`]+)` tool instead of `[^`]+`\.$/u, (tool) => `use the \`${tool}\` tool`],
  [
    /^Use `([^`]+)` instead of `([^`]+)` with `([^`]+)`\.$/u,
    (to, _, head) => `use \`${head} ${to}\``,
  ],
  [
    /^Use `([^`]+)` instead of `([^`]+)`\.$/u,
    (to, from, _, subject) =>
      subject.split(" ").includes(from) ? `use \`${to}\`` : `use \`${to}\` instead of \`${from}\``,
  ],
  [
    /^Drop `([^`]+)` from `([^`]+)`\.$/u,
    (word, head, _, subject) =>
      subject.endsWith(` ${word}`) ? "leave it out" : `drop \`${word}\` from \`${head}\``,
  ],
  [/^Leave(?: the field)? `([^`]+)` out\.$/u, () => "leave it out"],
  [/^Give `([^`]+)` one argument only\.$/u, () => "give it only one"],
  [
    /^Begin the line with `cd` and an absolute path: (.+)\.$/u,
    (why) => `${why}: begin lines with \`cd\` and an absolute path`,
  ],
  [
    /^Run `([^`]+)` from the folder `([^`]+)`: .*$/u,
    (name, folder) => (anywhere.has(name) ? undefined : `run ${name} commands from \`${folder}/\``),
  ],
  [
    /^Run `([^`]+)` (through|with|without) `([^`]+)`\.$/u,
    (run, how, wrapper, subject) => throughRemedy(run, how, wrapper, subject),
  ],
  [
    /^(Run `[^`]+` first\.|Run `[^`]+` instead\.|Add `[^`]+` to `[^`]+`\.|Use `[A-Z][A-Z\d_]*=[^`]+`\.|Remove what is left in `[^`]+` first\.)$/u,
    (sentence) => sentence,
  ],
];

/** Of the command that ran only what the fact names holds for others of its calls. */
function throughRemedy(run: string, how: string, wrapper: string, subject: string): string {
  const words = subject.split(" ");
  if (how === "without" && wrapper === subject) return "do without it";
  if (how !== "without" && words.includes(run.split(" ", 1)[0] ?? ""))
    return `run it ${how} \`${wrapper}\``;
  const [program = ""] = run.split(" ", 1);
  const shown = words.at(-1) === program ? program : run;
  return `run \`${shown}\` ${how} \`${wrapper}\``;
}

/** `{s}` is the subject, `{p}` all its words but the last, `{w}` the last one. None where a word is missing. */
function filled(wording: string | undefined, subject: string): string | undefined {
  if (wording === undefined) return undefined;
  const at = subject.lastIndexOf(" ");
  const values: Readonly<Record<string, string>> = {
    s: subject,
    p: at === -1 ? "" : subject.slice(0, at),
    w: at === -1 ? "" : subject.slice(at + 1),
  };
  let isWhole = true;
  const text = wording.replaceAll(/\{([spw])\}/gu, (_, name: string) => {
    const value = values[name] ?? "";
    if (value === "") isWhole = false;
    return inCode(value);
  });
  return isWhole ? text : undefined;
}

function inCode(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

function joined(statement: string, remedy: string): string {
  const said = withoutStop(statement);
  return said === ""
    ? lowerFirst(withoutStop(remedy))
    : `${said}: ${lowerFirst(withoutStop(remedy))}`;
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]+(?:'t)? /u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function withoutStop(text: string): string {
  return text.trim().replace(/\.$/u, "");
}

function withoutCount(remediation: string): string {
  return remediation.replace(/ \(Worked \d{1,6} times\.\)$/u, "").trim();
}
