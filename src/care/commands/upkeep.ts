import { join } from "node:path";
import { Option, type Command } from "commander";
import type { CarriedOut } from "../upkeep/carry-out.ts";
import type { UpkeepPlan } from "../upkeep/plan-upkeep.ts";
import { ownerOf } from "../../redact/redact.ts";
import type { UpkeepAct } from "../upkeep/upkeep-finding.ts";
import { userHome } from "../../platform/paths.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { hang, plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { upkeepText } from "./upkeep-text.ts";
import { upkeepValue } from "./upkeep-value.ts";

interface UpkeepFlags extends CommonOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function upkeepCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand(
    "upkeep",
    "find lessons that are out of date or do not help; archive those that you agree to",
    [
      "lessons upkeep                  # lists, and asks before it archives",
      "lessons upkeep --dry-run        # lists, and remembers nothing",
      "lessons upkeep --yes            # archives without asking",
      "lessons config set upkeep.expired archive",
    ],
  )
    .addOption(new Option("--dry-run", "say what would be done and why, and change no lesson"))
    .addOption(new Option("--yes", "ask nothing: archive what is proposed, too"))
    .action(async (options: UpkeepFlags) => {
      const { planUpkeep } = await import("../upkeep/plan-upkeep.ts");
      const { carryOut, toArchive } = await import("../upkeep/carry-out.ts");
      const { takeSpool } = await import("../../deliver/spool/take-spool.ts");
      const { paths, inContext } = await wireFor(options);
      const { environment } = terminal;
      const place = { home: paths.home, userHome: userHome(environment) };
      const owner = ownerOf(environment, place.userHome);
      const spool = { folder: join(paths.home, "spool"), owner };
      const isJson = options.json === true;
      await inContext(async (context) => {
        // What hooks noted since the last scan counts, too.
        await takeSpool(context.database, spool);
        const plan = await planUpkeep(context, place);
        if (!isJson) terminal.write(upkeepText(plan, terminal));
        const wanted = toArchive(plan.findings, archiving).length;
        const answer = await decide(terminal, wanted, options);
        const done =
          options.dryRun === true
            ? nothingDone
            : carryOut(context, place, plan, answer === "yes" ? archiving : []);
        if (isJson) {
          const value = upkeepValue(plan, done.archived, options.dryRun === true);
          terminal.write(jsonText("lessons-upkeep", value));
        } else sayWhatWasDone(terminal, { plan, wanted, answer, done });
      });
    });
}

/** A person who agrees agrees to what is proposed, too. */
const archiving: readonly UpkeepAct[] = ["archive", "propose-archive"];

const nothingDone: CarriedOut = { archived: [], archivedMeanwhile: 0, changedMeanwhile: 0 };

type Answer = "yes" | "no" | "nobody" | "not-asked";

async function decide(terminal: Terminal, wanted: number, flags: UpkeepFlags): Promise<Answer> {
  if (wanted === 0 || flags.dryRun === true) return "not-asked";
  if (flags.yes === true) return "yes";
  if (flags.json === true) return "nobody";
  const those = wanted === 1 ? "that one lesson" : `those ${wanted} lessons`;
  return askToGoOn(terminal, `Archive ${those}? lessons restore <slug> brings back.`);
}

interface Done {
  readonly plan: UpkeepPlan;
  readonly wanted: number;
  readonly answer: Answer;
  readonly done: CarriedOut;
}

function sayWhatWasDone(terminal: Terminal, { plan, wanted, answer, done }: Done): void {
  const looked = `${plural(plan.lessons, "lesson")} looked at`;
  if (plan.findings.length === 0) return terminal.note(`${looked}: nothing to do.\n`);
  if (answer === "yes") {
    const { archived, archivedMeanwhile: gone, changedMeanwhile: changed } = done;
    terminal.write(
      `\nArchived ${plural(archived.length, "lesson")}. To bring one back: lessons restore <slug>\n`,
    );
    if (gone > 0)
      terminal.note(`${plural(gone, "lesson")} had been archived meanwhile by somebody else.\n`);
    if (changed > 0) terminal.note(`${plural(changed, "lesson")} changed meanwhile, and stayed.\n`);
    return;
  }
  const next =
    wanted === 0 ? "" : " To archive them: lessons upkeep --yes, or lessons archive <slug>";
  const said = `${looked}; nothing was changed.${answer === "no" ? "" : next}`;
  terminal.note(`\n${hang("", said, { column: 0, width: terminal.width })}\n`);
}
