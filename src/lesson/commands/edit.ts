import type { Command } from "commander";
import { parseStatus, type Verdict } from "../record/lifecycle.ts";
import { Fault } from "../../platform/fault.ts";
import {
  newCommand,
  readForce,
  withForceFlags,
  type CommandKit,
  type CommonOptions,
  type ForceFlags,
} from "../../cli/command-kit.ts";

export function editCommand({ answer, inContext, who }: CommandKit): Command {
  const command = newCommand(
    "edit",
    "change one field of a lesson; the history keeps the old value",
    [
      'lessons edit git-stash summary "git stash leaves untracked files behind"',
      "lessons edit git-stash priority HIGH",
      "lessons edit git-stash tags +topic:recovery",
      "lessons edit git-stash tags -- -topic:recovery",
      "lessons edit git-stash commandPatterns '+^git\\s+stash\\b(?!.*(-u|--include-untracked))'",
      "lessons edit git-stash status active",
    ],
  )
    .argument("<slug>", "a slug, an id, or the beginning of a slug")
    .argument("<field>", "summary, priority, tags, status, … (a wrong name lists them all)")
    .argument(
      "<value>",
      "the new value; in lists, +x adds and -x removes; empty clears an optional field",
    );
  return withForceFlags(command).action(
    async (slug: string, field: string, value: string, options: CommonOptions & ForceFlags) => {
      const { force, because } = readForce(options);
      const [
        { editLesson },
        { moveLesson },
        { requiredGates },
        { showLesson },
        { toRender },
        { toRenderText },
        { reachReports },
      ] = await Promise.all([
        import("../edit.ts"),
        import("../move.ts"),
        import("../../gates/runs/required-gates.ts"),
        import("../find.ts"),
        import("../../review/approval.ts"),
        import("../../knowledge/commands/to-render-text.ts"),
        import("../../deliver/reach/circumstances.ts"),
      ]);
      const { record, isChanged, waiting, reach } = await inContext(
        options,
        async (context) => {
          if (field === "status") {
            const verdict = verdictFor(value, because);
            const unmetGates = await requiredGates(context);
            const moved = moveLesson(context, slug, verdict, { force, unmetGates });
            const isActive = moved.stage.status === "active";
            const toWrite = isActive ? toRender(context, [moved]) : [];
            const [approved] = isActive ? reachReports(context, [moved]) : [];
            return {
              record: showLesson(context, moved.id),
              isChanged: true,
              waiting: toWrite,
              reach: approved,
            };
          }
          const { lesson, ...edited } = await editLesson(context, slug, field, value);
          return {
            record: showLesson(context, lesson.id),
            ...edited,
            waiting: [],
            reach: undefined,
          };
        },
        await who(),
      );
      const isPattern = field.endsWith("Patterns");
      await answer(options, {
        type: "lessons-show",
        value: { lesson: record, changed: isChanged },
        text: () =>
          isChanged
            ? `Changed ${field} of ${record.slug}.\n${reach === undefined ? "" : `${reach.sentence}\n`}${toRenderText(waiting)}`
            : `${field} of ${record.slug} already has this value.\n`,
        aside: isPattern && record.flags.includes("unprovenPattern") ? unproven : undefined,
      });
    },
  );
}

export const unproven =
  "One of its patterns may be slow. It is saved; a simpler one that starts\nwith ^ is safer.\n";

/** A status is reached by a verdict: the lifecycle decides whether it may be. */
function verdictFor(typed: string, because: string | undefined): Verdict {
  const status = parseStatus(typed);
  if (status === undefined) {
    throw new Fault("bad-input", `"${typed}" is not a status`, {
      hint: "candidate, reviewed, active or archived",
    });
  }
  if (status === "archived") {
    throw new Fault("bad-input", "archiving needs a reason", {
      hint: 'lessons archive <slug> --reason "…"',
    });
  }
  const reason = status === "active" ? because : undefined;
  return { verdict: verdictTo[status], by: "person", because: reason };
}

const verdictTo = { candidate: "restore", reviewed: "review", active: "approve" } as const;
