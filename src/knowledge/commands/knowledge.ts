import type { Command } from "commander";
import type { KnowledgeUsage, Usage } from "../index/knowledge-usage.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { newCommand, type CommandKit } from "../../cli/command-kit.ts";
import { day, plural, table } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { placeOf, projectOption, type ProjectOptions } from "./reconcile.ts";

export function knowledgeCommand(kit: CommandKit): Command {
  return newCommand("knowledge", "read the decisions and pitfalls recorded in a project", [
    "lessons project knowledge index",
    "lessons project knowledge show ADR-003",
  ])
    .addCommand(indexCommand(kit))
    .addCommand(showCommand(kit))
    .addCommand(usageCommand(kit));
}

function indexCommand(kit: CommandKit): Command {
  return newCommand("index", "list all valid entries, one per line", [
    "lessons project knowledge index",
    "lessons project knowledge index --project ../api --json",
  ])
    .option(...projectOption)
    .action(async (options: ProjectOptions) => {
      const [{ showIndex }, { indexText }] = await Promise.all([
        import("../index/show-index.ts"),
        import("../index/knowledge-index.ts"),
      ]);
      const { disk, home } = await placeOf(kit.terminal, options);
      const index = showIndex(home, disk);
      const isEmpty = index.decisions.length + index.pitfalls.length === 0;
      await kit.answer(options, {
        type: "lessons-knowledge-index",
        value: { root: disk.root, ...index },
        nothing: isEmpty ? noEntries : undefined,
        text: () => indexText(index, disk.root),
      });
    });
}

const noEntries =
  "No decisions or pitfalls are recorded here. To write them: lessons project render\n";

function showCommand(kit: CommandKit): Command {
  return newCommand("show", "print one entry in full", [
    "lessons project knowledge show ADR-003",
    "lessons project knowledge show PF-12 --project ../api",
  ])
    .argument("<id>", "ADR-NNN or PF-NNN")
    .option(...projectOption)
    .action(async (id: string, options: ProjectOptions) => {
      const { showEntry } = await import("../index/show-index.ts");
      const entry = showEntry((await placeOf(kit.terminal, options)).disk, id);
      await kit.answer(options, {
        type: "lessons-knowledge-entry",
        value: entry,
        text: () => `${entry.text}\n`,
      });
    });
}

function usageCommand(kit: CommandKit): Command {
  return newCommand("usage", "show how often agents cited each entry in the logs", [
    "lessons project knowledge usage",
    "lessons project knowledge usage --json",
  ])
    .option(...projectOption)
    .action(async (options: ProjectOptions) => {
      const [{ showIndex }, { knowledgeUsage }] = await Promise.all([
        import("../index/show-index.ts"),
        import("../index/knowledge-usage.ts"),
      ]);
      const { disk, project, home } = await placeOf(kit.terminal, options);
      const index = showIndex(home, disk);
      const usage = await kit.inContext(options, ({ database }) =>
        knowledgeUsage(database, project, index),
      );
      await kit.answer(options, {
        type: "lessons-knowledge-usage",
        value: { root: disk.root, ...usage },
        text: () => usageText(usage, kit.terminal),
      });
    });
}

/** How often what is on record is cited. */
function usageText(
  { entries, unknown }: KnowledgeUsage,
  { style }: Pick<Terminal, "style">,
): string {
  if (entries.length + unknown.length === 0)
    return "No decisions or pitfalls are recorded or cited here.\n";
  const rows = entries.map(({ id, title, ...usage }) => [`  ${id}`, usageWords(usage), title]);
  const strangers = unknown.map(({ entry, ...usage }) => [
    `  ${plainLine(entry)}`,
    usageWords(usage),
  ]);
  return [
    rows.length === 0 ? "" : `${style("bold", "Recorded")}\n${table(rows)}`,
    strangers.length === 0
      ? ""
      : `${style("bold", "Cited, but not recorded")}  invented, or removed\n${table(strangers)}`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function usageWords({ count, sessions, lastAt }: Usage): string {
  if (count === 0) return "never cited";
  const last = lastAt === null ? "" : `, last ${day(lastAt)}`;
  return `cited ${count}× in ${plural(sessions, "session")}${last}`;
}
