import { benchTable, figure, isMet, type BenchResults, type BenchRow } from "../bench/bench-row.ts";

/** docs/performance.md: what a person feels, then the table, from what `npm run bench -- --write` kept. */
export function performancePage({ machine, rows, notes }: BenchResults): string {
  const { node, cores, system, load } = machine;
  const asked = rows.filter((row) => row.asked !== undefined);
  const missed = asked.filter((row) => isMet(row) === false);
  return [
    "# How fast it is",
    "`npm run bench -- --write` measures this page. A test checks that it shows what was measured.",
    "## What you notice",
    feelings(rows).join("\n"),
    "## All figures",
    `Node ${node}, ${cores} cores, ${system}. The load average went from ${load[0]} to ${load[1]}: other programs ran at the same time.`,
    benchTable(rows).trimEnd(),
    `Our targets: ${asked.length - missed.length} of ${asked.length} met.`,
    ...notes,
    "## How to read it",
    howTo,
    "",
  ].join("\n\n");
}

/** Each sentence where its row was measured. */
function feelings(rows: readonly BenchRow[]): readonly string[] {
  const of = (id: string) => rows.find((row) => row.id === id);
  const said = (id: string, words: (row: BenchRow) => string) => {
    const row = of(id);
    return row === undefined ? [] : [`- ${words(row)}`];
  };
  const time = ({ us, unit }: BenchRow) => figure(us, unit);
  const least = ({ floor }: BenchRow) => figure(floor?.value ?? 0, "ms");
  return [
    ...said("hook-nothing-100", (row) => `A tool call that concerns no lesson waits ${time(row)}.`),
    ...said("hook-nothing-10,000", (row) => `With 10,000 lessons it waits ${time(row)}.`),
    ...said("hook-delivered-100", (row) => `A tool call that gets a lesson waits ${time(row)}.`),
    ...said("hook-share", (row) => `${time(row)} of real calls get as far as starting Node.`),
    ...said("hook-session", (row) => `A session starts ${time(row)} later.`),
    ...said("list", (row) => `\`lessons list\` answers in ${time(row)}, with 100,000 lessons.`),
    ...said("dashboard", (row) => `\`lessons\` answers in ${time(row)}.`),
    ...said("add", (row) => `\`lessons add\` takes ${time(row)}.`),
    ...said("review", (row) => `\`lessons review\` opens in ${time(row)}, with 5,000 candidates.`),
    ...said("replay", (row) => `Trying 100 lessons on 100,000 past calls takes ${time(row)}.`),
    ...said("pattern-worst", (row) => `Checking the hardest pattern takes ${time(row)}.`),
    ...said(
      "scan-one",
      (row) => `The first scan of the sample logs takes ${time(row)} on one core.`,
    ),
    ...said("scan-nothing", (row) => `A scan that finds nothing new takes ${time(row)}.`),
    ...said(
      "list",
      (row) => `For comparison: Node itself takes ${least(row)} to start and do nothing.`,
    ),
  ];
}

const howTo = [
  "- **us**: the median of all rounds. Review, replay and patterns count processor time within one process.",
  "- **floor**: the least that the work could take, measured in the same run, in turns.",
  "- **peer**: the fastest other program that `BENCH_PEER_HOOKS` names.",
  "- **ratio**: us divided by the floor. For first scans, the speed beside the floor.",
  "- **asked**: our target. Timings are never tests: a busy machine would fail them.",
].join("\n");
