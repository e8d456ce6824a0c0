import type { ProjectReading } from "../share/read-project-lessons.ts";
import type { Remark } from "../import/prepare-import.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { grouped, hang, plural } from "../../cli/layout.ts";
import type { Style } from "../../cli/terminal.ts";

/** What the lesson files of the project brought, in a few lines; nothing when nothing has changed. */
export function projectReadingText(
  { files, added, changed, withdrawn, problems, remarks }: ProjectReading,
  { style, width }: { readonly style: Style; readonly width: number },
): string {
  const lines: string[] = [];
  if (added.length + changed.length + withdrawn.length > 0) {
    const counts = `${grouped(added.length)} new, ${grouped(changed.length)} changed, ${grouped(withdrawn.length)} gone`;
    lines.push(
      hang("  project", `${counts}, of ${plural(files, "lesson file")} in .lessons/lessons`, {
        column: 14,
        width,
      }),
    );
  }
  const listing = (label: string, items: readonly Remark[]) => {
    for (const [index, { place, problem }] of items.slice(0, mostShown).entries()) {
      const text = plainLine(`${place} ${problem}`);
      lines.push(
        hang(index === 0 ? style("yellow", `  ${label}`) : "", text, { column: 14, width }),
      );
    }
    const more = items.length - mostShown;
    if (more > 0) lines.push(hang("", `and ${grouped(more)} more`, { column: 14, width }));
  };
  listing("not read", problems);
  listing("note", remarks);
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

const mostShown = 10;

/** Whether there is something for the person to look at. */
export function hasProjectNews(reading: ProjectReading | undefined): boolean {
  return reading !== undefined && reading.added.length + reading.changed.length > 0;
}
