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
  const lines = failureRules
    .filter(({ name: rule, worth, onlyIf }) => {
      const { as, by } = readingOf(rule);
      const isNamed = words.length === 0 ? by === "class" : bySubject.has(by);
      const isTelling = onlyIf === undefined || tellingAlone.has(rule);
      return worth !== "none" && as === name && isNamed && isTelling;
    })
    .flatMap(({ lines: known = [] }) => known);
  return { lines, words };
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
