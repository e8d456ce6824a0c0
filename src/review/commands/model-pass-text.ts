import type { OpinionChange } from "../opinions/settle-opinions.ts";
import type { TakenAnswer } from "../opinions/take-answer.ts";
import { hang, plural } from "../../cli/layout.ts";
import { historyWords } from "./review-words.ts";
import type { Terminal } from "../../cli/terminal.ts";

/** What a model's answer has led to, for a person and for the model that reads the same lines. */
export function appliedText(
  { reviewer, report, backtests }: TakenAnswer,
  { style, width }: Pick<Terminal, "style" | "width">,
): string {
  const line = (label: string, text: string) => `${hang(label, text, { column: 4, width })}\n`;
  const { changes, abstained, passedOver, refused, session, warnings } = report;
  const kept = changes.filter(({ opinion }) => opinion.verdict !== "archive");
  const archived = changes.filter(({ opinion }) => opinion.verdict === "archive");
  const keptText = kept.flatMap((change) => [
    line(style("green", "  ✓"), `${change.after.summary} (${change.after.slug})`),
    line("", change.opinion.reason),
    ...detailLines(change).map((text) => line("", text)),
    ...historyLines(backtests.get(change.after.id)).map((text) => line("", text)),
  ]);
  return [
    `${reviewer.model} has looked at ${plural(total(report), "candidate")}: ${kept.length} to review, ${archived.length} archived as noise, ${abstained.length} left open${refused.length === 0 ? "" : `, ${refused.length} refused`}.\n`,
    ...keptText,
    ...archived.map(({ after }) =>
      line("  •", `${archiveReason(after)} — ${after.summary} (${after.slug})`),
    ),
    ...abstained.map(({ lesson, opinion }) =>
      line("  ?", `${lesson.slug}: ${opinion.reason ?? "no opinion"}`),
    ),
    ...passedOver.map(({ slug, why }) => line("  ·", `${slug}: ${why}`)),
    ...refused.map(({ name, problems }) =>
      line(style("red", "  ✗"), `${name}: ${problems.join("; ")}`),
    ),
    ...warnings.map((text) => line(style("yellow", "  !"), text)),
    ...(session === undefined ? ["Nothing was changed.\n"] : []),
  ].join("");
}

/** The same for programs. */
export function appliedValue({ reviewer, report, backtests }: TakenAnswer): object {
  const { changes, abstained, passedOver, refused, session, warnings } = report;
  return {
    ...reviewer,
    session: session ?? null,
    changes: changes.map(({ after, opinion, edits, notes }) => ({
      id: after.id,
      slug: after.slug,
      verdict: opinion.verdict,
      status: after.stage.status,
      reason: opinion.verdict === "archive" ? archiveReason(after) : opinion.reason,
      edited: edits.map(({ field }) => field),
      notes,
      backtest: backtestValue(backtests.get(after.id)),
    })),
    abstained: abstained.map(({ lesson, opinion }) => ({
      id: lesson.id,
      slug: lesson.slug,
      reason: opinion.reason ?? null,
    })),
    passedOver,
    refused,
    warnings,
  };
}

type Backtested = ReturnType<TakenAnswer["backtests"]["get"]>;

function backtestValue(backtest: Backtested): object | null {
  if (backtest === undefined) return null;
  const { reading, history, warnings } = backtest;
  return { reading, history: history ?? null, warnings };
}

function total({ changes, abstained, passedOver, refused }: TakenAnswer["report"]): number {
  return changes.length + abstained.length + passedOver.length + refused.length;
}

function archiveReason({ stage }: OpinionChange["after"]): string {
  return stage.status === "archived" ? stage.because : "";
}

function detailLines({ edits, notes, opinion }: OpinionChange): readonly string[] {
  return [
    ...(opinion.verdict === "expand_existing" ? [`expands ${opinion.expands}`] : []),
    ...(edits.length === 0 ? [] : [`changed: ${edits.map(({ field }) => field).join(", ")}`]),
    ...notes,
  ];
}

function historyLines(backtest: Backtested): readonly string[] {
  if (backtest === undefined) return [];
  const { reading, history, warnings } = backtest;
  return [
    `trigger: ${reading}`,
    ...(history === undefined ? [] : [historyWords(history)]),
    ...warnings,
  ];
}
