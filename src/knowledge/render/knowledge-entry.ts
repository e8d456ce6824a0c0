import { guardMentions } from "../../agents/delivery-doors.ts";
import { bodyValue } from "../../lesson/record/body.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { plainText } from "../../redact/plain-text.ts";
import { isOver } from "../index/knowledge-index.ts";
import { fieldOf, passageOf, type Section } from "../index/read-knowledge.ts";
import { guardMarkdown, guardTitle } from "./guard-markdown.ts";

/** A decision or a pitfall as a section of its file; nothing of another kind. The format is in docs/knowledge-format.md. */
export function entryText(
  lesson: Lesson,
  id: string,
  { isHeld }: { readonly isHeld: boolean },
): string {
  if (lesson.kind !== "decision" && lesson.kind !== "pitfall") return "";
  const { area = noArea } = lesson.body;
  const facts = [
    `- **Area**: ${guardTitle(area)}`,
    `- **Status**: ${isHeld ? "Active" : "Deprecated"}`,
    `- **Source**: ${sourceMark}${lesson.id}`,
  ].join("\n");
  const written = passages[lesson.kind].flatMap(([label, name]) => {
    const text = bodyValue(lesson.body, name);
    return typeof text === "string" ? [`**${label}**\n\n${guardMarkdown(plainText(text))}`] : [];
  });
  const parts = [`## ${id}: ${guardTitle(lesson.summary)}`, facts, ...written];
  // People let their memory files import these.
  return `${guardMentions(parts.join("\n\n"))}\n`;
}

const passages = {
  decision: [
    ["Context", "context"],
    ["Decision", "decision"],
    ["Consequences", "consequences"],
  ],
  pitfall: [
    ["Issue", "mistake"],
    ["Impact", "impact"],
    ["Resolution", "remediation"],
  ],
} as const;

/** Entries with this are ours; all others are the people's own. */
export const sourceMark = "self-learning:";

/** What an entry says whose lesson names no area. */
const noArea = "general";

/** The id of the lesson that a section says it comes from; undefined where it is a person's own. */
export function sectionOrigin(section: Section): string | undefined {
  const source = fieldOf(section, "Source");
  return source?.startsWith(sourceMark) ? source.slice(sourceMark.length) : undefined;
}

/** Whether an entry that holds says it already, whoever wrote it: the same area, and the same issue. */
export function isSamePitfall(section: Section, lesson: Lesson): boolean {
  if (lesson.kind !== "pitfall" || isOver(fieldOf(section, "Status") ?? "")) return false;
  const { area = noArea, mistake } = lesson.body;
  const issue = passageOf(section, "Issue");
  return (
    issue !== undefined &&
    normalWords(fieldOf(section, "Area") ?? noArea) === normalWords(area) &&
    normalWords(issue).slice(0, comparedLength) === normalWords(mistake).slice(0, comparedLength)
  );
}

const comparedLength = 60;

/** The words of a text without what two ways of writing it differ in. */
export function normalWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
