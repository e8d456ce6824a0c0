import { join } from "node:path";
import type { Command } from "commander";
import type { CarriedOut } from "../upkeep/carry-out.ts";
import type { UpkeepPlan } from "../upkeep/plan-upkeep.ts";
import { ownerOf } from "../../redact/owner.ts";
import { plainLine } from "../../redact/plain-text.ts";
import {
  archiveReason,
  upkeepActs,
  type UpkeepAct,
  type UpkeepFinding,
} from "../upkeep/upkeep-finding.ts";
import { userHome } from "../../platform/paths.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { hang, onlyTexts, paragraph, plural, section } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import type { StyleName, Terminal } from "../../cli/terminal.ts";
import { lessonFacts } from "../../measure/commands/lesson-facts.ts";

interface UpkeepFlags extends CommonOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  /** Something was said before: a blank line, and no word when nothing was found. */
  readonly isAppended?: boolean;
}

export function upkeepCommand(kit: CommandKit): Command {
  return newCommand(
    "upkeep",
    "find lessons that are outdated or do not help, and archive them if you agree",
    [
      "lessons doctor                  # lists them with other problems",
      "lessons doctor --fix            # asks before it archives",
      "lessons config set upkeep.expired archive",
    ],
  )
    .option("--dry-run", "show what would be archived and why; change nothing")
    .option("--yes", "do not ask: archive proposed lessons too")
    .action(async (options: UpkeepFlags) => {
      const { value, end, aside } = await keepUp(kit, options);
      await kit.answer(options, { type: "lessons-upkeep", value, text: () => end, aside });
    });
}

/** What came of it: for JSON, and what is left to say to a person who has seen the findings. */
interface KeptUp {
  readonly value: object;
  readonly end: string;
  readonly aside: string | undefined;
}

/** Looks which lessons are out of date or do not help, shows them, and archives those that a person agrees to. */
export async function keepUp(
  { terminal, wireFor, requirePerson }: Pick<CommandKit, "terminal" | "wireFor" | "requirePerson">,
  options: UpkeepFlags,
): Promise<KeptUp> {
  if (options.yes === true && options.dryRun !== true)
    await requirePerson({ what: "archive lessons", type: "lessons doctor --fix" });
  const { planUpkeep } = await import("../upkeep/plan-upkeep.ts");
  const { carryOut, toArchive } = await import("../upkeep/carry-out.ts");
  const { takeSpool } = await import("../../deliver/spool/take-spool.ts");
  const { paths, inContext, compile } = await wireFor(options);
  const { environment } = terminal;
  const place = { home: paths.home, userHome: userHome(environment) };
  const owner = ownerOf(environment, place.userHome);
  const spool = { folder: join(paths.home, "spool"), owner };
  const isDryRun = options.dryRun === true;
  const kept = await inContext(async (context): Promise<KeptUp> => {
    // What hooks noted since the last scan counts, too.
    await takeSpool(context.database, spool);
    const plan = await planUpkeep(context, place);
    const wanted = toArchive(plan.findings, archiving).length;
    // A person sees what they are asked about.
    const isFound = plan.findings.length > 0;
    const blank = options.isAppended === true && isFound ? "\n" : "";
    if (options.json !== true) terminal.write(blank + upkeepText(plan, terminal));
    const decision = await decide(terminal, wanted, options);
    const done = isDryRun
      ? nothingDone
      : carryOut(context, place, plan, decision === "yes" ? archiving : []);
    const { archived } = done;
    const isArchived = isFound && decision === "yes";
    const isSilent = options.isAppended === true && !isFound;
    const unchanged = isSilent ? undefined : unchangedText(plan, { wanted, decision }, terminal);
    return {
      value: {
        dryRun: isDryRun,
        lookedAt: plan.lookedAt,
        lessons: plan.lessons,
        findings: plan.findings.map(findingValue),
        archived: archived.map(findingValue),
      },
      end: isArchived
        ? `\nArchived ${plural(archived.length, "lesson")}. To bring one back: lessons restore <slug>\n`
        : "",
      aside: isArchived ? meanwhileText(done) : unchanged,
    };
  });
  // Hooks and the status line count what was found.
  if (!isDryRun) await compile();
  return kept;
}

function findingValue(finding: Pick<UpkeepFinding, "lesson">): object {
  const { lesson } = finding;
  return { ...finding, lesson: lesson === undefined ? null : lessonFacts(lesson) };
}

/** A person who agrees agrees to what is proposed, too. */
const archiving: readonly UpkeepAct[] = ["archive", "propose-archive"];

const nothingDone: CarriedOut = { archived: [], archivedMeanwhile: 0, changedMeanwhile: 0 };

type Decision = "yes" | "no" | "nobody" | "not-asked";

async function decide(terminal: Terminal, wanted: number, flags: UpkeepFlags): Promise<Decision> {
  if (wanted === 0 || flags.dryRun === true) return "not-asked";
  if (flags.yes === true) return "yes";
  if (flags.json === true) return "nobody";
  const those = wanted === 1 ? "that one lesson" : `those ${wanted} lessons`;
  return askToGoOn(terminal, `Archive ${those}? To bring one back: lessons restore <slug>`);
}

function meanwhileText({ archivedMeanwhile: gone, changedMeanwhile: changed }: CarriedOut): string {
  return [
    gone === 0 ? "" : `Another command already archived ${plural(gone, "lesson")}.\n`,
    changed === 0 ? "" : `${plural(changed, "lesson")} changed in the meantime; not archived.\n`,
  ].join("");
}

function unchangedText(
  { lessons, findings }: UpkeepPlan,
  { wanted, decision }: { readonly wanted: number; readonly decision: Decision },
  look: Look,
): string {
  const looked = `${plural(lessons, "lesson")} checked`;
  if (findings.length === 0) return `${looked}: nothing to do.\n`;
  const isNextSaid = wanted > 0 && decision !== "no";
  const next = " To archive them: lessons doctor --fix, or lessons archive <slug>";
  const said = `${looked}; nothing was changed.${isNextSaid ? next : ""}`;
  return `\n${paragraph(said, look)}`;
}

/** What was found, by what is to happen, with the reason for each. Empty when there is nothing. */
function upkeepText({ findings }: Pick<UpkeepPlan, "findings">, look: Look): string {
  return upkeepActs
    .map((act) => ({ act, those: findings.filter(({ does }) => does === act) }))
    .filter(({ those }) => those.length > 0)
    .map(({ act, those }) => groupText(act, those, look))
    .join("\n");
}

const titles: Readonly<Record<UpkeepAct, readonly [StyleName, string]>> = {
  archive: ["red", "Archived automatically (your setting)"],
  "propose-archive": ["yellow", "Suggested for archiving"],
  flag: ["cyan", "Worth a look"],
  nothing: ["dim", "Unchanged"],
};

function groupText(act: UpkeepAct, those: readonly UpkeepFinding[], look: Look): string {
  const [colour, title] = titles[act];
  const more = those.length - mostShown;
  const lines = those.slice(0, mostShown).flatMap((finding) => findingLines(finding, look));
  const rest = more > 0 && `  and ${plural(more, "more finding")}: lessons doctor --json`;
  return section(look.style(colour, title), onlyTexts(...lines, rest));
}

const mostShown = 30;

function findingLines(finding: UpkeepFinding, { style, width }: Look): readonly string[] {
  const { rule, lesson } = finding;
  const reason = `${style("dim", `${rule}:`)} ${plainLine(archiveReason(finding))}`;
  if (lesson === undefined) return [hang("", reason, { column: 2, width })];
  return [
    hang("", `${style("bold", lesson.slug)} ${lesson.summary}`, { column: 2, width }),
    hang("", reason, { column: 4, width }),
  ];
}
