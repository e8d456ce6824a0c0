import { bodyFields, bodyValue } from "../../lesson/record/body.ts";
import type { Edit, History } from "../../lesson/record/history.ts";
import { lessonFields } from "../../lesson/record/fields.ts";
import { lessonValue } from "../../lesson/record/record.ts";
import type { Instant, Lesson, LessonDraft, Scope } from "../../lesson/record/lesson.ts";
import { holdsFor } from "../../lesson/record/scope.ts";
import { conditionFields } from "../../lesson/record/conditions.ts";
import { triggerFields } from "../../lesson/record/triggers.ts";
import { inTransaction, type Database } from "../../platform/database/database.ts";
import { addHistory } from "../../lesson/table/history.ts";
import { findByContentHash, lessonNumber, updateLesson } from "../../lesson/table/lessons.ts";
import {
  fileLesson,
  findProjectFile,
  isInOtherFile,
  putProjectFile,
  type FileLesson,
  type ProjectFile,
} from "./project-files.ts";
import { keepLesson, moveIfPossible } from "../../lesson/change.ts";
import { prepareForeign, type Remark } from "../import/prepare-import.ts";
import { readLessonFile } from "../../lesson/file/read.ts";
import { pathInProject, type FileText } from "../../lesson/file/shared-folder.ts";
import { forgottenTexts, makeForget } from "../../platform/forgotten.ts";
import type { Settled } from "./read-project-lessons.ts";
import type { Context } from "../../platform/context.ts";

/** What of a project is not as it was: files that are new or were changed, and files that are gone. */
interface ProjectChanges {
  readonly project: string;
  readonly fresh: readonly FileText[];
  readonly gone: readonly ProjectFile[];
}

/** Takes the files in by the rules for lessons that are written by hand, all in one transaction. */
export async function settleProjectFiles(
  context: Context,
  { project, fresh, gone }: ProjectChanges,
): Promise<Settled> {
  const prepared = await prepareFiles(context, project, fresh);
  const settlement = new ProjectSettlement(context, project);
  inTransaction(context.database, () => {
    for (const file of prepared.files) settlement.take(file);
    for (const { slug } of gone) settlement.miss(slug);
  });
  const { problems, remarks } = prepared;
  return { ...settlement.outcome, problems, remarks: [...remarks, ...settlement.remarks] };
}

/** A file that can be stored: the candidate that it would be, and which of its patterns were left out. */
interface PreparedFile {
  readonly slug: string;
  readonly hash: string;
  readonly wanted: Lesson;
  readonly edits: readonly Edit[];
}

/** A bad file is reported; the others go on. */
async function prepareFiles(
  { system, database }: Context,
  project: string,
  files: readonly FileText[],
) {
  const forget = makeForget(forgottenTexts(database));
  const ready: PreparedFile[] = [];
  const problems: Remark[] = [];
  const remarks: Remark[] = [];
  const startedAt = performance.now();
  for (const [index, { slug, text, hash }] of files.entries()) {
    if (performance.now() - startedAt > patienceMs) {
      const problem = `${files.length - index} files wait for the next scan: checking their patterns took too long`;
      problems.push({ place: ".lessons/lessons", problem });
      break;
    }
    const place = pathInProject(slug);
    // Its name is one, too. With a gap in it, it would be another lesson than the project's.
    if ([slug, text].some((each) => forget(each) !== each)) {
      const problem = "left out: it has a text that you erased with lessons forget";
      problems.push({ place, problem });
      continue;
    }
    const reading = readLessonFile(text);
    if ("problem" in reading) {
      problems.push({ place, problem: reading.problem });
      continue;
    }
    // The scope is that of the project, whatever the file says; a wrong one is the schema's to refuse.
    const draft: LessonDraft = { ...reading.draft, slug, scope: project as Scope };
    const entry = { place, reference: slug, draft, evidence: [], remarks: reading.remarks };
    const prepared = await prepareForeign(entry, { system: "lessons", isReplaced: false }, system);
    if ("problem" in prepared) {
      problems.push(prepared);
      continue;
    }
    // What was left out was nobody's decision: the file may be read again.
    const edits = prepared.history.edits.map((edit): Edit => ({ ...edit, by: "scanner" }));
    ready.push({ slug, hash, wanted: prepared.lesson, edits });
    remarks.push(...prepared.remarks.map((problem) => ({ place, problem })));
  }
  return { files: ready, problems, remarks };
}

/** Patterns may be made to take long to judge. What is not read now is read the next time. */
const patienceMs = 15_000;

/**
 * Brings the candidates of a project into line with its files, inside the caller's transaction. A candidate
 * that a file made and nobody has touched follows the file; everything else is somebody's, and a file that
 * says something else makes a new candidate beside it.
 */
class ProjectSettlement {
  readonly outcome: Record<"added" | "changed" | "withdrawn", string[]> = {
    added: [],
    changed: [],
    withdrawn: [],
  };
  readonly remarks: Remark[] = [];
  readonly #context: Context;
  readonly #database: Database;
  readonly #project: string;

  constructor(context: Context, project: string) {
    this.#context = context;
    this.#database = context.database;
    this.#project = project;
  }

  /** A file that is new here, or was changed. */
  take(file: PreparedFile): void {
    const known = findProjectFile(this.#database, this.#project, file.slug);
    const before = known && fileLesson(this.#database, known.lesson);
    const same = this.#saying(file.wanted.contentHash);
    const number =
      same === undefined
        ? this.#differing(file, before)
        : this.#follow(file, same, { wasKnown: same.number === before?.number });
    const isOther = before !== undefined && before.number !== number;
    putProjectFile(this.#database, {
      project: this.#project,
      slug: file.slug,
      fileHash: file.hash,
      lesson: number,
      previous: isOther ? before.number : (known?.previous ?? null),
      isWritten: false,
      isPresent: true,
    });
    if (isOther) this.#withdraw(file.slug, before, "its project file changed");
  }

  /** A file that is not there any more. */
  miss(slug: string): void {
    const known = findProjectFile(this.#database, this.#project, slug);
    if (known === undefined) return;
    putProjectFile(this.#database, { ...known, isPresent: false });
    const lesson = fileLesson(this.#database, known.lesson);
    if (lesson !== undefined) this.#withdraw(slug, lesson, "its project file is gone");
  }

  #saying(contentHash: string): FileLesson | undefined {
    const same = findByContentHash(this.#database, contentHash);
    return same && fileLesson(this.#database, lessonNumber(this.#database, same.id));
  }

  /** The lesson that says it already: one that is somebody's stays as it is, whatever became of it. */
  #follow(file: PreparedFile, same: FileLesson, { wasKnown }: { wasKnown: boolean }): number {
    const { lesson, number, isOfFile } = same;
    if (isOfFile && !this.#isElsewhere(file.slug, number)) this.#rewrite(file, same);
    else if (!wasKnown && !holdsFor(lesson.scope, this.#project as Scope)) {
      const problem = `says the same as ${lesson.slug}, which is for ${lesson.scope}: lessons edit ${lesson.slug} scope machine`;
      this.remarks.push({ place: pathInProject(file.slug), problem });
    }
    return number;
  }

  #differing(file: PreparedFile, before: FileLesson | undefined): number {
    const isFree = before?.isOfFile === true && !this.#isElsewhere(file.slug, before.number);
    if (!isFree) return this.#create(file, before?.lesson);
    this.#rewrite(file, before);
    return before.number;
  }

  #create({ slug, wanted, edits }: PreparedFile, before: Lesson | undefined): number {
    const { system } = this.#context;
    const now = system.now();
    const isInUse = before?.stage.status === "active" || before?.stage.status === "reviewed";
    const flags: Lesson["flags"] = isInUse
      ? [...wanted.flags, `expands:${before.slug}`]
      : wanted.flags;
    const changes = before === undefined ? [] : editsBetween(before, wanted, now);
    const found = before === undefined ? "found in the project" : "changed in the project";
    const because = `${found}: ${pathInProject(slug)}`;
    const history: Partial<History> = {
      transitions: [{ from: "none", to: "candidate", at: now, by: "scanner", because }],
      edits: [...changes, ...edits],
    };
    const kept = keepLesson(this.#database, system, { ...wanted, flags }, history);
    this.outcome[before === undefined ? "added" : "changed"].push(kept.slug);
    return lessonNumber(this.#database, kept.id);
  }

  /** The candidate says what the file says now; what it said before is in its history. */
  #rewrite({ wanted, slug, edits }: PreparedFile, { lesson }: FileLesson): void {
    const now = this.#context.system.now();
    const changes = editsBetween(lesson, wanted, now);
    const isBack = lesson.stage.status === "archived";
    if (changes.length === 0 && !isBack) return;
    const kept = lesson.flags.filter((flag) => flag.startsWith("expands:"));
    const current: Lesson = {
      ...wanted,
      id: lesson.id,
      slug: lesson.slug,
      stage: lesson.stage,
      flags: [...wanted.flags, ...kept],
      createdAt: lesson.createdAt,
      updatedAt: now,
    };
    updateLesson(this.#database, current);
    // Patterns that were left out before are not left out once more.
    addHistory(this.#database, lesson.id, {
      edits: changes.length === 0 ? [] : [...changes, ...edits],
    });
    if (isBack) {
      const because = `again in the project: ${pathInProject(slug)}`;
      moveIfPossible(this.#context, current, { verdict: "restore", by: "scanner", because });
    }
    this.outcome[changes.length === 0 ? "added" : "changed"].push(lesson.slug);
  }

  #withdraw(slug: string, { lesson, number, isOfFile }: FileLesson, because: string): void {
    if (!isOfFile || lesson.stage.status !== "candidate") return;
    if (this.#isElsewhere(slug, number)) return;
    moveIfPossible(this.#context, lesson, { verdict: "archive", by: "scanner", because });
    this.outcome.withdrawn.push(lesson.slug);
  }

  #isElsewhere(slug: string, number: number): boolean {
    return isInOtherFile(this.#database, { project: this.#project, slug }, number);
  }
}

/** What two versions of a lesson say differently, field by field, in the words of an edit. */
function editsBetween(before: Lesson, after: Lesson, at: Instant): readonly Edit[] {
  const [old, now] = [saidBy(before), saidBy(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const edit = {
      field,
      before: JSON.stringify(old.get(field) ?? null),
      after: JSON.stringify(now.get(field) ?? null),
    };
    return edit.before === edit.after ? [] : [{ ...edit, at, by: "scanner" }];
  });
}

/** All that a lesson says to others: not whose it is, nor what was decided about it. */
function saidBy(lesson: Lesson): ReadonlyMap<string, unknown> {
  const { kind, body, triggers } = lesson;
  const said = lessonFields.filter(({ shared }) => shared === true);
  return new Map<string, unknown>(
    said.flatMap(({ name }): readonly (readonly [string, unknown])[] => {
      if (name === "body")
        return bodyFields[kind].map((field) => [field.name, bodyValue(body, field.name)]);
      if (name === "triggers") {
        return [
          ...triggerFields.map((field) => [field, triggers[field]] as const),
          ...conditionFields.map((field) => [field, triggers.conditions?.[field]] as const),
        ];
      }
      return [[name, lessonValue(lesson, name)]];
    }),
  );
}
