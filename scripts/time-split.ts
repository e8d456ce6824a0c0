import type { SplitReport } from "../src/measure/backtest/split-backtest.ts";

/** The numbers of `lessons backtest --split --json` as a section of a page, and nothing of the lessons themselves. */
export function timeSplitSection(report: SplitReport): string {
  const { before, after, every, sound } = report;
  const { all, seenBefore, learned, aimed, warned } = every.mistakes;
  const rows: readonly (readonly [string, string])[] = [
    ["learned from", `${before.calls} calls in ${before.sessions} sessions`],
    ["replayed over", `${after.calls} calls in ${after.sessions} sessions`],
    ["", ""],
    ["mistakes after the split", `${all}`],
    ["  seen before, in another session", `${seenBefore}`],
    ["  were a lesson by then", `${learned}`],
    ["  whose lesson names calls", `${aimed}`],
    ["  would have been warned of", share(warned, aimed)],
    ["", ""],
    ...[every, sound].flatMap(({ lessons, fires, firedCalls, mistakes }, index) => [
      [index === 0 ? "every candidate approved" : "only with a good backtest before", ""] as const,
      ["  lessons", `${lessons}`] as const,
      ["  fires, at calls", `${fires.all}, ${share(firedCalls, after.calls)}`] as const,
      ["  told, once a session", `${fires.delivered}`] as const,
      ["  the call failed", share(fires.failed, fires.all)] as const,
      ["  reverted, corrected, retried", share(followed(fires), fires.all)] as const,
      ["  false fires", share(fires.falseFires, fires.all)] as const,
      ["  mistakes warned of", `${mistakes.warned}`] as const,
    ]),
  ];
  const text = rows.map(([label, value]) => `${label.padEnd(36)}${value}`.trimEnd()).join("\n");
  return `## Learned before, replayed after\n\n${introduction}\n\`\`\`text\n${text}\n\`\`\`\n`;
}

const introduction = `\`lessons backtest --split auto\` over the same sessions: lessons are made from what was found in the first half of
the calls, put into use unseen, and replayed over the second half. What each line means: [backtest.md](backtest.md).
These are sessions of seven projects by different people, so that less comes back than in the work of one; and nobody
reviewed anything, which is why most fires are false. The second block leaves out what a look at the
backtest before the split would have stopped. A lesson that names no calls (an editor refuses to change a file that was
not read) cannot warn at one.
`;

function followed({ reverted, corrected, retried }: SplitReport["every"]["fires"]): number {
  return reverted + corrected + retried;
}

function share(part: number, whole: number): string {
  return whole === 0 ? `${part}` : `${part} of ${whole} = ${(part / whole).toFixed(2)}`;
}
