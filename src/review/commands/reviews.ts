import { Argument, type Command } from "commander";
import type { ReviewSession } from "../review-sessions.ts";
import { isRecord, textAt } from "../../platform/json/fields.ts";
import { Fault } from "../../platform/fault.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { hang, minute, plural, section } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

export function reviewsCommand(kit: CommandKit): Command {
  return newCommand("reviews", "list past reviews, newest first, with their decisions", [
    "lessons reviews",
    "lessons reviews show 01KDWPVNG00000000000000000",
    "lessons reviews --json",
  ])
    .addArgument(new Argument("[show]", "show: one review in full").choices(["show"]))
    .argument("[id]", "the review's id or its beginning (default: the last review)")
    .action(async (step: string | undefined, id: string | undefined, options: CommonOptions) => {
      const { listReviewSessions } = await import("../review-sessions.ts");
      const sessions = await kit.inContext(options, ({ database }) => listReviewSessions(database));
      if (step === "show") return showOne(kit, options, sessions, id);
      await kit.answer(options, {
        type: "lessons-reviews",
        value: { reviews: sessions },
        nothing: sessions.length === 0 ? noReviews : undefined,
        text: () => sessions.map((session) => `${sessionLine(session, kit.terminal)}\n`),
      });
    });
}

const noReviews = "No reviews yet. To start one: lessons review\n";

async function showOne(
  { answer, terminal }: CommandKit,
  options: CommonOptions,
  sessions: readonly ReviewSession[],
  id: string | undefined,
): Promise<void> {
  const wanted = (id ?? "").toUpperCase();
  const [found, ...others] = sessions.filter(({ sessionId }) => sessionId.startsWith(wanted));
  if (found === undefined || (id !== undefined && others.length > 0)) {
    throw new Fault(
      "no-such-lesson",
      found === undefined ? `there is no review ${id ?? ""}` : `several reviews start with ${id}`,
      { hint: "lessons reviews lists them" },
    );
  }
  await answer(options, {
    type: "lessons-review-session",
    value: { review: found },
    text: () => section(sessionLine(found, terminal), found.items.map(itemLine)),
  });
}

function sessionLine(session: ReviewSession, { width }: Pick<Terminal, "width">): string {
  const { actor, through, model, promptVersion } = session.reviewedBy;
  const prompts = promptVersion === undefined ? "" : ` with prompts ${promptVersion}`;
  const way = through === undefined ? "" : ` (${through})`;
  const by = model === undefined ? `${actor}${way}` : `${model}${prompts}`;
  const acts = countActions(session.items);
  const undone = session.undoneAt === undefined ? "" : ` · undone ${minute(session.undoneAt)}`;
  const what = `by ${by} · ${plural(session.candidatesConsidered, "candidate")}: ${acts}${undone}`;
  return `${session.sessionId}  ${minute(session.generatedAt)} UTC\n${hang("", what, { column: 2, width })}`;
}

function countActions(items: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const item of items) {
    const action = actionOf(item);
    counts.set(action, (counts.get(action) ?? 0) + 1);
  }
  return [...counts].map(([action, count]) => `${count} ${doneWords[action] ?? action}`).join(", ");
}

/** The record keeps the names of its format; people read what was done. */
const doneWords: Readonly<Record<string, string>> = {
  promote: "approved",
  archive: "archived",
  skip: "skipped",
  expand: "added to another",
  unarchive: "restored",
};

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
  const action = actionOf(item);
  return `  ${doneWords[action] ?? action} ${name}${why.length === 0 ? "" : `: ${why.join("; ")}`}`;
}

function actionOf(item: unknown): string {
  return textAt(isRecord(item) ? item : undefined, "action") ?? "unknown";
}
