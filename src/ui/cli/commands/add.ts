import { Option, type Command } from "commander";
import { bodyFields, kinds, type Kind } from "../../../core/body.ts";
import type { DeliveryOutlook } from "../../../app/delivery-outlook.ts";
import type { LessonDraft } from "../../../core/draft.ts";
import { deliveries } from "../../../core/lesson.ts";
import type { FullRecord } from "../../../core/lesson-record.ts";
import { levelOf } from "../../../core/level.ts";
import { Fault } from "../../../system/fault.ts";
import { readTextFile } from "../../../system/read-text-file.ts";
import {
  collect,
  jsonText,
  newCommand,
  type CommandKit,
  type CommonOptions,
} from "../command-kit.ts";
import { draftFromFlags, type DraftFlags } from "../draft-from-flags.ts";
import { hang } from "../layout.ts";
import { keepTyped } from "../keep-typed.ts";
import { obstacleWords } from "../obstacle-words.ts";
import { parseDrafts } from "../parse-drafts.ts";
import type { TerminalEnds } from "../terminal.ts";
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
  ])
    .addOption(new Option("--file <path>", "read JSON from a file; - is standard input"))
    .addOption(new Option("--kind <kind>", "what kind of lesson").choices(kinds))
    .addOption(new Option("--summary <text>", "what it is about, in at most 80 characters"))
    .addOption(
      new Option("--priority <number>", "1 to 10, or CRITICAL, HIGH, MEDIUM, LOW (default: 7)"),
    )
    .addOption(new Option("--confidence <number>", "0 to 1 (default: 1)"))
    .addOption(
      new Option("--status <status>", "candidate only notes it").choices(["active", "candidate"]),
    )
    .addOption(new Option("--tag <tag>", "category:value; repeat for several").argParser(collect))
    .addOption(new Option("--scope <scope>", "global, project:<id> or team:<name>"))
    .addOption(
      new Option("--tool <name>", "only for this tool; repeat for several").argParser(collect),
    )
    .addOption(
      new Option("--command <regex>", "only for commands that match; repeat for several").argParser(
        collect,
      ),
    )
    .addOption(
      new Option("--path <glob>", "only for files that match; repeat for several").argParser(
        collect,
      ),
    )
    .addOption(
      new Option("--content <regex>", "only when this is written; repeat for several").argParser(
        collect,
      ),
    )
    .addOption(
      new Option("--delivery <mode>", "advise, or hold the first matching call").choices(
        deliveries,
      ),
    )
    .addOption(new Option("--slug <slug>", "a name of your own"));
  for (const { name, about } of bodyFlags())
    command.addOption(
      new Option(`--${name} <text>`, about).argParser(collect).helpGroup("What it says:"),
    );
  return command.action(async (options: AddOptions) => {
    const read = await readDrafts(kit, options);
    if ("values" in read) return addAll(kit, options, read.values);
    const { askForDraft } = await import("../ask-for-draft.ts");
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
    import("../../../app/add-lessons.ts"),
    import("../../../app/read-draft.ts"),
  ]);
  const drafts: LessonDraft[] = [];
  for (const { value, place } of values) drafts.push(await requireDraft(value, place));
  await kit.inWorkshop(options, async (workshop) => {
    const added = addLessons(workshop, drafts);
    const { showLesson } = await import("../../../app/show-lesson.ts");
    const lessons = added.map(({ id }) => showLesson(workshop, id));
    if (options.json === true) return kit.terminal.write(jsonText("lessons-added", { lessons }));
    const { deliveryOutlook } = await import("../../../app/delivery-outlook.ts");
    for (const lesson of lessons) report(kit, lesson, deliveryOutlook(workshop, lesson));
  });
}

/** Body flags, each once, with the kinds that have it. */
function bodyFlags(): readonly { readonly name: string; readonly about: string }[] {
  const flags = new Map<string, { label: string; readonly kinds: Kind[] }>();
  for (const kind of kinds) {
    for (const { name, label } of bodyFields[kind]) {
      const flag = flags.get(name) ?? { label, kinds: [] };
      flag.kinds.push(kind);
      flags.set(name, flag);
    }
  }
  return [...flags].map(([name, { label, kinds: with_ }]) => ({
    name: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    about: `${label.toLowerCase()} (${with_.join(", ")})`,
  }));
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
