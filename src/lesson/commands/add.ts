import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Option, type Command } from "commander";
import type { ReachReport } from "../../deliver/reach/circumstances.ts";
import type { LessonDraft } from "../record/lesson.ts";
import { fromRecord, type FullRecord } from "../record/record.ts";
import { levelOf } from "../record/level.ts";
import { Fault } from "../../platform/fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { parseJson } from "../../platform/json/parse.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { isPerson, type Who } from "../../platform/person/who.ts";
import { paragraph } from "../../cli/layout.ts";
import type { Terminal, TerminalEnds } from "../../cli/terminal.ts";
import { draftFromFlags, draftOptions, type DraftFlags } from "./draft-from-flags.ts";
import { unproven } from "./edit.ts";

type AddOptions = CommonOptions &
  DraftFlags & { readonly file?: string; readonly call?: string; readonly atStart?: boolean };

export function addCommand(kit: CommandKit): Command {
  const command = newCommand("add", "write a lesson; it is active at once if you add it yourself", [
    'lessons add "always run lint:fix before lint"   # asks at most one question',
    'lessons add "use git stash -u, not git stash"',
    'lessons add "keep answers short" --at-start',
    "lessons add                       # asks for each field",
    'lessons add --summary "git stash leaves untracked files behind" \\',
    '      --mistake "git stash only saves tracked files" --remediation "use git stash -u" \\',
    "      --tool Bash --command '^git\\s+stash\\b(?!.*(-u|--include-untracked))' --tag tool:git",
    "lessons add --file lesson.json    # one object, an array, or JSON Lines",
    "generate-lesson | lessons add     # the same on standard input",
  ])
    .argument("[rule...]", "the lesson in one sentence; lessons suggests trigger and text")
    .option("--call <line>", "with a rule: an example call, such as 'npm run lint'")
    .addOption(new Option("--at-start", "with a rule: show it at session start").conflicts("call"))
    .option("--file <path>", "read JSON from a file; - is standard input");
  for (const option of draftOptions()) command.addOption(option);
  return command.action(async (rule: readonly string[], options: AddOptions) => {
    if (rule.length > 0) {
      const { addRule } = await import("./add-rule.ts");
      return addRule(kit, rule.join(" "), options);
    }
    refuseWithoutRule(options);
    const read = await readDrafts(kit, options);
    if ("values" in read) return addAll(kit, options, read.values);
    const { askForDraft } = await import("./ask-for-draft.ts");
    const value = await askForDraft(read.ask);
    return keepTyped(value, () => addAll(kit, options, [{ value, place: "this lesson" }]));
  });
}

function refuseWithoutRule({ call, atStart }: AddOptions): void {
  if (call === undefined && atStart === undefined) return;
  throw new Fault("bad-input", "--call and --at-start need a rule", {
    hint: 'lessons add "always run lint:fix before lint" --call "npm run lint"',
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
  const who = await kit.who();
  await kit.inContext(
    options,
    async (context) => {
      const added = addLessons(context, drafts);
      const { showLesson } = await import("../find.ts");
      const lessons = added.map(({ id }) => showLesson(context, id));
      const { reachReports } = await import("../../deliver/reach/circumstances.ts");
      const { asApproved } = await import("../../review/approval.ts");
      // A candidate does not come yet; what is said is true once it is approved.
      const reports = reachReports(
        context,
        lessons
          .map(fromRecord)
          .map((lesson) =>
            lesson.stage.status === "active" ? lesson : asApproved(lesson, context.config),
          ),
      );
      await kit.answer(options, {
        type: "lessons-added",
        value: {
          lessons,
          reach: reports.map(({ slug, moments, sentence }) => ({ slug, moments, sentence })),
        },
        *text() {
          for (const [index, lesson] of lessons.entries()) {
            const reach = reports[index];
            yield addedText(lesson, reach, kit.terminal);
            // Behind the lesson that they are about, and before the next one.
            for (const aside of asidesTo(lesson, reach)) kit.terminal.note(aside);
          }
          if (!isPerson(who)) kit.terminal.note(proposedOnly(who));
        },
      });
    },
    who,
  );
}

function proposedOnly(who: Who): string {
  const why = who.is === "agent" ? `an agent added it, ${who.sign}` : whyNobody(who);
  return `It is a candidate (${why}). To approve it, run lessons review in a terminal.\n`;
}

function whyNobody(who: Who): string {
  return "sign" in who ? who.sign : "";
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
    throw new Fault("bad-input", "give --file or flags, not both", {
      hint: "drop one of them",
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

export function addedText(
  lesson: FullRecord,
  reach: ReachReport | undefined,
  terminal: Terminal,
): string {
  const { slug, summary, kind, status, priority, confidence } = lesson;
  const facts = `${kind} · ${status} · ${levelOf(priority)} (${priority}) · confidence ${confidence}`;
  const once = status === "active" ? "" : "Once approved: ";
  const comes = reach === undefined ? "" : once + reach.sentence;
  return [
    `Added ${slug}\n`,
    paragraph(summary, terminal, 2),
    paragraph(facts, terminal, 2),
    comes === "" ? "" : paragraph(comes, terminal, 2),
  ].join("");
}

export function asidesTo(lesson: FullRecord, reach: ReachReport | undefined): readonly string[] {
  const bluntIn = reach?.bluntIn ?? [];
  return [
    ...(lesson.flags.includes("unprovenPattern") ? [unproven] : []),
    ...(bluntIn.length === 0
      ? []
      : [
          `It slows every call of its tools (${bluntIn.join(", ")}). Add a command, path or content pattern that contains a word.\n`,
        ]),
  ];
}

/** Runs `work`; when it fails, what a person typed answer by answer is kept in a file that the fault names. */
async function keepTyped<Result>(typed: unknown, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const file = join(mkdtempSync(join(tmpdir(), "lessons-typed-")), "lesson.json");
    writeFileSync(file, `${JSON.stringify(typed, null, 2)}\n`, { mode: 0o600 });
    throw new Fault(error.code, error.message, {
      hint: `${error.hint}\n  your input is saved: lessons add --file ${file}`,
      cause: error,
    });
  }
}

/** Values of a JSON text, each with its place: one object, an array of them, or one object per line. */
function parseDrafts(text: string, source: string): readonly Value[] {
  if (text.trim() === "") {
    throw new Fault("bad-input", `${source} is empty`, {
      hint: "lessons add --help shows what it takes",
    });
  }
  const whole = parseJson(text);
  if ("value" in whole) {
    if (!Array.isArray(whole.value)) return [{ value: whole.value, place: source }];
    if (whole.value.length === 0)
      throw new Fault("bad-input", `${source} has no lesson`, { hint: "lessons add --help" });
    return whole.value.map((value: unknown, index) => ({ value, place: `${source}[${index}]` }));
  }
  const lines = text.split("\n").map((line, index) => ({ line, place: `${source}:${index + 1}` }));
  const filled = lines.filter(({ line }) => line.trim() !== "");
  const parsed = filled.map(({ line, place }) => ({ ...parseJson(line), place }));
  const wrong = parsed.find((item) => "problem" in item);
  if (wrong === undefined)
    return parsed.flatMap((item) =>
      "value" in item ? [{ value: item.value, place: item.place }] : [],
    );
  // When not even the first line is JSON on its own, it was meant to be one document.
  const isOneDocument = parsed[0] === wrong;
  const problem = isOneDocument ? whole.problem : "problem" in wrong ? wrong.problem : "";
  throw new Fault("bad-input", `${isOneDocument ? source : wrong.place} is not JSON: ${problem}`, {
    hint: 'for example {"kind":"pitfall","summary":"…","body":{"mistake":"…","remediation":"…"}}',
  });
}
