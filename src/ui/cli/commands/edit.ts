import { Option, type Command } from "commander";
import { parseStatus, type Status, type Verdict } from "../../../core/lifecycle.ts";
import { Fault } from "../../../system/fault.ts";
import { jsonText, newCommand, type CommandKit, type CommonOptions } from "../command-kit.ts";

export function editCommand({ terminal, inWorkshop }: CommandKit): Command {
  return newCommand("edit", "change one field of a lesson; what it was before is kept", [
    'lessons edit git-stash summary "git stash leaves untracked files behind"',
    "lessons edit git-stash priority HIGH",
    "lessons edit git-stash tags +topic:recovery",
    "lessons edit git-stash tags -- -topic:recovery",
    "lessons edit git-stash commandPatterns '+^git\\s+stash\\b(?!.*(-u|--include-untracked))'",
    "lessons edit git-stash status active",
  ])
    .argument("<slug>", "slug, id, or the beginning of a slug")
    .argument("<field>", "summary, priority, tags, status, … (an unknown one lists them all)")
    .argument(
      "<value>",
      "the new value; for lists +x adds and -x takes away; empty clears an optional field",
    )
    .addOption(new Option("--force", "activate although the confidence is below 0.3"))
    .action(
      async (
        slug: string,
        field: string,
        value: string,
        options: CommonOptions & { force?: boolean },
      ) => {
        const [{ editLesson }, { moveLesson }, { showLesson }] = await Promise.all([
          import("../../../app/edit-lesson.ts"),
          import("../../../app/move-lesson.ts"),
          import("../../../app/show-lesson.ts"),
        ]);
        const { record, isChanged } = await inWorkshop(options, async (workshop) => {
          if (field === "status") {
            const moved = moveLesson(workshop, slug, verdictFor(value), {
              force: options.force === true,
            });
            return { record: showLesson(workshop, moved.id), isChanged: true };
          }
          const outcome = await editLesson(workshop, slug, field, value);
          return { record: showLesson(workshop, outcome.lesson.id), isChanged: outcome.isChanged };
        });
        if (options.json === true)
          return terminal.write(jsonText("lessons-show", { lesson: record, changed: isChanged }));
        terminal.write(
          isChanged
            ? `Changed ${field} of ${record.slug}.\n`
            : `${field} of ${record.slug} was that already.\n`,
        );
        if (field.endsWith("Patterns") && record.flags.includes("unprovenPattern")) {
          terminal.note(unproven);
        }
      },
    );
}

export const unproven =
  "One of its patterns could not be proven to be fast. It is accepted; a simpler\none that begins with ^ is safer.\n";

/** A status is reached by a verdict: the lifecycle decides whether it may be. */
function verdictFor(typed: string): Verdict {
  const status = parseStatus(typed);
  if (status === undefined) {
    throw new Fault("bad-input", `"${typed}" is not a status`, {
      hint: "candidate, reviewed, active or archived",
    });
  }
  return verdicts[status]();
}

const verdicts: Readonly<Record<Status, () => Verdict>> = {
  candidate: () => ({ verdict: "restore", by: "person" }),
  reviewed: () => ({ verdict: "review", by: "person" }),
  active: () => ({ verdict: "approve", by: "person" }),
  archived: () => {
    throw new Fault("bad-input", "archiving needs a reason", {
      hint: 'lessons archive <slug> --reason "…"',
    });
  },
};
