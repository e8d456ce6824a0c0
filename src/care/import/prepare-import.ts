import type { Edit, History, Evidence } from "../../lesson/record/history.ts";
import { fromRecord } from "../../lesson/record/record.ts";
import type { Lesson, Scope } from "../../lesson/record/lesson.ts";
import { describeIssues } from "../../platform/describe-issues.ts";
import { evidenceSchema } from "../../lesson/schema.ts";
import type { System } from "../../platform/system.ts";
import { hashed } from "../../lesson/edit.ts";
import { checkTriggers, flagUnproven, readDraft } from "../../lesson/draft.ts";
import { makeLesson, type DraftDefaults } from "../../lesson/add.ts";
import type { ForeignEntry } from "../../lesson/outside/entry.ts";
import type { Transition } from "../../lesson/record/lifecycle.ts";
import type { ImportFile, OwnEntry } from "./read-import.ts";

export interface Remark {
  readonly place: string;
  readonly problem: string;
}

/** An entry that can be stored: a lesson, what happened to it, and what had to be changed on the way. */
export interface PreparedEntry {
  readonly place: string;
  readonly lesson: Lesson;
  readonly history: History;
  /** What the source calls it; our own records are known by their id. */
  readonly reference: string;
  readonly isOwn: boolean;
  /** It comes in as its owner had it, and a person has said so. */
  readonly isKept: boolean;
  /** Made from another file of the same system, and knowing less. */
  readonly isDerived: boolean;
  /** What the source says that it was replaced by, in the source's name for it. */
  readonly successor?: string | undefined;
  readonly remarks: readonly string[];
  /** What it would be here if a person took it in as it is. */
  readonly wish: ImportWish;
}

interface ImportWish {
  readonly isActive: boolean;
  readonly isHold: boolean;
}

/** Checks every entry by the rules for new lessons. A bad one is reported; the others go on. */
export async function prepareEntries(
  file: ImportFile & {
    readonly scope?: Scope | undefined;
    /** As they are, the active ones among them: a person has said so. */
    readonly areStatesKept: boolean;
  },
  system: System,
  onProgress: (done: number, total: number) => void,
): Promise<{ readonly entries: readonly PreparedEntry[]; readonly bad: readonly Remark[] }> {
  const entries: PreparedEntry[] = [];
  const bad: Remark[] = [];
  for (const [index, entry] of file.entries.entries()) {
    onProgress(index, file.entries.length);
    const prepared =
      "record" in entry
        ? await withoutBadPatterns(prepareOwn(entry, file), system)
        : await prepareForeign(entry, file, system);
    if ("problem" in prepared) bad.push(prepared);
    else entries.push(file.areStatesKept ? prepared : asCandidate(prepared, system));
  }
  return { entries, bad };
}

/** Nobody here has approved it, whatever its file says: it waits for review like everything that comes from outside. */
function asCandidate(entry: PreparedEntry, system: System): PreparedEntry {
  const { lesson, history } = entry;
  const { status } = lesson.stage;
  if (status !== "active" && status !== "reviewed") return entry;
  const at = system.now();
  const because = `${status} at its origin; you approve it here`;
  return {
    ...entry,
    lesson: { ...lesson, stage: { status: "candidate", since: at }, reviewedAt: undefined },
    history: {
      ...history,
      transitions: [
        ...history.transitions,
        { from: status, to: "candidate", at, by: "import", because },
      ],
    },
  };
}

function wishOf({ stage, delivery }: Lesson): ImportWish {
  const isActive = stage.status === "active";
  return { isActive, isHold: isActive && delivery !== "advise" };
}

function prepareOwn(
  { place, record }: OwnEntry,
  { areStatesKept }: { readonly areStatesKept: boolean },
): PreparedEntry {
  const lesson = fromRecord(record);
  const { evidence, transitions, edits, feedback } = record;
  return {
    place,
    // The hash is ours to compute: a file may say anything.
    lesson: hashed(lesson),
    history: { evidence, transitions, edits, feedback },
    reference: record.id,
    isOwn: true,
    isDerived: false,
    isKept: areStatesKept,
    remarks: [],
    wish: wishOf(lesson),
  };
}

/** A lesson of the entry as it can be stored, or what is wrong with it. */
export async function prepareForeign(
  entry: ForeignEntry,
  from: Pick<ImportFile, "system" | "isReplaced"> & { readonly scope?: Scope | undefined },
  system: System,
): Promise<PreparedEntry | Remark> {
  const reading = readDraft(entry.draft);
  if ("problems" in reading) return { place: entry.place, problem: reading.problems.join("; ") };
  const lesson = makeLesson(
    { ...reading.draft, scope: reading.draft.scope ?? from.scope },
    imported,
    system,
  );
  const evidence = checkEvidence(entry.evidence);
  const prepared: PreparedEntry = {
    place: entry.place,
    lesson,
    history: beginning(
      lesson,
      { by: "import", because: `imported from ${from.system}` },
      evidence.good,
    ),
    // With the content, so that an entry that was changed at its source is not taken for the old one.
    reference: `${entry.reference}#${lesson.contentHash}`,
    successor: entry.successor,
    isOwn: false,
    isKept: false,
    wish: wishOf(lesson),
    isDerived: from.system === "lessons-learned" && !from.isReplaced,
    remarks: [...entry.remarks, ...evidence.remarks],
  };
  return withoutBadPatterns(prepared, system);
}

/** The history of a lesson that comes in now. */
export function beginning(
  { stage: { status, since } }: Lesson,
  said: Pick<Transition, "by" | "because">,
  evidence: readonly Evidence[] = [],
): History {
  const transitions = [{ from: "none" as const, to: status, at: since, ...said }];
  return { evidence, transitions, edits: [], feedback: [] };
}

/** Evidence is outside data like the rest: what does not fit is named, and the lesson comes in without it. */
function checkEvidence(evidence: readonly Evidence[]) {
  const checked = evidence.map((item) => evidenceSchema.safeParse(item));
  return {
    good: checked.flatMap((result) => (result.success ? [result.data] : [])),
    remarks: checked.flatMap((result) =>
      result.success ? [] : [`evidence left out: ${describeIssues(result.error).join("; ")}`],
    ),
  };
}

export const imported: DraftDefaults = {
  status: "candidate",
  by: "import",
  priority: 5,
  confidence: 0.5,
  source: "imported",
};

/** A lesson is not lost for a pattern that we cannot run: it comes in without, and its history keeps the pattern. */
async function withoutBadPatterns(entry: PreparedEntry, system: System): Promise<PreparedEntry> {
  const report = await checkTriggers(entry.lesson.triggers);
  // Whoever let it in unproven has decided; that this version knows more does not undo it.
  const isSettled = entry.isOwn && entry.lesson.flags.includes("unprovenPattern");
  const problems = report.problems.filter(({ isSlow }) => !(isSlow && isSettled));
  const flags = isSettled ? entry.lesson.flags : flagUnproven(entry.lesson.flags, report);
  if (problems.length === 0)
    return withSafeDelivery({ ...entry, lesson: { ...entry.lesson, flags } });

  const triggers = { ...entry.lesson.triggers };
  const edits: Edit[] = [];
  for (const field of new Set(problems.map((problem) => problem.field))) {
    const before = triggers[field];
    triggers[field] = before.filter(
      (pattern) => !problems.some((one) => one.field === field && one.pattern === pattern),
    );
    edits.push({
      field,
      before: JSON.stringify(before),
      after: JSON.stringify(triggers[field]),
      at: system.now(),
      by: "import",
    });
  }
  return withSafeDelivery({
    ...entry,
    lesson: hashed({
      ...entry.lesson,
      triggers,
      flags: [...new Set([...flags, "needsHumanFix" as const])],
    }),
    history: { ...entry.history, edits: [...entry.history.edits, ...edits] },
    remarks: [
      ...entry.remarks,
      ...problems.map(
        ({ field, pattern, problem }) =>
          `${field}: ${JSON.stringify(pattern)} ${problem}; left out, kept in its history`,
      ),
    ],
  });
}

/** A refusal needs a pattern, whoever asks for it. What changes commands is for the person at this machine to switch on. */
function withSafeDelivery(given: PreparedEntry): PreparedEntry {
  const isFix = given.lesson.delivery === "fix" && !given.isKept;
  const entry = isFix ? withHold(given) : given;
  const { delivery, triggers } = entry.lesson;
  if (delivery !== "hold" || triggers.commandPatterns.length + triggers.contentPatterns.length > 0)
    return entry;
  return {
    ...entry,
    lesson: { ...entry.lesson, delivery: "advise" },
    remarks: [...entry.remarks, "hold needs a command or content pattern; imported as advise"],
  };
}

function withHold(entry: PreparedEntry): PreparedEntry {
  const { slug } = entry.lesson;
  const remark = `fix is not imported; it is hold now. To fix calls: lessons edit ${slug} delivery fix`;
  return {
    ...entry,
    lesson: { ...entry.lesson, delivery: "hold" },
    remarks: [...entry.remarks, remark],
  };
}
