import type { LessonPage } from "../../lesson/table/list.ts";
import { grouped, plural } from "../../cli/layout.ts";
import { listEntry } from "../../lesson/commands/list-text.ts";
import type { Terminal } from "../../cli/terminal.ts";

/** The candidates, the most important first, and what to do with them. */
export function showCandidates(terminal: Terminal, { lessons, total }: LessonPage): void {
  const { write, style } = terminal;
  write(`\n${style("bold", plural(total, "candidate"))} to review, the most important first\n\n`);
  for (const lesson of lessons) write(listEntry(lesson, terminal));
  if (total > lessons.length) {
    write(
      `\n${grouped(total - lessons.length)} more: lessons list --status candidate --limit ${total}\n`,
    );
  }
  write("\nlessons show <slug> shows what one is based on.\n");
}
