import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  correctionKinds,
  homeAccuracy,
  mistakeLabels,
  slipLabels,
  type HomeAccuracy,
  type ListFigures,
} from "./home-accuracy.ts";
import { fewestCases, homePage, type Column, type Section } from "./home-table.ts";
import { measureHomes } from "./homes.ts";

/**
 * `npm run accuracy`: scans the homes of `LESSONS_CORPUS`, has the corpus's own scorer compare what was found in each with
 * its labels, and writes `docs/accuracy.md`. Nothing of the sessions themselves is written.
 */
const measured = await measureHomes(homeAccuracy);

/** No recall without the precision and the size of the same list. */
function ofList(
  list: (figures: HomeAccuracy) => ListFigures,
  labels: readonly string[],
): Section<HomeAccuracy>["columns"] {
  return [
    { head: "recall", of: (figures) => list(figures).recall(labels), worst: "least" },
    { head: "precision", of: (figures) => list(figures).precision, worst: "least" },
    { head: "candidates", of: (figures) => list(figures).candidates },
  ];
}

function slips(list: (figures: HomeAccuracy) => ListFigures): Column<HomeAccuracy> {
  return { head: "slips", of: (figures) => list(figures).recall(slipLabels) };
}

const sections: readonly Section<HomeAccuracy>[] = [
  {
    title: "Tool mistakes, both lists",
    text: "Labels: failed calls with a fix, retry loops and hangs, without slips of the agent's own tools. *Slips* is the recall of those slips.",
    columns: [
      ...ofList(({ mistakes }) => mistakes.both, mistakeLabels),
      slips(({ mistakes }) => mistakes.both),
    ],
  },
  {
    title: "Tool mistakes, first list",
    text: "The same labels, compared with the first list alone. Slips belong in the second list, so a low share is right.",
    columns: [
      ...ofList(({ mistakes }) => mistakes.first, mistakeLabels),
      slips(({ mistakes }) => mistakes.first),
    ],
  },
  {
    title: "Corrections, both lists",
    text: "Labels: a person corrects the agent. *Maybe per session* counts the corrections in the second list.",
    columns: [
      ...ofList(({ corrections }) => corrections.both, correctionKinds),
      {
        head: "maybe per session",
        of: ({ maybeCorrections, sessions }) => ({ part: maybeCorrections, whole: sessions }),
        worst: "most",
      },
    ],
  },
  {
    title: "Corrections, first list",
    text: "The same labels, compared with the first list alone.",
    columns: ofList(({ corrections }) => corrections.first, correctionKinds),
  },
  {
    title: "Self-diagnoses, both lists",
    text: "Labels: the agent states the cause of a failure. Any candidate at that place counts, so precision and size are those of both whole lists.",
    columns: ofList(({ everything }) => everything, ["self-diagnosis"]),
  },
  {
    title: "Candidates per fact",
    text: "How many candidates hold the failures of one fact. The corpus has a reference that names the fact of every failed call; facts of the environment count, as far as a candidate holds them.",
    columns: [
      {
        head: "mean",
        of: ({ candidatesOfFacts: counts }) => ({
          part: counts.reduce((sum, count) => sum + count, 0),
          whole: counts.length,
        }),
        worst: "most",
      },
      {
        head: "most",
        of: ({ candidatesOfFacts: counts }) => Math.max(0, ...counts),
        worst: "most",
        pooledBy: "most",
      },
    ],
  },
  {
    title: "Size of the lists",
    text: "All candidates of a home, whatever found them.",
    columns: [
      { head: "sessions", of: ({ sessions }) => sessions },
      { head: "first list", of: ({ first }) => first },
      { head: "maybe", of: ({ maybe }) => maybe },
      {
        head: "first list per session",
        of: ({ first, sessions }) => ({ part: first, whole: sessions }),
      },
      {
        head: "maybe per session",
        of: ({ maybe, sessions }) => ({ part: maybe, whole: sessions }),
      },
    ],
  },
];

const total = (of: (figures: HomeAccuracy) => number) =>
  measured.reduce((sum, { figures }) => sum + of(figures), 0);

const introduction = `# How well mistakes are found

\`npm run accuracy\` writes this page. It scans ${total(({ sessions }) => sessions)} sessions of real work with coding agents in ${measured.length} homes
and compares the candidates with ${total(({ labels }) => labels)} labels. The sessions are not part of this repository.

A home holds the logs of one developer's work on one repository. The script scans each home into a store of its own, so that
no home learns from another. [recurrence.md](recurrence.md) shows how many mistakes were known before they came back.

- **First list**: what \`lessons review\` shows first; \`accepted\` in \`lessons scan --episodes\`. **Maybe**: the second list; \`nominated\`.
- **Recall**: the share of labelled mistakes that the list contains.
- **Precision**: the share of sightings in the list that a label calls a lesson. Only sessions with a label for every failed call count.
- **Candidates**: the size of the same list.
- **Largest home**: the home with the most cases in the first column of a table.
- **Median** and **worst home**: among homes with at least ${fewestCases} cases.

Two people labelled the sessions, in one pass each, and preferred sessions with many errors. Some of the homes were at hand when
the rules were written. Expect less on other projects.
`;

const page = homePage(introduction, sections, measured);
writeFileSync(join(import.meta.dirname, "../docs/accuracy.md"), page);
process.stdout.write(page);
