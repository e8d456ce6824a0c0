import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { wire } from "../src/cli/wire.ts";
import { firstList, listScorer, type ListFigures } from "./home-accuracy.ts";
import { countRecurrences, type RecurrenceCounts } from "./home-recurrences.ts";
import { failedResults } from "./home-results.ts";
import { fewestCases, homePage, type Column, type Section } from "./home-table.ts";
import { measureHomes, type Corpus, type ScannedHome } from "./homes.ts";

/**
 * `npm run recurrence`: scans the homes of `LESSONS_CORPUS`, goes through the sessions of each in the order of their start, and
 * writes to `docs/recurrence.md` how many of the failures that came back were known by then. Nothing of the sessions is written.
 */
const measured = await measureHomes(async (home, corpus) => ({
  ...(await recurrencesOf(home, corpus)),
  list: listScorer(home, corpus)(firstList),
}));

function recurrencesOf({ name, folder, logs }: ScannedHome, { reference }: Corpus) {
  const rows = reference.filter(({ home, kind }) => home === name && kind === "env");
  const place = { environment: { HOME: folder }, workingDirectory: folder, settings: [] };
  return wire(place).inContext((context) => {
    const printed = failedResults(logs, context.database);
    return countRecurrences(context, rows, { scratch: folder, printed });
  });
}

interface Figures extends RecurrenceCounts {
  /** The first list after the last session. */
  readonly list: ListFigures;
}

function share(head: string, part: (counts: RecurrenceCounts) => number): Column<Figures> {
  return { head, of: (counts) => ({ part: part(counts), whole: counts.all }), worst: "least" };
}

const cardBytes = measured.flatMap(({ figures }) => figures.card.bytes);

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

const sections: readonly Section<Figures>[] = [
  {
    title: "In the first list",
    text: `The fact was on the first list when the session started. *Possible* is the share of recurrences whose fact failed in two or more
earlier sessions; the column before it cannot be higher. Precision and size describe the first list after the last session.`,
    columns: [
      share("after two sessions", ({ listed }) => listed.afterTwo),
      share("possible", ({ twoBefore }) => twoBefore),
      share("after one session", ({ listed }) => listed.afterOne),
      { head: "precision", of: ({ list }) => list.precision, worst: "least" },
      { head: "candidates", of: ({ list }) => list.candidates },
    ],
  },
  {
    title: "On the session card",
    text: `The agent saw the fact before the call: on the [session card](delivery.md#at-the-start), or, in the second column, also in a lesson for the
start. *Concerned* is the share of delivered lines whose program, file or tool the session uses. *Contradicted* is
the share of lines about a program, option or command that a call in this or a later session disproves. A card has
${middle(cardBytes)} bytes in the median, ${Math.max(0, ...cardBytes)} at most. These figures do not show whether the agent heeds a line.`,
    columns: [
      share("on the card", ({ onCard }) => onCard),
      share("in context", ({ inContext }) => inContext),
      { head: "concerned", of: ({ card }) => card.concerned, worst: "least" },
      { head: "contradicted", of: ({ card }) => card.contradicted, worst: "most" },
      { head: "most bytes", of: ({ card }) => Math.max(0, ...card.bytes), pooledBy: "most" },
    ],
  },
  {
    title: "At the call",
    text: `Lessons that appeared at a call without concerning it, each once per session. *With the error*: the line appeared at a failure of another fact.
*Hold or fix*: the review would offer to hold or correct a call that worked, or that failed for another reason. The ledger or the reference decides
why a call failed. *Bare heads* are patterns that match every call of a program or subcommand. *Rules* of a person and reports appear whether or not a
call fails, so no outcome can judge them; they are only counted.`,
    columns: [
      { head: "false with the error", of: ({ fires }) => fires.withError, worst: "most" },
      { head: "false hold or fix", of: ({ fires }) => fires.before, worst: "most" },
      { head: "bare heads", of: ({ fires }) => fires.bareHeads },
      { head: "rules", of: ({ fires }) => fires.unjudged },
    ],
  },
  {
    title: "Prevented, estimated",
    text: `An estimate of the recurrences that a card line would have prevented. It uses rates from a study of 21 homes. In sessions with the fact in context,
agents repeated 2 of 68 unknown commands, 1 of 60 unknown options and 3 of 53 missing programs (**names**), but 28 of 66 unmatched globs and 14 of 33
wrong directories (**habits**). The total is every recurrence of that kind, on the card or not. Other facts have no such rate and are in neither
column.`,
    columns: [
      { head: "names", of: ({ prevented }) => prevented.names, worst: "least" },
      { head: "habits", of: ({ prevented }) => prevented.habits, worst: "least" },
    ],
  },
  {
    title: "In any list",
    text: "The same for facts on both lists, and for failures that are on no list yet.",
    columns: [
      share("after two sessions", ({ known }) => known.afterTwo),
      share("after one session", ({ known }) => known.afterOne),
    ],
  },
];

const all = measured.reduce((sum, { figures }) => sum + figures.all, 0);
const introduction = `# How much was known before it came back

\`npm run recurrence\` writes this page from the sessions of [accuracy.md](accuracy.md), home by home. It takes the sessions of
a home in order. Before each session it derives candidates from the earlier sessions of that home alone.

**These figures assume that a person approves every fact of the first list, unedited, before the next session starts.** They show
what lessons could know. They do not show whether the agent sees a lesson in time and heeds it: [effect.md](effect.md).

A **recurrence** is a fact of the environment that fails again in a later session of the same home. Each
fact counts once per session: ${all} recurrences in ${measured.length} homes. A reference says which failed calls
belong to the environment, and which of them are the same fact. Failing tests, compile errors and slips of the agent's own
tools do not count.

- **After two sessions**: two or more earlier sessions showed the fact. **After one session**: one or more did.
- An earlier session counts only if its failure and the failure of this session belong to the same candidate.
- **Largest home**: the home with the most recurrences.
- **Median** and **worst home**: among homes with at least ${fewestCases} cases.
`;

const page = homePage(introduction, sections, measured);
writeFileSync(join(import.meta.dirname, "../docs/recurrence.md"), page);
process.stdout.write(page);
// For whoever judges them: what stood on the cards, and what came at a call that it does not concern.
if (process.argv.includes("--lines"))
  for (const { home, figures } of measured) {
    const lines = [...figures.card.lines, ...figures.fires.lines.map((line) => `FALSE\t${line}`)];
    for (const line of lines) process.stderr.write(`${home}\t${line}\n`);
  }
