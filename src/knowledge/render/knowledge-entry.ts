import type { LessonOf } from "../../lesson/record/lesson.ts";
import { plainText } from "../../redact/plain-text.ts";
import { guardMentions } from "../../agents/delivery-doors.ts";
import { guardMarkdown, guardTitle } from "./guard-markdown.ts";

/** A decision or a pitfall as a section of its file. The format is in docs/knowledge-format.md. */
export function renderEntry(
  lesson: LessonOf<"decision"> | LessonOf<"pitfall">,
  id: string,
  status: EntryStatus,
): string {
  const { area } = lesson.body;
  const facts = [
    `- **Area**: ${area === undefined ? noArea : guardTitle(area)}`,
    `- **Status**: ${status}`,
    `- **Source**: ${sourceMark}${lesson.id}`,
  ].join("\n");
  const passages = passagesOf(lesson).flatMap(([label, text]) =>
    text === undefined ? [] : [`**${label}**\n\n${guardMarkdown(plainText(text))}`],
  );
  const parts = [`## ${id}: ${guardTitle(lesson.summary)}`, facts, ...passages];
  // People let their memory files import these.
  return `${guardMentions(parts.join("\n\n"))}\n`;
}

export type EntryStatus = "Active" | "Deprecated";

/** Entries with this are ours; all others are the people's own. */
export const sourceMark = "self-learning:";

/** What an entry says whose lesson names no area. */
export const noArea = "general";

function passagesOf(
  lesson: LessonOf<"decision"> | LessonOf<"pitfall">,
): readonly (readonly [string, string | undefined])[] {
  if (lesson.kind === "decision") {
    const { context, decision, consequences } = lesson.body;
    return [
      ["Context", context],
      ["Decision", decision],
      ["Consequences", consequences],
    ];
  }
  const { mistake, impact, remediation } = lesson.body;
  return [
    ["Issue", mistake],
    ["Impact", impact],
    ["Resolution", remediation],
  ];
}
