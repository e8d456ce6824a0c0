import type { StoredEpisode } from "../../capture/episodes/episode.ts";

/** A report that became a lesson. */
export interface GoodReport {
  readonly line: number;
  readonly at: string;
  /** All that it says, in small letters. */
  readonly words: string;
}

/** One that could not. */
export interface FlawedReport {
  readonly line: number;
  readonly at: string | null;
  readonly flaw: "malformed" | "incomplete";
}

interface LinkedReports {
  /** Mistakes that no good report is about. */
  readonly unreported: number;
  /** Of those: a bad report was made about them. */
  readonly attempted: number;
  /** Good reports that came late. */
  readonly late: number;
}

/** So many calls later a report no longer comes while the mistake is on the agent's mind. */
const mostCallsLate = 20;

/**
 * Finds out which mistake each report is about: the last one before it that it names, however long ago; otherwise
 * the last one of the twenty calls before it. A report is about one mistake, and a mistake has one report.
 */
export function linkReports(
  mistakes: readonly LoggedMistake[],
  good: readonly GoodReport[],
  bad: readonly FlawedReport[],
  callLines: readonly number[],
): LinkedReports {
  const open = new Set(mistakes);
  let late = 0;
  for (const report of good.toSorted(byLine)) {
    const about =
      lastBefore(report.line, open, ({ names }) => isNamed(names, report.words)) ??
      lastRecent(report.line, open, callLines);
    if (about === undefined) continue;
    open.delete(about);
    if (callsBetween(about, report.line, callLines) > mostCallsLate) late += 1;
  }
  const unreported = open.size;
  for (const { line } of bad.toSorted((one, other) => one.line - other.line)) {
    const about = lastRecent(line, open, callLines);
    if (about !== undefined) open.delete(about);
  }
  return { unreported, attempted: unreported - open.size, late };
}

/** Several reports may stand in one message, which is one line. */
function byLine(one: GoodReport, other: GoodReport): number {
  return one.line - other.line || (one.words < other.words ? -1 : 1);
}

function lastRecent(
  line: number,
  open: ReadonlySet<LoggedMistake>,
  callLines: readonly number[],
): LoggedMistake | undefined {
  return lastBefore(line, open, (each) => callsBetween(each, line, callLines) <= mostCallsLate);
}

function lastBefore(
  line: number,
  open: ReadonlySet<LoggedMistake>,
  isWanted: (mistake: LoggedMistake) => boolean,
): LoggedMistake | undefined {
  let last: LoggedMistake | undefined;
  let at = 0;
  for (const mistake of open) {
    const made = lastMade(mistake, line) ?? 0;
    if (made <= at || !isWanted(mistake)) continue;
    last = mistake;
    at = made;
  }
  return last;
}

/** Where it was last made before that line. */
function lastMade({ lines }: LoggedMistake, line: number): number | undefined {
  return lines.findLast((made) => made <= line);
}

function callsBetween(mistake: LoggedMistake, line: number, callLines: readonly number[]): number {
  const made = lastMade(mistake, line) ?? line;
  return Math.max(countUpTo(callLines, line - 1) - countUpTo(callLines, made), 0);
}

/** How many of the lines, which are in order, are not behind this one. */
function countUpTo(lines: readonly number[], line: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As words of their own: `go` is not in `google`. */
function isNamed(names: ReadonlySet<string>, words: string): boolean {
  return [...names].some((name) => {
    const literal = name.toLowerCase().replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}_-])${literal}(?![\\p{L}\\p{N}_-])`, "u").test(words);
  });
}

/** A mistake of a conversation, however often it was made there. */
interface LoggedMistake {
  /** Where it was made, in order. */
  readonly lines: readonly number[];
  /** What a report about it would name: a program with its subcommand, a tool. None where a person spoke. */
  readonly names: ReadonlySet<string>;
}

/**
 * Puts together what is one mistake: the same cluster, or a loop of retries and the calls that it is made of. Otherwise
 * five retries would be six mistakes, and one report about them would look like one of six.
 */
export function mergeMistakes(episodes: readonly StoredEpisode[]): readonly LoggedMistake[] {
  const groups = new Groups();
  for (const { cluster, line, lines } of episodes) {
    const name = `cluster ${cluster}`;
    for (const own of [line, ...lines]) groups.join(name, `line ${own}`);
  }
  const together = Map.groupBy(episodes, ({ cluster }) => groups.of(`cluster ${cluster}`));
  return [...together.values()].map((found) => ({
    lines: [...new Set(found.map(({ line }) => line))].toSorted((one, other) => one - other),
    names: new Set(found.flatMap(({ story }) => (story.is === "failure" ? [story.head] : []))),
  }));
}

/** What was joined, directly or through others, is of one group. */
class Groups {
  readonly #parents = new Map<string, string>();

  of(name: string): string {
    let root = name;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root))
      root = next;
    // The next who asks has a shorter way.
    for (let step = name; step !== root;) {
      const next = this.#parents.get(step) ?? root;
      this.#parents.set(step, root);
      step = next;
    }
    return root;
  }

  join(one: string, other: string): void {
    const [here, there] = [this.of(one), this.of(other)];
    if (here !== there) this.#parents.set(there, here);
  }
}
