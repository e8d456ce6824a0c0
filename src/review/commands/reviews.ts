import { Argument, type Command } from "commander";
import type { ReviewSession } from "../review-sessions.ts";
import { isRecord, textAt } from "../../platform/json/fields.ts";
import { Fault } from "../../platform/fault.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { minute, plural } from "../../cli/layout.ts";

export function reviewsCommand(kit: CommandKit): Command {
  return newCommand("reviews", "show the reviews there were, newest first, and what each decided", [
    "lessons reviews",
    "lessons reviews show 01KDWPVNG00000000000000000",
    "lessons reviews --json",
  ])
    .addArgument(new Argument("[show]", "show: one review whole").choices(["show"]))
    .argument("[id]", "which one; its beginning is enough, and without it the last one")
    .action(async (step: string | undefined, id: string | undefined, options: CommonOptions) => {
      const { listReviewSessions } = await import("../review-sessions.ts");
      const sessions = await kit.inContext(options, ({ database }) => listReviewSessions(database));
      if (step === "show") return showOne(kit, options, sessions, id);
      if (sessions.length === 0) kit.terminal.exitStatus = 1;
      if (options.json === true)
        return kit.terminal.write(jsonText("lessons-reviews", { reviews: sessions }));
      if (sessions.length === 0)
        return kit.terminal.note("No reviews yet. What waits for one: lessons review\n");
      await kit.terminal.writeAll(sessions.map(sessionLine));
    });
}

function showOne(
  { terminal }: CommandKit,
  { json }: CommonOptions,
  sessions: readonly ReviewSession[],
  id: string | undefined,
): void {
  const wanted = (id ?? "").toUpperCase();
  const [found, ...others] = sessions.filter(({ sessionId }) => sessionId.startsWith(wanted));
  if (found === undefined || (id !== undefined && others.length > 0)) {
    throw new Fault(
      "no-such-lesson",
      found === undefined ? `there is no review ${id ?? ""}` : `several reviews begin with ${id}`,
      { hint: "lessons reviews lists them" },
    );
  }
  terminal.write(
    json === true
      ? jsonText("lessons-review-session", { review: found })
      : `${sessionLine(found)}${found.items.map(itemLine).join("")}`,
  );
}

function sessionLine(session: ReviewSession): string {
  const { actor, model, promptVersion } = session.reviewedBy;
  const prompts = promptVersion === undefined ? "" : ` with prompts ${promptVersion}`;
  const by = model === undefined ? actor : `${model}${prompts}`;
  const acts = countActions(session.items);
  const undone = session.undoneAt === undefined ? "" : ` · undone ${minute(session.undoneAt)}`;
  return `${session.sessionId}  ${minute(session.generatedAt)}  by ${by} · ${plural(session.candidatesConsidered, "candidate")}: ${acts}${undone}\n`;
}

function countActions(items: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const item of items) {
    const action = actionOf(item);
    counts.set(action, (counts.get(action) ?? 0) + 1);
  }
  return [...counts].map(([action, count]) => `${count} ${action}`).join(", ");
}

function itemLine(item: unknown): string {
  const record = isRecord(item) ? item : undefined;
  const edited = record?.["edited"];
  const why = [
    textAt(record, "archiveReason"),
    textAt(record, "reason"),
    textAt(record, "targetSlug"),
    textAt(record, "expansionNote"),
    Array.isArray(edited) ? `edited ${edited.join(", ")}` : undefined,
  ].filter((text) => text !== undefined);
  const name = textAt(record, "slug") ?? textAt(record, "candidateId") ?? "";
  return `  ${actionOf(item)} ${name}${why.length === 0 ? "" : `: ${why.join("; ")}`}\n`;
}

function actionOf(item: unknown): string {
  return textAt(isRecord(item) ? item : undefined, "action") ?? "unknown";
}
