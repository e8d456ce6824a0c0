import { join } from "node:path";
import type { Command } from "commander";
import type { CarriedOut } from "../upkeep/carry-out.ts";
import type { UpkeepPlan } from "../upkeep/plan-upkeep.ts";
import { ownerOf } from "../../redact/redact.ts";
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
}

export function upkeepCommand({ terminal, answer, wireFor }: CommandKit): Command {
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
    .option("--dry-run", "say what would be done and why, and change no lesson")
    .option("--yes", "ask nothing: archive what is proposed, too")
    .action(async (options: UpkeepFlags) => {
      const { planUpkeep } = await import("../upkeep/plan-upkeep.ts");
      const { carryOut, toArchive } = await import("../upkeep/carry-out.ts");
      const { takeSpool } = await import("../../deliver/spool/take-spool.ts");
      const { paths, inContext } = await wireFor(options);
      const { environment } = terminal;
      const place = { home: paths.home, userHome: userHome(environment) };
      const owner = ownerOf(environment, place.userHome);
      const spool = { folder: join(paths.home, "spool"), owner };
      const isDryRun = options.dryRun === true;
      await inContext(async (context) => {
        // What hooks noted since the last scan counts, too.
        await takeSpool(context.database, spool);
        const plan = await planUpkeep(context, place);
        const wanted = toArchive(plan.findings, archiving).length;
        // A person sees what they are asked about.
        if (options.json !== true) terminal.write(upkeepText(plan, terminal));
        const decision = await decide(terminal, wanted, options);
        const done = isDryRun
          ? nothingDone
          : carryOut(context, place, plan, decision === "yes" ? archiving : []);
        const { archived } = done;
        const isArchived = plan.findings.length > 0 && decision === "yes";
        await answer(options, {
          type: "lessons-upkeep",
          value: {
            dryRun: isDryRun,
            lookedAt: plan.lookedAt,
            lessons: plan.lessons,
            findings: plan.findings.map(findingValue),
            archived: archived.map(findingValue),
          },
          text: () =>
            isArchived
              ? `\nArchived ${plural(archived.length, "lesson")}. To bring one back: lessons restore <slug>\n`
              : "",
          aside: isArchived
            ? meanwhileText(done)
            : unchangedText(plan, { wanted, decision }, terminal),
        });
      });
    });
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
  return askToGoOn(terminal, `Archive ${those}? lessons restore <slug> brings back.`);
}

function meanwhileText({ archivedMeanwhile: gone, changedMeanwhile: changed }: CarriedOut): string {
  return [
    gone === 0 ? "" : `${plural(gone, "lesson")} had been archived meanwhile by somebody else.\n`,
    changed === 0 ? "" : `${plural(changed, "lesson")} changed meanwhile, and stayed.\n`,
  ].join("");
}

function unchangedText(
  { lessons, findings }: UpkeepPlan,
  { wanted, decision }: { readonly wanted: number; readonly decision: Decision },
  look: Look,
): string {
  const looked = `${plural(lessons, "lesson")} looked at`;
  if (findings.length === 0) return `${looked}: nothing to do.\n`;
  const isNextSaid = wanted > 0 && decision !== "no";
  const next = " To archive them: lessons upkeep --yes, or lessons archive <slug>";
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
  archive: ["red", "To be archived, because you have switched that on"],
  "propose-archive": ["yellow", "Proposed for the archive"],
  flag: ["cyan", "Worth a look"],
  nothing: ["dim", "Left as it is"],
};

function groupText(act: UpkeepAct, those: readonly UpkeepFinding[], look: Look): string {
  const [colour, title] = titles[act];
  const more = those.length - mostShown;
  const lines = those.slice(0, mostShown).flatMap((finding) => findingLines(finding, look));
  const rest = more > 0 && `  and ${plural(more, "more finding")}: lessons upkeep --json`;
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
