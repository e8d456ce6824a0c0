import type { ToRender } from "../../review/approval.ts";
import { plainLine } from "../../redact/plain-text.ts";

/** One line: what was approved is not in its project yet, and what writes it there. Empty when there is nothing. */
export function toRenderText(waiting: readonly ToRender[]): string {
  const count = waiting.reduce((sum, { slugs }) => sum + slugs.length, 0);
  const [first] = waiting;
  if (first === undefined) return "";
  const what = count === 1 ? "it" : `${count} of them`;
  const others = waiting.filter(({ isHere }) => !isHere);
  const [other] = others;
  if (other === undefined) return `To write ${what} into this project: lessons project render\n`;
  const more = others.length === 1 ? "" : ` and ${others.length - 1} more`;
  const named = `${plainLine(other.project)}${more}`;
  return first.isHere
    ? `To write ${what} into their projects: run lessons project render here and in ${named}\n`
    : `To write ${what} into ${named}: run lessons project render there\n`;
}
