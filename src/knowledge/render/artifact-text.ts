import { stringify } from "yaml";
import {
  guardCommands,
  guardMentions,
  guardPrompt,
  guardValue,
} from "../../agents/delivery-doors.ts";
import { bodyValue } from "../../lesson/record/body.ts";
import type { Lesson, LessonId, LessonOf } from "../../lesson/record/lesson.ts";
import { onOneLine } from "../../platform/yaml.ts";
import { breakFrames, breakTags } from "../../redact/frames.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import { isOver } from "../index/knowledge-index.ts";
import { closes, fenceOf, fieldOf, passageOf, type Section } from "../index/read-knowledge.ts";

type LessonWithSteps = LessonOf<"procedure"> | LessonOf<"workflow">;

/** A way of working as a slash command. */
export function renderCommandFile(lesson: LessonOf<"workflow">): string {
  return fileText(lesson, { description: guardValue(guardTitle(lesson.summary)) });
}

/** A procedure as a skill, under the name of its folder; for agents without commands, a way of working too. */
export function renderSkillFile(lesson: LessonWithSteps, name: string): string {
  const { whenToUse } = lesson.body;
  const about = guardValue(`${guardTitle(lesson.summary)}. ${guardTitle(whenToUse)}`);
  return fileText(lesson, { name, description: about.slice(0, longestDescription) });
}

/** Agents cut it, or refuse the skill. */
const longestDescription = 1000;

/**
 * The id of the lesson that a file says it comes from. By the last such line: a person may have written below it, and what stands
 * above may say anything.
 */
export function originOf(text: string): string | undefined {
  const lines = text.split("\n").map((line) => originForm.exec(line.trimEnd())?.[1]);
  return lines.findLast((id) => id !== undefined);
}

const originForm = /^_From self-learning:(\w{1,40}) · lessons (?:show|explain) \S+_$/;

function fileText(lesson: LessonWithSteps, facts: object): string {
  const { id, slug, summary, body } = lesson;
  const ironLaw = lesson.kind === "procedure" ? lesson.body.ironLaw : undefined;
  const parts = [
    `# ${guardTitle(summary)}`,
    guarded(body.description),
    `## When to use\n\n${guarded(body.whenToUse)}`,
    ...(ironLaw === undefined ? [] : [`## Iron Law\n\n${guarded(ironLaw)}`]),
    `## Steps\n\n${stepsText(body.steps)}`,
    // Where it comes from: it is how we know our own again.
    `_From ${sourceMark}${id} · lessons show ${slug}_`,
  ];
  return `---\n${stringify(facts, onOneLine)}---\n\n${guardPrompt(parts.join("\n\n"))}\n`;
}

/** Steps, numbered. Lines after the first are indented, so that none of them can be taken for the next step. */
function stepsText(steps: readonly string[]): string {
  return steps
    .map((step, index) => {
      const marker = `${index + 1}. `;
      const indent = " ".repeat(marker.length);
      return marker + guarded(step).replace(/\n(?!\n|$)/g, `\n${indent}`);
    })
    .join("\n");
}

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
    `- ${sourceLine(lesson.id)}`,
  ].join("\n");
  const written = passages[lesson.kind].flatMap(([label, name]) => {
    const text = bodyValue(lesson.body, name);
    return typeof text === "string" ? [`**${label}**\n\n${guarded(text)}`] : [];
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
export function sourceLine(lesson: LessonId): string {
  return `**Source**: ${sourceMark}${lesson}`;
}

const sourceMark = "self-learning:";

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

function guarded(text: string): string {
  return guardMarkdown(breakTags(plainText(text)));
}

/**
 * Foreign text as Markdown that stays text: it opens no heading, rule, field or comment of ours, and an agent
 * that loads the file runs nothing in it. What is in a code block stays as it is, and a block that nobody
 * closed is closed.
 */
export function guardMarkdown(text: string): string {
  let fence: string | undefined;
  const lines = text.split("\n").map((line) => {
    const mark = fenceOf(line);
    if (fence === undefined) {
      if (mark !== undefined) fence = mark;
      return guardCommands(mark === undefined ? guardLine(line) : line);
    }
    if (closes(line, fence)) fence = undefined;
    return guardCommands(line);
  });
  return (fence === undefined ? lines : [...lines, fence]).join("\n");
}

/** Foreign text on one line, for a heading or a value. */
function guardTitle(text: string): string {
  return guardCommands(breakFrames(plainLine(text)));
}

/** What Markdown, and whoever reads our files, would take for more than a sentence gets a backslash. */
function guardLine(line: string): string {
  return line
    .replace(/^(\s*)(?=#|-{3}|={3}|\*{3}|_{3}|- \*\*|\*\*\w+\*\*\s*$)/, "$1\\")
    .replaceAll("<!--", "\\<!--");
}
