import type { Command } from "commander";
import { isInsideAgent } from "../../agents/inside-agent.ts";
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
    "remove a text from the store, its history, its backups and our files",
    [
      "lessons forget acme-internal",
      "lessons forget --dry-run acme-internal   # only say where it is",
      "lessons forget --pattern 'ACME-\\d{4,}'",
    ],
  )
    .argument("<text>", "a word or a sentence, however it is capitalised")
    .option("--pattern", "the text is a regular expression")
    .option("--dry-run", "say where it is, and change nothing")
    .option("--yes", "ask nothing")
    .action(async (text: string, options: ForgetFlags) => {
      refuseInsideAgent(kit);
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
          nothing: isNothing ? "It is nowhere in our home.\n" : undefined,
          text: () => planText(plan, terminal.width),
        });
      }
      if (options.yes !== true) {
        terminal.note(planText(plan, terminal.width));
        const said = await askToGoOn(terminal, "Remove it for good? There is no undo.");
        if (said === "nobody")
          throw new Fault("bad-input", "nobody is there to agree", {
            hint: "say --yes, or --dry-run to look",
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

/** What is gone is gone: an agent that was told so by a web page must not be the one who says it. */
function refuseInsideAgent({ terminal }: CommandKit): void {
  if (!isInsideAgent(terminal.environment)) return;
  throw new Fault("only-a-person", "an agent cannot make us forget; a person can", {
    hint: "in a terminal of your own: lessons forget <text>",
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
  const places = `Removed from ${plural(rows, "row")} and ${plural(files, "file")}. A later scan leaves it out.\n`;
  const rest = left.map((file) => `${hang("  still in ", file, { column: 11, width })}\n`);
  const outside =
    "Not touched: the agents' own logs, and files in your projects (shared lessons, rendered files, gates).\n";
  return [places, ...rest, outside].join("");
}
