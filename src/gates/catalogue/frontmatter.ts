import { readYaml } from "../../platform/yaml.ts";
import { isRecord, type JsonRecord } from "../../platform/json/fields.ts";

export type Frontmatter =
  | { readonly facts: JsonRecord; readonly body: string }
  | { readonly problem: string };

/** The facts at the top of a Markdown file and the rest of it. Undefined when it has none. Never throws. */
export function readFrontmatter(text: string): Frontmatter | undefined {
  const parts = splitFrontmatter(text);
  if (parts === undefined) return undefined;
  const yaml = readYaml(parts.head);
  if ("problem" in yaml)
    return { problem: `its frontmatter cannot be read: ${yaml.problem} (line ${yaml.line + 2})` };
  return isRecord(yaml.value)
    ? { facts: yaml.value, body: parts.body }
    : { problem: "its frontmatter is not a list of `key: value`" };
}

function splitFrontmatter(text: string): { head: string; body: string } | undefined {
  const start = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const end = /^---[ \t]*\r?$/m.exec(text.slice(start, start + longestFrontmatter));
  if (end === null) return undefined;
  return {
    head: text.slice(start, start + end.index).replaceAll("\r\n", "\n"),
    body: text.slice(start + end.index + end[0].length),
  };
}

const longestFrontmatter = 64_000;
