import type { Selection, SelectRequest, StalePair } from "../runs/select-pairs.ts";
import { staleReasons } from "../../lesson/record/gate-finding.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import { grouped, hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

/** A row for each pair: why, by which gate, which note; and below it what changed, if that is wanted. */
export function* selectionRows(
  pairs: readonly StalePair[],
  { style }: Look,
  { withDiffs, nameOf }: SelectionLook,
): Generator<string> {
  const widest = pairs.reduce((most, { gateId }) => Math.max(most, gateId.length), 0);
  for (const { reason, gateId, notePath, diff } of pairs) {
    const why = style(reason === "missing-review" ? "cyan" : "yellow", reason.padEnd(reasonWidth));
    yield `${why}  ${gateId.padEnd(widest)}  ${plainLine(nameOf(notePath))}\n`;
    if (withDiffs && diff !== null) yield `${diffLines(diff, style).join("\n")}\n`;
  }
}

interface SelectionLook {
  readonly withDiffs: boolean;
  /** How a note is named where the person is. */
  readonly nameOf: (notePath: string) => string;
}

const reasonWidth = "missing-review".length;

function diffLines(diff: string, style: Look["style"]): readonly string[] {
  return plainText(diff)
    .split("\n")
    .map((line) => {
      if (line.startsWith("+")) return style("green", `  ${line}`);
      return line.startsWith("-") ? style("red", `  ${line}`) : style("dim", `  ${line}`);
    });
}

/** What was looked at and what comes next. */
export function selectionSummary(
  { pairs, looked, problems }: Selection,
  { model, reasons }: SelectRequest,
  { width }: Look,
): string {
  const skipped = problems.map(({ path, problem }) =>
    hang("", `left out: ${plainLine(path)} ${problem}`, { column: 2, width }),
  );
  const lines = [
    ...skipped,
    hang("", summary(pairs, looked, { model, reasons }), { column: 0, width }),
  ];
  return `${pairs.length === 0 ? "" : "\n"}${lines.join("\n")}\n`;
}

function summary(
  pairs: readonly StalePair[],
  looked: number,
  { model, reasons }: { model: string | undefined; reasons: SelectRequest["reasons"] | undefined },
): string {
  if (looked === 0) return "No note that one of these gates is for.";
  if (pairs.length === 0) {
    if (reasons === undefined && model !== undefined)
      return `Nothing is stale in ${plural(looked, "pair")} for ${model}.`;
    return model === undefined
      ? `Every pair of ${grouped(looked)} was reviewed by a model. Whether the reviews still hold: --model <name>`
      : `Nothing of that kind in ${plural(looked, "pair")}.`;
  }
  const next = "A review: lessons gates create-runs; a trivial change: lessons gates ack";
  if (model === undefined)
    return `${grouped(pairs.length)} of ${plural(looked, "pair")} were never reviewed. ${next}`;
  const counts = staleReasons
    .map((reason) => [reason, pairs.filter((pair) => pair.reason === reason).length] as const)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${grouped(count)} ${reason}`);
  return `${grouped(pairs.length)} of ${plural(looked, "pair")} for ${model}: ${counts.join(", ")}. ${next}`;
}
