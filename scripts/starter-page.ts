import { levelOf, levels } from "../src/lesson/record/level.ts";
import { triggerReading } from "../src/match/trigger-words.ts";
import type { Backtest } from "../src/measure/backtest/backtest.ts";
import type { ExampleCall, StarterLesson } from "./starter-library.ts";

/** A lesson of the library with what its backtest says, and how a person judged its fires. */
export interface StarterRow extends StarterLesson {
  readonly backtest: Backtest;
  /** Absent where nobody looked: then the rule for false fires decides. */
  readonly judged?: {
    readonly notNeeded: number;
    readonly all: number;
    /** Why the rule cannot judge it. */
    readonly because: string;
  };
}

export interface StarterTotals {
  readonly calls: number;
  readonly sessions: number;
  readonly firedCalls: number;
  readonly told: number;
}

/** `docs/starter-lessons.md`: nothing of the calls themselves, only counts. */
export function starterPage(rows: readonly StarterRow[], totals: StarterTotals): string {
  return [
    introduction(rows),
    `## All lessons\n\n${table(rows)}`,
    `## Together\n\n${together(rows, totals)}`,
    meaning(rows),
  ].join("\n");
}

function introduction(rows: readonly StarterRow[]): string {
  return `# Starter lessons

Written by \`npm run starter\`: ${rows.length} lessons about mistakes that coding agents make in many projects, and what
their triggers do on real work (the sessions of [accuracy.md](accuracy.md), which are not part of this repository).

\`\`\`sh
lessons init               # asks whether to take them in, once delivery is set up
lessons init --starter     # takes them in without asking
lessons import --starter   # the same without setting anything up; --dry-run only counts
lessons review             # each with the backtest over your own calls
\`\`\`

They come in as candidates with source \`imported\`, and none is told to an agent before you approve it. Each is taken
in once: one that you archived or rewrote is not offered again. The files are in
[library/starter](../library/starter); [CONTRIBUTING.md](../CONTRIBUTING.md#starter-lessons) says how to propose one.

**What the numbers below do not prove.** ${neverFired(rows)}

**What a session hears.** ${atTheStart(rows)}
`;
}

function neverFired(rows: readonly StarterRow[]): string {
  const { length } = rows.filter(({ backtest }) => backtest.replay.fired === 0);
  return `${length} of the ${rows.length} lessons fire at no call of these sessions. The bounds (at most
one false fire in ten fires, at most one fire in a hundred calls) hold for them without saying anything: what speaks for their
triggers is the examples in their files, calls that they must fire at and calls that they must be silent at, which a test runs.
The backtest over your own calls in \`lessons review\` says more.`;
}

function atTheStart(rows: readonly StarterRow[]): string {
  const critical = rows.filter(({ lesson }) => levelOf(lesson.priority) === "CRITICAL").length;
  const marked = rows.filter(({ lesson }) => lesson.triggers.injectOn.includes("SessionStart"));
  const names = marked.toSorted(byLevel).map(({ lesson }) => `\`${lesson.slug}\``);
  return `Active CRITICAL lessons are told at the start of every session, too, and a session starts with
five lessons at most, the most important ones. Approve all CRITICAL ones of this page and they take ${critical} of the five places: your own
CRITICAL lessons and those that are told at the start only (${names.join(", ")}) compete for the rest.
So approve what fits your work, not everything; \`lessons edit <slug> priority HIGH\` makes it one that is told at its calls alone.`;
}

const heads = [
  "lesson",
  "level",
  "what it is about",
  "when",
  "fires",
  "per 100 calls",
  "sessions",
  "failed",
  "false fires",
  "judged by hand",
];

function table(rows: readonly StarterRow[]): string {
  const lines = rows.toSorted(byLevel).map(cells);
  const all = [heads, heads.map((_, index) => (index < 4 ? "---" : "---:")), ...lines];
  return `${all.map((line) => `| ${line.join(" | ")} |`).join("\n")}\n`;
}

function byLevel({ lesson: one }: StarterRow, { lesson: other }: StarterRow): number {
  return other.priority - one.priority || (one.slug < other.slug ? -1 : 1);
}

function cells(row: StarterRow): readonly string[] {
  const { lesson, backtest, judged } = row;
  const { fired, sharePercent, sessions, failed } = backtest.replay;
  return [
    `[${lesson.slug}](../library/starter/${lesson.slug}.md)`,
    levelOf(lesson.priority),
    inCell(lesson.summary),
    inCell(moment(row)),
    String(fired),
    sharePercent.toFixed(3),
    String(sessions),
    String(failed),
    String(backtest.falseFires),
    judged === undefined ? "" : `${judged.notNeeded} of ${judged.all} not needed`,
  ];
}

/** In words where the patterns can be said in a line; otherwise by calls that it fires at and one that it does not. */
function moment({ lesson, examples }: StarterLesson): string {
  const reading = triggerReading(lesson.triggers);
  if (!reading.includes("that matches") && reading.length <= longestReading) return reading;
  const fires = examples.fires.slice(0, 3).map(shown).join(", ");
  const [silent] = examples.silent.map(shown);
  return `at calls such as ${fires}; not at ${silent}`;
}

const longestReading = 170;

function shown(call: ExampleCall): string {
  if (typeof call === "string") return `\`${call}\``;
  return call.content === undefined
    ? `${call.tool} of \`${call.path}\``
    : `${call.tool} of \`${call.content.trim().replaceAll("\n", " ")}\``;
}

/** A bar would end the cell. */
function inCell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function together(rows: readonly StarterRow[], totals: StarterTotals): string {
  const sum = (of: (row: StarterRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  const fires = sum(({ backtest }) => backtest.replay.fired);
  const silent = rows.filter(({ backtest }) => backtest.replay.fired === 0).length;
  const judged = rows.flatMap((row) => row.judged ?? []);
  const byHand = judged.reduce((all, { all: count }) => all + count, 0);
  const notNeeded = judged.reduce((all, { notNeeded: count }) => all + count, 0);
  const byRule = rows.filter((row) => row.judged === undefined);
  const falseByRule = byRule.reduce((all, { backtest }) => all + backtest.falseFires, 0);
  const firesByRule = byRule.reduce((all, { backtest }) => all + backtest.replay.fired, 0);
  const lines = [
    ["calls, in sessions", `${totals.calls}, ${totals.sessions}`],
    ["lessons, of which fire", `${rows.length}, ${rows.length - silent}`],
    ["levels", levels.map((level) => share(rows, level)).join(", ")],
    ["fires", `${fires}`],
    ["calls that a lesson fires at", ratio(totals.firedCalls, totals.calls)],
    ["told, once a session", `${totals.told}`],
    [
      "the call failed",
      ratio(
        sum(({ backtest }) => backtest.replay.failed),
        fires,
      ),
    ],
    ["judged by the rule: false fires", ratio(falseByRule, firesByRule)],
    ["judged by hand: not needed", ratio(notNeeded, byHand)],
  ] as const;
  const text = lines.map(([label, value]) => `${label.padEnd(34)}${value}`).join("\n");
  return `\`\`\`text\n${text}\n\`\`\`\n`;
}

function share(rows: readonly StarterRow[], level: (typeof levels)[number]): string {
  const count = rows.filter(({ lesson }) => levelOf(lesson.priority) === level).length;
  return `${level} ${count} (${Math.round((100 * count) / rows.length)} %)`;
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? `${part}` : `${part} of ${whole} = ${(part / whole).toFixed(3)}`;
}

function meaning(rows: readonly StarterRow[]): string {
  return `## What the numbers mean

The columns are those of [backtest.md](backtest.md). A **false fire** is a fired call that succeeded and was not reverted,
retried or corrected within five calls. A library lesson may have no more than one false fire in ten fires, and may fire at no
more than one call in a hundred; a test compares this page with both bounds.

The rule cannot see harm that is done without a failure. For lessons about such harm the last column counts instead: every fire (of
more than 20, a sample of 20) was looked at in its session, and labelled as not needed when the mistake was not there or what the
lesson asks for had already been done. One reader who knew the lessons labelled them once (\`library/labels.json\`). Judged so are

${judgedByHand(rows)}

The triggers were narrowed with these fires at hand, until the bounds held: on other work expect some false fires. A trigger cannot
see what came before the call. \`git reset --hard\` after a look at \`git status\`, a forced clean after a dry run, or
\`--no-verify\` with the person's consent need no warning, and so lessons that fired there were dropped, narrowed, or are now
told at the start of a session.

A trigger does not see the \`&\` behind a command, either, and the words of another command of the line. Where that decides, the pattern was dropped, or the text says what makes the call right.

**0 fires** says only that the lesson is quiet here: these sessions hardly touch clusters, databases and package registries.
Lessons that are told at the start of a session fire at no call. The ledger keeps no contents, so that a lesson about what is
written into a file cannot be replayed.
`;
}

function judgedByHand(rows: readonly StarterRow[]): string {
  const lines = rows.flatMap(({ lesson, backtest, judged }) => {
    if (judged === undefined) return [];
    const { fired } = backtest.replay;
    const byRule = `By the rule it would have ${backtest.falseFires} false of ${fired}.`;
    return [`- \`${lesson.slug}\`: ${judged.because} ${byRule}`];
  });
  return lines.join("\n");
}
