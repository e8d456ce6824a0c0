import type { Lesson } from "../../lesson/record/lesson.ts";
import { plainText } from "../../redact/plain-text.ts";
import { guardMarkdown } from "./guard-markdown.ts";
import { sourceMark } from "./knowledge-entry.ts";

/** Steps, numbered. Lines after the first are indented, so that none of them can be taken for the next step. */
export function stepsText(steps: readonly string[]): string {
  return steps
    .map((step, index) => {
      const marker = `${index + 1}. `;
      const indent = " ".repeat(marker.length);
      return marker + guardMarkdown(plainText(step)).replace(/\n(?!\n|$)/g, `\n${indent}`);
    })
    .join("\n");
}

/** Where a file comes from: it is how we know our own again. */
export function originLine({ id, slug }: Lesson): string {
  return `_From ${sourceMark}${id} · lessons explain ${slug}_`;
}

/** The id of the lesson that a file says it comes from, in its last line: what stands above may say anything. */
export function originOf(text: string): string | undefined {
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  return /^_From self-learning:(\w{1,40}) · lessons explain \S+_$/.exec(last)?.[1];
}
