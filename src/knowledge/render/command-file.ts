import { stringify } from "yaml";
import type { LessonOf } from "../../lesson/record/lesson.ts";
import { plainText } from "../../redact/plain-text.ts";
import { guardPrompt, guardValue } from "../../agents/delivery-doors.ts";
import { guardMarkdown, guardTitle } from "./guard-markdown.ts";
import { originLine, stepsText } from "./artifact-text.ts";
import { onOneLine } from "../../platform/one-line-yaml.ts";

/** A way of working as a slash command. */
export function renderCommandFile(lesson: LessonOf<"workflow">): string {
  const { description, whenToUse, steps } = lesson.body;
  const frontmatter = stringify({ description: guardValue(guardTitle(lesson.summary)) }, onOneLine);
  const parts = [
    `# ${guardTitle(lesson.summary)}`,
    guardMarkdown(plainText(description)),
    `## When to use\n\n${guardMarkdown(plainText(whenToUse))}`,
    `## Steps\n\n${stepsText(steps)}`,
    originLine(lesson),
  ];
  return `---\n${frontmatter}---\n\n${guardPrompt(parts.join("\n\n"))}\n`;
}
