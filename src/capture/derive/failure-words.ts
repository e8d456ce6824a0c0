import { longestSummary } from "../../lesson/record/lesson.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { shortSummary } from "../../lesson/outside/text.ts";
import type { Wordings } from "./class-advice.ts";
import { type ExplainedFailure, byFrequency } from "./explain-failure.ts";

export interface FailureWords {
  readonly summary: string;
  readonly mistake: string;
  /** Undefined when neither the log nor the class of the failure says what to do. */
  readonly remediation: string | undefined;
}

/** What is said about failures of one class, the most telling first; there is at least one. */
export function failureWords(
  best: ExplainedFailure,
  alike: readonly ExplainedFailure[],
  isHarness: boolean,
): FailureWords {
  const values = valuesOf(best, alike);
  const mistake = [
    mistakeOf(best, values),
    ...(isHarness ? [] : [attemptsOf(alike), causeOf(best)]),
  ].flatMap((said) => said ?? []);
  return {
    summary: summaryOf(best, values),
    mistake: mistake.join(" "),
    remediation: remediationOf(best, alike, values, isHarness),
  };
}

type Values = Readonly<Record<"it" | "subject" | "bare" | "message", string | undefined>>;

function valuesOf({ name, message }: ExplainedFailure, alike: readonly ExplainedFailure[]): Values {
  const subjects = byFrequency(alike.flatMap(({ subject }) => subject ?? []));
  const [only, another] = subjects;
  return {
    it: `\`${name}\``,
    subject: only === undefined ? undefined : listed(subjects.slice(0, mostSubjects)),
    bare: another === undefined ? only : undefined,
    message: isSayable(message) ? withoutSpeaker(message, name) : undefined,
  };
}

const mostSubjects = 3;

function listed(names: readonly string[]): string {
  const all = names.map((name) => `\`${name}\``);
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} or ${last}`;
}

/** Short enough for a sentence, and nothing in it that was only true once. */
function isSayable(message: string): boolean {
  return (
    message.length >= 4 && message.length <= 160 && !/…\/|\[user\]|[\\/]tmp[\\/]/u.test(message)
  );
}

function withoutSpeaker(message: string, name: string): string {
  const program = name.split(" ")[0] ?? name;
  for (const speaker of [`${name}: `, `${program}: `, `${name} failed: `, `${name} `]) {
    if (message.toLowerCase().startsWith(speaker.toLowerCase()))
      return message.slice(speaker.length);
  }
  return message;
}

function summaryOf({ name, known, message }: ExplainedFailure, values: Values): string {
  const room = longestSummary - name.length - 2;
  const said = known === undefined ? undefined : fillWording(known.summary, values, room);
  const text =
    said ?? (known === undefined ? briefly(withoutSpeaker(message, name), room) : "fails");
  const ofItself = [`\`${name}\` is `, `\`${name}\` `, "is "].find((start) =>
    text.startsWith(start),
  );
  return shortSummary(plainLine(`${name}: ${text.slice(ofItself?.length ?? 0)}`)).summary;
}

/** A message by the parts of it that fit, where these say enough. */
function briefly(message: string, room: number): string {
  if (message === "") return "fails without saying why";
  if (message.length <= room) return message;
  const parts = message.split(/(?<=[:;.]) | (?=\()|, see /u).slice(0, mostParts);
  // The earliest start, and from there as much as fits.
  const runs = parts.flatMap((_, from) =>
    parts.map((__, less) => partsBetween(parts, from, parts.length - less)),
  );
  return (
    runs.filter(({ length }) => length <= room).find(({ length }) => length >= shortestPart) ??
    message
  );
}

function partsBetween(parts: readonly string[], from: number, to: number): string {
  return parts
    .slice(from, to)
    .join(" ")
    .replace(/[:;.]$/u, "");
}

const shortestPart = 16;
const mostParts = 12;

function mistakeOf({ known, message }: ExplainedFailure, values: Values): string {
  const said = known === undefined ? undefined : fillWording(known.mistake, values);
  if (said !== undefined) return sentence(said);
  return message === ""
    ? `${values.it} fails without saying why.`
    : sentence(`${values.it} fails: ${message}`);
}

function attemptsOf(alike: readonly ExplainedFailure[]): string | undefined {
  const most = Math.max(...alike.map(({ story }) => story.attempts));
  return most > 2 ? `It was tried ${most} times before something else was done.` : undefined;
}

/** The agent's own words, when they speak of what failed: else they are about something else. */
function causeOf({ story, name, subject }: ExplainedFailure): string | undefined {
  const cause = plainLine(story.cause ?? "").replace(
    /[,;:–—-]? {1,2}(?:so |and )?I(?:['’]m|['’]ll| will| am)\b.{0,400}$/u,
    "",
  );
  const program = name.split(" ")[0] ?? name;
  const isAbout = [subject, program].some(
    (word) => word !== undefined && word.length > 1 && cause.split(/[\s`'"“”()]+/u).includes(word),
  );
  return isAbout && cause.length >= shortestCause ? sentence(cause) : undefined;
}

const shortestCause = 20;

function remediationOf(
  { known, message }: ExplainedFailure,
  alike: readonly ExplainedFailure[],
  values: Values,
  isHarness: boolean,
): string | undefined {
  const seen = isHarness ? [] : byFrequency(alike.flatMap(({ fix }) => fix?.advice ?? []));
  if (seen.length > 0) return seen.slice(0, mostFixes).join(" ");
  const said = known === undefined ? undefined : fillWording(known.remediation, values);
  if (said !== undefined) return sentence(said);
  return instructs.test(message) ? sentence(`Do what the message says: ${message}`) : undefined;
}

const mostFixes = 2;
/** A message that nobody has classified may still say what to do. */
const instructs =
  /(?:^|[;,.:] )(?:[Uu]se|[Rr]un|[Rr]erun|[Ss]et|[Ss]pecify|[Tt]ry)\b|\b(?:[Pp]lease|must|instead|takes an?)\b/u;

function sentence(text: string): string {
  const line = plainLine(text);
  return /[.!?…]$/u.test(line) ? line : `${line}.`;
}

/** The first wording whose places can all be filled and that is not too long; undefined when there is none. */
export function fillWording(
  wordings: Wordings,
  values: Readonly<Record<string, string | undefined>>,
  longest = Number.POSITIVE_INFINITY,
): string | undefined {
  for (const wording of typeof wordings === "string" ? [wordings] : wordings) {
    const text = filled(wording, values);
    if (text !== undefined && text.length <= longest) return text;
  }
  return undefined;
}

function filled(
  wording: string,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  let isWhole = true;
  const text = wording.replaceAll(/\{(\w{1,20})\}/gu, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === "") isWhole = false;
    return value ?? "";
  });
  return isWhole ? text : undefined;
}
