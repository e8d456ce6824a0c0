import { grouped, plural } from "../../cli/layout.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { cut, wrapped } from "./cells.ts";
import { span, type Line, type SpanLook } from "./frame.ts";
import {
  cardOf,
  decisionOf,
  isArchived,
  isUndecided,
  problemsOf,
  type Model,
  type Row,
  type RowDecision,
  type RowVerdict,
} from "./model.ts";
import { editNotes, verdictMarks } from "./verdicts.ts";

/** What is about to happen, as the person must see it before anything becomes active. */
export function confirmationLines(model: Model): readonly Line[] {
  const width = Math.max(model.size.columns, 12);
  const decided = model.rows.flatMap((row): readonly Decided[] => {
    const decision = decisionOf(model, row);
    return isUndecided(decision) ? [] : [{ row, decision }];
  });
  const waiting = model.rows.filter((row) => !isArchived(row)).length;
  const untouched = waiting - decided.filter(({ row }) => !isArchived(row)).length;
  const problems = problemsOf(model);
  return [
    [span(`Confirm ${plural(decided.length, "decision")}`, "bold")],
    ...groups.flatMap((group) => groupLines(model, group, decided, width)),
    ...(untouched === 0
      ? []
      : [
          [],
          [
            span(
              untouched === 1
                ? "1 other is unchanged."
                : `${grouped(untouched)} others are unchanged.`,
              "dim",
            ),
          ],
        ]),
    ...(problems.length === 0 ? [] : [[], [span("Cannot be saved:", "bold")]]),
    ...problems.flatMap(({ row, field, problem }) =>
      entry("✗", `${row.lesson.summary}: ${field}: ${plainLine(problem)}`, { width, look: "red" }),
    ),
    ...connectLines(model, decided, width),
    ...failureLines(model, width),
  ];
}

/** How far it can be scrolled: the last line of the screen has the question. */
export function lastConfirmationTop(model: Model): number {
  return Math.max(confirmationLines(model).length - Math.max(model.size.rows - 1, 1), 0);
}

interface Decided {
  readonly row: Row;
  readonly decision: RowDecision;
}

interface Group {
  readonly title: string;
  readonly verdict: RowVerdict["is"];
  readonly mark: string;
  readonly look: SpanLook;
}

const groups: readonly Group[] = [
  { title: "Approve", verdict: "approve", mark: verdictMarks.approve, look: "green" },
  { title: "Add to another lesson", verdict: "expand", mark: verdictMarks.expand, look: "green" },
  { title: "Archive", verdict: "archive", mark: verdictMarks.archive, look: "red" },
  { title: "Restore", verdict: "unarchive", mark: verdictMarks.unarchive, look: "green" },
  { title: "Save only", verdict: "none", mark: "✎", look: "bold" },
];

function groupLines(
  model: Model,
  { title, verdict, mark, look }: Group,
  decided: readonly Decided[],
  width: number,
): readonly Line[] {
  const members = decided.filter(({ decision }) => decision.verdict.is === verdict);
  if (members.length === 0) return [];
  return [
    [],
    [span(`${title} ${members.length}`, "bold")],
    ...members.flatMap(({ row, decision }) => [
      ...entry(mark, `${titleOf(row, decision)}${notesOf(model, row, decision)}`, { width, look }),
      ...(verdict === "approve" ? checkLines(model, row, width) : []),
    ]),
  ];
}

function titleOf({ lesson }: Row, { edits }: RowDecision): string {
  return edits.find(({ field }) => field === "summary")?.text ?? lesson.summary;
}

function notesOf(model: Model, row: Row, decision: RowDecision): string {
  const { verdict } = decision;
  const reason = verdict.is === "archive" && verdict.reason !== undefined ? [verdict.reason] : [];
  const into = verdict.is === "expand" ? [`into ${cardOf(model, row)?.expands?.slug ?? "it"}`] : [];
  const notes = [...reason, ...into, ...editNotes(decision)];
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`;
}

/** What speaks against approving it, once more. */
function checkLines(model: Model, row: Row, width: number): readonly Line[] {
  const [warning] = cardOf(model, row)?.warnings ?? [];
  return warning === undefined
    ? []
    : wrapped(cut(`Check: ${plainLine(warning)}`, 300), Math.max(width - 4, 10)).map((line) => [
        span(`    ${line}`, "dim"),
      ]);
}

/** Approved, and nobody gets it: that is said before, with the key that mends it. */
function connectLines(
  { isConnected }: Model,
  decided: readonly Decided[],
  width: number,
): readonly Line[] {
  const isApproved = decided.some(({ decision }) => decision.verdict.is === "approve");
  if (!isApproved || isConnected) return [];
  const text =
    "No agent is connected, so none sees these yet. i confirms, then connects one (lessons init).";
  return [[], ...wrapped(text, width).map((line): Line => [span(line, "bold")])];
}

/** Every line after the first begins where the text does. */
function entry(
  mark: string,
  text: string,
  { width, look }: { readonly width: number; readonly look: SpanLook },
): readonly Line[] {
  return wrapped(text, Math.max(width - 4, 10)).map((row, index) => [
    span(index === 0 ? `  ${mark} ` : "    ", look),
    span(row),
  ]);
}

function failureLines({ mode }: Model, width: number): readonly Line[] {
  if (mode.is !== "confirm" || mode.failure === undefined) return [];
  const text = `Nothing was saved: ${mode.failure}. Your decisions are kept.`;
  return [[], ...wrapped(text, width).map((row): Line => [span(row, "red")])];
}
