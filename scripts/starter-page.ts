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

${rows.length} lessons about mistakes that coding agents make in many projects. \`npm run starter\` writes this page and tries their triggers on real
work (the sessions of [accuracy.md](accuracy.md), which are not part of this repository).

\`\`\`sh
lessons init                    # connects your agent, then offers those that fit your own calls
lessons import --starter        # adds those that fit; --dry-run only counts
lessons import --starter --all  # adds every one
lessons review                  # shows each with its replay over your own calls
\`\`\`

A lesson fits if it would have fired at one of your calls, concerns files in a language you use, or is for session start and its program
appears in your calls. Starter lessons are candidates with source \`imported\`. Agents see none before you approve it. Each is added once: those that
you archived or rewrote do not return. The files are in [library/starter](../library/starter);
[CONTRIBUTING.md](../CONTRIBUTING.md#starter-lessons) explains how to propose one.

**Limits of the numbers.** ${neverFired(rows)}

**At session start.** ${atTheStart(rows)}
`;
}

function neverFired(rows: readonly StarterRow[]): string {
  const { length } = rows.filter(({ backtest }) => backtest.replay.fired === 0);
  return `${length} of the ${rows.length} lessons fire at no call of these sessions, so the limits (at
most one false fire in ten fires, at most one fire in a hundred calls) prove nothing for them. Instead, each file has example calls at which
it must fire or stay silent, and a test runs them. The replay over your own calls in \`lessons review\` tells you more.`;
}

function atTheStart(rows: readonly StarterRow[]): string {
  const critical = rows.filter(({ lesson }) => levelOf(lesson.priority) === "CRITICAL").length;
  const marked = rows.filter(({ lesson }) => lesson.triggers.injectOn.includes("SessionStart"));
  const names = marked.toSorted(byLevel).map(({ lesson }) => `\`${lesson.slug}\``);
  return `Every session starts with at most five lessons, CRITICAL ones first. If you approve all CRITICAL
lessons on this page, they take ${critical} of the five places. Your own CRITICAL lessons, and those for session start only
(${names.join(", ")}), compete for the rest. Approve what fits your work. \`lessons edit <slug> priority HIGH\`
limits a lesson to its calls.`;
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
    ["shown, once a session", `${totals.told}`],
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
more than one call in a hundred. A test checks both limits.

This rule cannot see harm without a failure. For such lessons, a person checked each fire (or a sample of 20) in its session, and the last column
counts. A fire is "not needed" if the mistake was absent or the agent had already done what the lesson asks for. One reader who knew the lessons
labelled them once (\`library/labels.json\`):

${judgedByHand(rows)}

We narrowed the triggers with these fires until they met the limits. Expect some false fires on other work. A trigger cannot see what came before
a call: \`git reset --hard\` after \`git status\`, a forced clean after a dry run, or \`--no-verify\` with your consent need no warning. We dropped or
narrowed such lessons, or moved them to session start. A trigger does not see the \`&\` after a command either, nor other commands on the line.

**0 fires** only means that the lesson is quiet here: these sessions rarely use container clusters, databases or package registries. Lessons for
session start never fire at a call. The ledger keeps no contents, so lessons about file contents cannot be replayed.
`;
}

function judgedByHand(rows: readonly StarterRow[]): string {
  const lines = rows.flatMap(({ lesson, backtest, judged }) => {
    if (judged === undefined) return [];
    const { fired } = backtest.replay;
    const byRule = `The rule counts ${backtest.falseFires} of ${fired} fires as false.`;
    return [`- \`${lesson.slug}\`: ${judged.because} ${byRule}`];
  });
  return lines.join("\n");
}
