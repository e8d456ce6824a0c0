import { Option, type Command } from "commander";
import type { DeliveryOutlook } from "../../deliver/explain/delivery-obstacles.ts";
import type { LessonDraft } from "../record/lesson.ts";
import type { FullRecord } from "../record/record.ts";
import { levelOf } from "../record/level.ts";
import { Fault } from "../../platform/fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { draftFromFlags, draftOptions, type DraftFlags } from "./draft-from-flags.ts";
import { hang } from "../../cli/layout.ts";
import { keepTyped } from "./keep-typed.ts";
import { obstacleWords } from "../../deliver/commands/obstacle-words.ts";
import { parseDrafts } from "./parse-drafts.ts";
import type { TerminalEnds } from "../../cli/terminal.ts";
import { unproven } from "./edit.ts";

type AddOptions = CommonOptions & DraftFlags & { readonly file?: string };

export function addCommand(kit: CommandKit): Command {
  const command = newCommand("add", "write a lesson down; it is active at once", [
    "lessons add                       # asks for everything, step by step",
    'lessons add --summary "git stash leaves untracked files behind" \\',
    '      --mistake "git stash only saves tracked files" --remediation "use git stash -u" \\',
    "      --tool Bash --command '^git\\s+stash\\b(?!.*(-u|--include-untracked))' --tag tool:git",
    "lessons add --file lesson.json    # one object, an array, or JSON Lines",
    "generate-lesson | lessons add     # the same on standard input",
  ]).addOption(new Option("--file <path>", "read JSON from a file; - is standard input"));
  for (const option of draftOptions()) command.addOption(option);
  return command.action(async (options: AddOptions) => {
    const read = await readDrafts(kit, options);
    if ("values" in read) return addAll(kit, options, read.values);
    const { askForDraft } = await import("./ask-for-draft.ts");
    const value = await askForDraft(read.ask);
    return keepTyped(value, () => addAll(kit, options, [{ value, place: "this lesson" }]));
  });
}

async function addAll(
  kit: CommandKit,
  options: AddOptions,
  values: readonly Value[],
): Promise<void> {
  const [{ addLessons }, { requireDraft }] = await Promise.all([
    import("../add.ts"),
    import("../draft.ts"),
  ]);
  const drafts: LessonDraft[] = [];
  for (const { value, place } of values) drafts.push(await requireDraft(value, place));
  await kit.inContext(options, async (context) => {
    const added = addLessons(context, drafts);
    const { showLesson } = await import("../find.ts");
    const lessons = added.map(({ id }) => showLesson(context, id));
    if (options.json === true) return kit.terminal.write(jsonText("lessons-added", { lessons }));
    const { deliveryOutlook } = await import("../../deliver/explain/delivery-obstacles.ts");
    for (const lesson of lessons) report(kit, lesson, deliveryOutlook(context, lesson));
  });
}

interface Value {
  readonly value: unknown;
  readonly place: string;
}

/** From flags, a file or a pipe; else the person is to be asked. */
async function readDrafts(
  { terminal }: CommandKit,
  options: AddOptions,
): Promise<{ readonly values: readonly Value[] } | { readonly ask: TerminalEnds }> {
  const fromFlags = draftFromFlags(options);
  if (options.file !== undefined && fromFlags !== undefined) {
    throw new Fault("bad-input", "a lesson comes from --file or from flags, not from both", {
      hint: "leave one of them out",
    });
  }
  if (options.file !== undefined && options.file !== "-") {
    const text = readTextFile(options.file, terminal.workingDirectory);
    return { values: parseDrafts(text, options.file) };
  }
  if (fromFlags !== undefined) return { values: [{ value: fromFlags, place: "this lesson" }] };
  if (options.file === undefined && terminal.ends !== undefined) return { ask: terminal.ends };
  return { values: parseDrafts(await terminal.readInput(), "standard input") };
}

function report(
  { terminal }: CommandKit,
  lesson: FullRecord,
  { obstacles, bluntIn }: DeliveryOutlook,
): void {
  const { status, flags } = lesson;
  const level = `${levelOf(lesson.priority)} (${lesson.priority})`;
  const line = (text: string) => `${hang("", text, { column: 2, width: terminal.width })}\n`;
  terminal.write(`Added ${lesson.slug}\n${line(lesson.summary)}`);
  terminal.write(line(`${lesson.kind} · ${status} · ${level} · confidence ${lesson.confidence}`));
  if (flags.includes("unprovenPattern")) terminal.note(unproven);
  for (const obstacle of obstacles) {
    // Whoever only notes a candidate knows that.
    if (obstacle.is === "not-active") continue;
    if (obstacle.is === "rendered") {
      terminal.note(
        `Agents read a ${obstacle.kind} in its project, once it is active: lessons render\n`,
      );
      continue;
    }
    terminal.note(`It is not delivered at calls yet: ${obstacleWords(obstacle, lesson)}\n`);
  }
  if (bluntIn.length > 0) {
    terminal.note(
      `Every call of its tools (${bluntIn.join(", ")}) starts Node: give it a command, path or content pattern with a word in it\n`,
    );
  }
}
