import type { KnowledgeUsage } from "../index/knowledge-usage.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { plural, table } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

/** How often what is on record is cited. */
export function usageText(
  { entries, unknown }: KnowledgeUsage,
  { style }: Pick<Terminal, "style">,
): string {
  if (entries.length + unknown.length === 0)
    return "No decision and no pitfall is on record here, and none was cited.\n";
  const rows = entries.map(({ id, title, ...usage }) => [`  ${id}`, usageWords(usage), title]);
  const strangers = unknown.map(({ entry, ...usage }) => [
    `  ${plainLine(entry)}`,
    usageWords(usage),
  ]);
  return [
    rows.length === 0 ? "" : `${style("bold", "On record")}\n${table(rows)}`,
    strangers.length === 0
      ? ""
      : `${style("bold", "Cited, but not on record")}  made up, or gone\n${table(strangers)}`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function usageWords(usage: {
  readonly count: number;
  readonly sessions: number;
  readonly lastAt: string | null;
}): string {
  const { count, sessions, lastAt } = usage;
  if (count === 0) return "never cited";
  const last = lastAt === null ? "" : `, last ${lastAt.slice(0, 10)}`;
  return `cited ${count}× in ${plural(sessions, "session")}${last}`;
}
