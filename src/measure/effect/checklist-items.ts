import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import { filesNamed } from "../../capture/sayings/files-named.ts";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { pathForms } from "../../match/paths.ts";
import { globPattern } from "../../platform/glob.ts";
import { parseCommandLine } from "../../shell/command.ts";
import { commandHead, shapeOf } from "../../shell/shape.ts";

/** What an item of a checklist asks for, as far as calls can show it: files to edit, or commands to run. */
export interface NamedItem {
  readonly files: readonly RegExp[];
  /** What calls are grouped by: `npm run test`. */
  readonly commands: readonly string[];
}

/** The items of checklists that name something. What the others ask for no call can show. */
export function checklistItems(
  lessons: readonly Lesson[],
): ReadonlyMap<LessonId, readonly NamedItem[]> {
  return new Map(
    lessons.flatMap((lesson) => {
      const named = lesson.kind === "checklist" ? lesson.body.items.flatMap(namedIn) : [];
      return named.length === 0 ? [] : [[lesson.id, named] as const];
    }),
  );
}

function namedIn(item: string): readonly NamedItem[] {
  const spans = [...item.matchAll(code)].map(([, words = ""]) => words);
  const asked = /^(?:re-?)?run\s+(.{2,200})/iu.exec(item)?.[1];
  const lines = [...spans, ...(asked === undefined || spans.length > 0 ? [] : [asked])];
  // One word in backticks may be anything; a file is known by its name.
  const commands = lines.flatMap((line) =>
    /\S\s+\S/u.test(line) ? headsIn(line).slice(0, 1) : [],
  );
  const files = commands.length > 0 ? [] : filesNamed(item).map(asExpression);
  return commands.length + files.length === 0 ? [] : [{ files, commands }];
}

const code = /`([^`\n]{2,200})`/gu;

function asExpression(glob: string): RegExp {
  const { source, flags } = globPattern(glob);
  return new RegExp(source, flags);
}

function headsIn(line: string): readonly string[] {
  return parseCommandLine(line).commands.map((command) => commandHead(shapeOf(command)));
}

/** Whether a call did what an item asks for: edited one of its files, or ran one of its commands, however that ended. */
export function isDoneBy({ files, commands }: NamedItem, call: LedgerCall): boolean {
  if (call.outcome === "rejected") return false;
  if (commands.length > 0 && call.command !== null)
    return headsIn(call.command).some((head) => commands.includes(head));
  if (call.path === null || !editors.has(call.tool) || call.outcome !== "ok") return false;
  const forms = pathForms(call.path, {
    projectRoot: call.log.projectRoot ?? undefined,
    workingDirectory: call.workingDirectory ?? undefined,
  });
  return files.some((file) => forms.some((form) => file.test(form)));
}

const editors: ReadonlySet<string> = new Set(["Edit", "Write"]);
