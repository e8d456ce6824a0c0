import { stringify } from "yaml";
import type { LessonOf } from "../../lesson/record/lesson.ts";
import { plainText } from "../../redact/plain-text.ts";
import { guardPrompt, guardValue } from "../../agents/delivery-doors.ts";
import { guardMarkdown, guardTitle } from "./guard-markdown.ts";
import { originLine, stepsText } from "./artifact-text.ts";
import { onOneLine } from "../../platform/one-line-yaml.ts";

/** A procedure as a skill, under the name of its folder; for agents without commands, a way of working too. */
export function renderSkillFile(
  lesson: LessonOf<"procedure"> | LessonOf<"workflow">,
  name: string,
): string {
  const { description, whenToUse, steps } = lesson.body;
  const ironLaw = lesson.kind === "procedure" ? lesson.body.ironLaw : undefined;
  const about = guardValue(`${guardTitle(lesson.summary)}. ${guardTitle(whenToUse)}`);
  const frontmatter = stringify(
    { name, description: about.slice(0, longestDescription) },
    onOneLine,
  );
  const parts = [
    `# ${guardTitle(lesson.summary)}`,
    guardMarkdown(plainText(description)),
    `## When to use\n\n${guardMarkdown(plainText(whenToUse))}`,
    ...(ironLaw === undefined ? [] : [`## Iron Law\n\n${guardMarkdown(plainText(ironLaw))}`]),
    `## Steps\n\n${stepsText(steps)}`,
    originLine(lesson),
  ];
  return `---\n${frontmatter}---\n\n${guardPrompt(parts.join("\n\n"))}\n`;
}

/** Agents cut it, or refuse the skill. */
const longestDescription = 1000;
