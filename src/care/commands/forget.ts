import type { Command } from "commander";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { hang, plural } from "../../cli/layout.ts";
import { Fault } from "../../platform/fault.ts";
import type { Forgotten, ForgetPlan } from "../forget/forget.ts";

interface ForgetFlags extends CommonOptions {
  readonly pattern?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function forgetCommand(kit: CommandKit): Command {
  const { terminal, answer, wireFor } = kit;
  return newCommand(
    "forget",
    "erase a text from the store, its history, backups and all lessons files",
    [
      "lessons forget acme-internal",
      "lessons forget --dry-run acme-internal   # only show where it is",
      "lessons forget --pattern 'ACME-\\d{4,}'",
    ],
  )
    .argument("<text>", "a word or sentence; upper and lower case are the same")
    .option("--pattern", "read the text as a regular expression")
    .option("--dry-run", "show where it is; change nothing")
    .option("--yes", "do not ask")
    .action(async (text: string, options: ForgetFlags) => {
      // What is gone is gone: an agent that was told so by a web page must not be the one who says it.
      if (options.dryRun !== true)
        await kit.requirePerson({ what: "erase a text", type: "lessons forget <text>" });
      const { soughtPattern, soughtText } = await import("../forget/sought.ts");
      const { forget, planForget } = await import("../forget/forget.ts");
      const sought = options.pattern === true ? soughtPattern(text) : soughtText(text);
      const wiring = await wireFor(options);
      const plan = await planForget(wiring, sought);
      const isNothing = plan.tables.length + plan.files.length === 0;
      if (isNothing || options.dryRun === true) {
        return answer(options, {
          type: "lessons-forget",
          value: { found: plan, forgotten: null },
          nothing: isNothing ? "Not found in the lessons folder.\n" : undefined,
          text: () => planText(plan, terminal.width),
        });
      }
      if (options.yes !== true) {
        terminal.note(planText(plan, terminal.width));
        const said = await askToGoOn(terminal, "Erase it for good? You cannot undo this.");
        if (said === "nobody")
          throw new Fault("bad-input", "this needs a yes, and there is no terminal to ask on", {
            hint: "add --yes to erase it, or --dry-run to see where it is",
          });
        if (said === "no") return terminal.note("Nothing was changed.\n");
      }
      const forgotten = await forget(wiring, sought, plan);
      await answer(options, {
        type: "lessons-forget",
        value: { found: plan, forgotten },
        text: () => forgottenWords(forgotten, terminal.width),
      });
    });
}

function planText({ tables, files }: ForgetPlan, width: number): string {
  const rows = tables.map(({ table, rows: count }) => `${table} (${plural(count, "row")})`);
  return [
    tables.length === 0 ? "" : `${hang("  store  ", rows.join(", "), { column: 9, width })}\n`,
    ...files.map((file) => `${hang("  file   ", file, { column: 9, width })}\n`),
  ].join("");
}

function forgottenWords({ rows, files, left }: Forgotten, width: number): string {
  const places = `Erased from ${plural(rows, "row")} and ${plural(files, "file")}. Later scans leave it out.\n`;
  const rest = left.map((file) => `${hang("  still in ", file, { column: 11, width })}\n`);
  const outside =
    "Not touched: your agents' own logs, and project files (shared lessons, rendered files, gates).\n";
  const names =
    left.length === 0
      ? ""
      : "There it may be a name that lessons itself uses, for a field or a table.\n";
  return [places, ...rest, names, outside].join("");
}
