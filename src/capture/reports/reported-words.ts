import { plainLine } from "../../redact/plain-text.ts";
import { parseScope, type Scope } from "../../lesson/record/lesson.ts";
import { parseTag, sortTags, type Tag } from "../../lesson/record/tag.ts";

/** The small words of a report. What is not one of them is left out: a report is not refused for a remark. */

/** `lang:go, tool:git`, with commas, spaces or one per line. */
export function readTags(text: string): readonly Tag[] {
  const tags = text.split(/[,;\n]/u).flatMap((part) => tagsOf(bare(part)));
  return sortTags(tags).slice(0, most);
}

/** `project` is the session's own. */
export function readScope(text: string): Scope | "project" | undefined {
  const scope = bare(text);
  const word = scope.toLowerCase();
  if (word === "project" || word === "global") return word;
  return parseScope(scope);
}

/** As the agent calls them: `Bash`, `mcp__github__search`. A tool that has no such name would never match. */
export function readToolNames(text: string): readonly string[] {
  const parts = plainLine(text.replaceAll("\n", ",")).split(/ and | or |[,;|]/u);
  const names = parts.map((part) =>
    bare(part)
      .replace(/ ?\(.*$/u, "")
      .replace(/ tool$/iu, ""),
  );
  return [...new Set(names.filter((name) => toolName.test(name)))].slice(0, most);
}

const most = 100;
const toolName = /^[A-Za-z][\w.:/-]{0,99}$/u;

/** `lang: go` is one tag, `lang:go tool:git` are two, and `topic:two words` is none. */
function tagsOf(part: string): readonly Tag[] {
  const whole = parseTag(part.replaceAll(": ", ":"));
  if (whole !== undefined) return [whole];
  const words = part.split(" ").map((word) => parseTag(bare(word)));
  return words.every((tag) => tag !== undefined) ? words : [];
}

/** Without list marks, brackets and quotes around it. */
function bare(text: string): string {
  return plainLine(text)
    .replace(/^(?:[-*+•] )?[[\]"'`#]*/u, "")
    .replace(/[[\]"'`]{1,4}$/u, "")
    .trim();
}
