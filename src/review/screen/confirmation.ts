import { plainLine } from "../../redact/plain-text.ts";
import { plural } from "../../cli/layout.ts";
import {
  isUndecided,
  type RowDecision,
  decisionOf,
  isNoise,
  type Model,
  type Row,
  problemsOf,
  type RowVerdict,
} from "./model.ts";
import { span, type Line, type SpanLook } from "./frame.ts";
import { wrapped } from "./cells.ts";

/** What is about to happen, as the person must see it before anything is written. */
export function confirmationLines(model: Model): readonly Line[] {
  const width = Math.max(model.size.columns, 12);
  const decided = model.rows.map((row) => ({ row, decision: decisionOf(model, row) }));
  const untouched = decided.filter(
    ({ row, decision }) => !isNoise(row) && isUndecided(decision),
  ).length;
  const promoted = decided.filter(({ decision }) => decision.verdict.is === "approve");
  const problems = problemsOf(model);
  const unseen = promoted.filter(({ row }) => isHistoryUnknown(model, row)).length;
  return [
    [span("Got it. About to:", "bold")],
    ...groups.flatMap(({ title, mark, look, has, name, after = "" }) => {
      const names = decided.filter(({ decision }) => has(decision)).map(name);
      if (names.length === 0) return [];
      return entry(`${mark} ${title}: `, names.join(", ") + after, { width, look });
    }),
    ...(untouched === 0
      ? []
      : [[span(`  · ${plural(untouched, "other")} left as they are`, "dim")]]),
    ...promoted.flatMap(({ row }) =>
      row.card.warnings.flatMap((warning) =>
        entry("! ", `${row.card.lesson.slug}: ${plainLine(warning)}`, { width, look: "yellow" }),
      ),
    ),
    ...(unseen === 0
      ? []
      : entry("· ", `${unseen} of these were not tried on your history: open a card to see it`, {
          width,
          look: "dim",
        })),
    ...(problems.length === 0 ? [] : [[], [span("Cannot be saved as it is:", "red")]]),
    ...problems.flatMap(({ row, field, problem }) =>
      entry("! ", `${row.card.lesson.slug} ${field}: ${plainLine(problem)}`, {
        width,
        look: "red",
      }),
    ),
    ...failureLines(model, width),
  ];
}

/** How far it can be scrolled: the last line of the screen has the question. */
export function lastConfirmationTop(model: Model): number {
  return Math.max(confirmationLines(model).length - Math.max(model.size.rows - 1, 1), 0);
}

function isHistoryUnknown({ canLoadHistory, histories }: Model, { card }: Row): boolean {
  const isLoaded = card.history !== undefined || histories.get(card.lesson.id) === "loaded";
  return canLoadHistory && !isLoaded;
}

export const verdictMarks: Readonly<Record<RowVerdict["is"], string>> = {
  none: " ",
  approve: "✓",
  skip: "↷",
  expand: "+",
  unarchive: "↺",
  archive: "✗",
};

interface Group {
  readonly title: string;
  readonly mark: string;
  readonly look: SpanLook;
  readonly has: (decision: RowDecision) => boolean;
  readonly name: (decided: { readonly row: Row; readonly decision: RowDecision }) => string;
  /** Said once, behind all of them. */
  readonly after?: string;
}

const groups: readonly Group[] = [
  { title: "Promote", mark: verdictMarks.approve, look: "green", has: is("approve"), name: edited },
  {
    title: "Expand",
    mark: verdictMarks.expand,
    look: "green",
    has: is("expand"),
    name: (decided) => `${edited(decided)} into ${decided.row.card.expands?.slug ?? ""}`,
  },
  {
    title: "Archive",
    mark: verdictMarks.archive,
    look: "red",
    has: is("archive"),
    name: ({ row, decision }) => {
      const { verdict } = decision;
      return withNotes(row, [
        ...(verdict.is === "archive" ? [verdict.reason] : []),
        ...changesOf(decision.edits.filter((edit) => edit.problem === undefined)),
      ]);
    },
  },
  {
    title: "Unarchive",
    mark: verdictMarks.unarchive,
    look: "cyan",
    has: is("unarchive"),
    name: ({ row }) => row.card.lesson.slug,
  },
  {
    title: "Save, not promote",
    mark: "✎",
    look: "cyan",
    has: ({ verdict, edits }) =>
      (verdict.is === "none" || verdict.is === "skip") && edits.length > 0,
    name: edited,
  },
  {
    title: "Skip",
    mark: verdictMarks.skip,
    look: "dim",
    has: ({ verdict, edits }) => verdict.is === "skip" && edits.length === 0,
    name: ({ row }) => row.card.lesson.slug,
    after: " (will reappear next session)",
  },
];

function is(verdict: RowDecision["verdict"]["is"]): Group["has"] {
  return (decision) => decision.verdict.is === verdict;
}

function edited({ row, decision }: { readonly row: Row; readonly decision: RowDecision }): string {
  return withNotes(row, changesOf(decision.edits));
}

function changesOf(edits: RowDecision["edits"]): readonly string[] {
  return edits.map(({ field, value }) => (field === "delivery" ? value : `${field} changed`));
}

function withNotes({ card }: Row, notes: readonly string[]): string {
  return notes.length === 0 ? card.lesson.slug : `${card.lesson.slug} (${notes.join(", ")})`;
}

/** Every line after the first begins where the text does. */
function entry(
  title: string,
  text: string,
  { width, look }: { readonly width: number; readonly look: SpanLook },
): readonly Line[] {
  const indent = "  ";
  const rows = wrapped(text, Math.max(width - indent.length - title.length, 10));
  return rows.map((row, index) => [
    span(indent + (index === 0 ? title : " ".repeat(title.length)), look),
    span(row),
  ]);
}

function failureLines({ mode }: Model, width: number): readonly Line[] {
  if (mode.is !== "confirm" || mode.failure === undefined) return [];
  const text = `Nothing was written: ${mode.failure}`;
  return [[], ...wrapped(text, width).map((row): Line => [span(row, "red")])];
}

/** What will happen to a lesson when the person confirms, in words. */
export function verdictWords(row: Row, { verdict, edits }: RowDecision): string {
  const changed =
    edits.length === 0 ? "" : `, ${edits.map(({ field }) => field).join(", ")} changed`;
  switch (verdict.is) {
    case "none":
      if (isNoise(row)) return "[ ] stays archived";
      return edits.length === 0
        ? "[ ] not decided"
        : `[ ] saved, stays ${row.card.lesson.stage.status}${changed}`;
    case "approve":
      return `[✓] will be promoted${changed}`;
    case "skip":
      return edits.length === 0
        ? "[↷] skipped: it will reappear"
        : `[↷] saved, and will reappear${changed}`;
    case "expand":
      return `[+] will be added to ${row.card.expands?.slug ?? ""}${changed}`;
    case "unarchive":
      return "[↺] will be a candidate again";
    case "archive":
      return `[✗] will be archived: ${verdict.reason}`;
  }
}
