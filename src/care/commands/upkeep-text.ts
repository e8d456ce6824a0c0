import type { UpkeepPlan } from "../upkeep/plan-upkeep.ts";
import { plainLine } from "../../redact/plain-text.ts";
import {
  archiveReason,
  upkeepActs,
  type UpkeepAct,
  type UpkeepFinding,
} from "../upkeep/upkeep-finding.ts";
import { hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import type { StyleName } from "../../cli/terminal.ts";

/** What was found, by what is to happen, with the reason for each. Empty when there is nothing. */
export function upkeepText({ findings }: Pick<UpkeepPlan, "findings">, look: Look): string {
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
  return [
    look.style(colour, title),
    ...those.slice(0, mostShown).flatMap((finding) => findingLines(finding, look)),
    ...(more > 0 ? [`  and ${plural(more, "more finding")}: lessons upkeep --json`] : []),
    "",
  ].join("\n");
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
