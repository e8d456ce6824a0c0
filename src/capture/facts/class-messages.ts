import { escaped } from "../../match/pattern/pattern.ts";
import type { FailureRule } from "../failures/failure-rule.ts";
import { failureRules } from "../failures/failure-rules.ts";
import { readingOf } from "./fact.ts";

/** How a failure shows that it is about a fact: one of the lines, and the words of its subject there or in the call. */
export interface FactMessages {
  readonly lines: readonly RegExp[];
  readonly words: readonly string[];
}

/**
 * The messages of a fact, as the scan knows them. A rule that also looks at more than the line is left out, unless nothing
 * but the fact itself can be meant. None where the subject is the message in other words: that is not to be found again.
 */
export function factMessages(about: string): FactMessages {
  const [name = "", ...words] = about.split(" ");
  const lines = rulesOf(name)
    .filter((rule) => {
      const { by } = readingOf(rule.name);
      return isTelling(rule) && (words.length === 0 ? by === "class" : bySubject.has(by));
    })
    .flatMap(({ lines: known = [] }) => known);
  return { lines, words };
}

/**
 * The lines of which a failed call has one if it failed as a fact says, beside a call that shows the mistake: such a call may fail
 * for other reasons, too. None where that cannot be told from lines.
 */
export function reasonLines(about: string): readonly RegExp[] {
  const [name = ""] = about.split(" ", 1);
  if (name === "message") return sameEachTime(about.slice(name.length + 1));
  const rules = rulesOf(name);
  return rules.every(isTelling) ? rules.flatMap(({ lines = [] }) => lines) : [];
}

/** The longest part of a message that is the same each time, as it stands in the output. */
function sameEachTime(subject: string): readonly RegExp[] {
  const [longest = ""] = subject
    .slice(subject.lastIndexOf(" | ") + 1)
    .split(/<\w+>|…/u)
    .map((part) => part.trim())
    .toSorted((one, other) => other.length - one.length);
  return longest.length < fewestLetters ? [] : [new RegExp(escaped(longest))];
}

const fewestLetters = 12;

function rulesOf(name: string): readonly FailureRule[] {
  return failureRules.filter(
    ({ name: rule, worth }) => worth !== "none" && readingOf(rule).as === name,
  );
}

function isTelling({ name, lines, onlyIf }: FailureRule): boolean {
  return lines !== undefined && (onlyIf === undefined || tellingAlone.has(name));
}

/** Subjects whose words were typed or printed. */
const bySubject: ReadonlySet<string> = new Set([
  "named",
  "program",
  "head",
  "head and named",
  "program and named",
  "host",
]);

/** The scan asks for a public host before it says that a machine has no network. Here that is known. */
const tellingAlone: ReadonlySet<string> = new Set(["no-network"]);
