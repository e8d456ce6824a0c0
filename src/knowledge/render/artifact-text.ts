import { stringify } from "yaml";
import { guardPrompt, guardValue } from "../../agents/delivery-doors.ts";
import type { LessonOf } from "../../lesson/record/lesson.ts";
import { onOneLine } from "../../platform/yaml.ts";
import { plainText } from "../../redact/plain-text.ts";
import { guardMarkdown, guardTitle } from "./guard-markdown.ts";
import { sourceMark } from "./knowledge-entry.ts";

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

/** The id of the lesson that a file says it comes from, in its last line: what stands above may say anything. */
export function originOf(text: string): string | undefined {
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  return /^_From self-learning:(\w{1,40}) · lessons explain \S+_$/.exec(last)?.[1];
}

function fileText(lesson: LessonWithSteps, facts: object): string {
  const { id, slug, summary, body } = lesson;
  const ironLaw = lesson.kind === "procedure" ? lesson.body.ironLaw : undefined;
  const parts = [
    `# ${guardTitle(summary)}`,
    guardMarkdown(plainText(body.description)),
    `## When to use\n\n${guardMarkdown(plainText(body.whenToUse))}`,
    ...(ironLaw === undefined ? [] : [`## Iron Law\n\n${guardMarkdown(plainText(ironLaw))}`]),
    `## Steps\n\n${stepsText(body.steps)}`,
    // Where it comes from: it is how we know our own again.
    `_From ${sourceMark}${id} · lessons explain ${slug}_`,
  ];
  return `---\n${stringify(facts, onOneLine)}---\n\n${guardPrompt(parts.join("\n\n"))}\n`;
}

/** Steps, numbered. Lines after the first are indented, so that none of them can be taken for the next step. */
function stepsText(steps: readonly string[]): string {
  return steps
    .map((step, index) => {
      const marker = `${index + 1}. `;
      const indent = " ".repeat(marker.length);
      return marker + guardMarkdown(plainText(step)).replace(/\n(?!\n|$)/g, `\n${indent}`);
    })
    .join("\n");
}
