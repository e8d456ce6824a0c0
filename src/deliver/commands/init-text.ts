import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { ImportReport } from "../../care/import/import-lessons.ts";
import type { InitPlan } from "../init/init.ts";
import type { Registration } from "../init/hook-registration.ts";
import type { SkillLink } from "../init/skill-links.ts";
import type { PlannedOwnFile } from "../init/own-files.ts";
import type { AgentPlan } from "../init/agent-plan.ts";
import { basename, dirname } from "node:path";
import { displayPath } from "../../platform/paths.ts";
import { otherHookWords } from "./firing-words.ts";
import { plainText } from "../../redact/plain-text.ts";
import { paragraph, plural, table } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

const { agent, title: agentTitle } = deliveryDoor.adapter;
const { program } = deliveryDoor.headless;

type Page = Pick<Terminal, "style" | "environment" | "width">;

/** The agents on this machine, and what they are to us. */
export function agentsText({ agents }: InitPlan, { style }: Page): string {
  const here = agents.filter(({ isHere }) => isHere);
  const rows = here.map(({ title, logs, canDeliver }) => [
    `  ${title}`,
    plural(logs, "session log"),
    canDeliver ? "can be connected" : "logs only; it cannot show lessons yet",
  ]);
  const heading = style("bold", "Agents on this machine");
  return `${heading}\n${here.length === 0 ? "  none found\n" : table(rows)}\n`;
}

/** What would be changed, file by file. */
export function planText(plan: InitPlan, page: Page): string {
  if (isNothing(plan)) {
    const advice = `No agent was found, so nothing was connected. To connect one anyway: lessons init --agent ${agent}`;
    return paragraph(advice, page);
  }
  const warnings = [
    ...plan.obstacles.map((obstacle) => obstacleText[obstacle]),
    ...otherHookWords(plan.otherHooks).map((text) => `Note: ${text}.`),
    ...(plan.untried === null ? [] : [untriedText[plan.untried]]),
  ];
  const warning = warnings.map((text) => paragraph(text, page)).join("");
  if (plan.isDone) {
    return `${connectedWords(plan)}. Every file is up to date.\n${takenLines(plan, page)}${warning}`;
  }
  const parts = [
    ownFolderLines(plan, page),
    plan.registration === undefined ? "" : registrationText(plan.registration, page),
    changeLines(plan.links, page),
    slashCommandLines(plan.slashCommands, page),
    ...plan.others.map((other) => otherAgentLines(other, page)),
    plan.commands.length === 0 ? "" : `  run\n${commandLines(plan.commands)}`,
  ];
  return `${page.style("bold", "Changes to make")}\n${parts.join("")}${takenLines(plan, page)}${warning}`;
}

/** No agent is here and none was named. */
export function isNothing({ way, others }: InitPlan): boolean {
  return way === "none" && others.length === 0;
}

/** The agents that the plan connects, as people call them. */
export function connectedTitles({ way, others }: InitPlan): readonly string[] {
  return [...(way === "none" ? [] : [agentTitle]), ...others.map(({ door }) => door.adapter.title)];
}

function connectedWords(plan: InitPlan): string {
  if (plan.others.length > 0) return `Already connected: ${connectedTitles(plan).join(", ")}`;
  return `Already connected ${plan.way === "plugin" ? "by the plugin" : "by its hooks"}`;
}

/** What connects an agent by files alone, or disconnects it. */
export function otherAgentLines({ registration, files }: AgentPlan, page: Page): string {
  return (
    (registration === undefined ? "" : registrationText(registration, page)) +
    changeLines(files, page)
  );
}

const obstacleText: Readonly<Record<InitPlan["obstacles"][number], string>> = {
  "hooks-off": "disableAllHooks is true in the settings: no hook runs until you remove it.",
  "file-ignored": `The settings file has comments or trailing commas. ${agentTitle} ignores the whole file because of them, without a message. Remove them.`,
};

const untriedText: Readonly<Record<NonNullable<InitPlan["untried"]>, string>> = {
  windows:
    "Windows is untested. Every tool call starts Node here, and scans do not start automatically: run lessons scan.",
  other: "Tested on Linux only. To check this machine: lessons doctor",
};

/** What could be linked, for whoever was not asked. */
export function offerText({ offered: { skills } }: InitPlan): string {
  if (skills.length === 0) return "";
  const has = skills.length === 1 ? "has a skill" : "have skills";
  return `${skills.map(toolOf).join(", ")} ${has}: lessons init --skills\n`;
}

/** What became of the lessons that come with the program. */
export function starterText(
  { added, already, unconcerned = 0 }: ImportReport,
  page: { readonly width: number; readonly isDryRun: boolean },
): string {
  const lessons = plural(added.length, "starter lesson");
  if (added.length > 0) {
    const text = page.isDryRun
      ? `Would add ${lessons} as candidates: they fire on your own calls.`
      : `Added ${lessons} as candidates: they fire on your own calls. Next: lessons review`;
    return paragraph(text, page);
  }
  const text =
    already > 0
      ? "The starter lessons that fit your calls are already imported."
      : `None of the ${unconcerned} starter lessons fires on your calls. To add them anyway: lessons import --starter --all`;
  return paragraph(text, page);
}

export function skillNames(links: readonly SkillLink[]): string {
  const noun = links.length === 1 ? "the skill" : "the skills";
  return `${noun} about ${links.map(toolOf).join(", ")}`;
}

function toolOf({ target }: SkillLink): string {
  return basename(target);
}

/** The entries that come into a settings file and those that go, one a line. */
export function registrationText(
  { before, after, added, removed, reading, grants }: Registration,
  page: Page,
): string {
  if (after === before.text) return "";
  const { style, environment } = page;
  const verb = changeOf(before.text, after);
  return [
    `  ${verb}  ${displayPath(before.path, environment)}\n`,
    ...entryNames(removed).map((name) => `    ${style("red", `- ${name}`)}\n`),
    ...entryNames(added).map((name) => `    ${style("green", `+ ${name}`)}\n`),
    reading === "added" ? `    ${style("green", `+ ${readingWords}`)}\n` : "",
    reading === "removed" ? `    ${style("red", `- ${readingWords}`)}\n` : "",
    ...grants.added.map((rule) => `    ${style("green", `+ may run ${rule}`)}\n`),
    ...grants.removed.map((rule) => `    ${style("red", `- may run ${rule}`)}\n`),
  ].join("");
}

const readingWords = "may read the skills that lessons point to, without asking you";

/** What the agent's own program answered. */
export function saidText(said: readonly string[], page: Pick<Page, "width">): string {
  return said
    .filter((text) => text !== "")
    .map((text) => paragraph(`${program}: ${plainText(text)}`, page, 2))
    .join("");
}

export function commandLines(commands: InitPlan["commands"]): string {
  return commands.map((args) => `    ${program} ${args.map(shellWord).join(" ")}\n`).join("");
}

/** The plan for `--json`, without what is in the files. */
export function planValue({
  registration,
  isDone,
  offered,
  files,
  slashCommands,
  others,
  ...plan
}: InitPlan): object {
  return {
    ...plan,
    alreadyInstalled: isDone,
    files: files.map(({ path, state, target }) => ({ path, state, target })),
    settings: registration === undefined ? null : registrationValue(registration),
    commands: plan.commands.map((args) => [program, ...args]),
    skills: offered.skills.map(toolOf),
    slashCommands: slashCommands.map(({ path, state }) => ({ path, state })),
    others: others.map(otherAgentValue),
  };
}

export function otherAgentValue({ door, registration, files, isDone }: AgentPlan): object {
  return {
    agent: door.adapter.agent,
    settings: registration === undefined ? null : registrationValue(registration),
    files: files.map(({ path, state }) => ({ path, state })),
    alreadyInstalled: isDone,
  };
}

export function registrationValue({
  before,
  after,
  added,
  removed,
  reading,
  grants,
}: Registration): object {
  return {
    file: before.path,
    change: after === before.text ? "none" : changeOf(before.text, after),
    added,
    removed,
    reading: reading ?? null,
    grants,
  };
}

function changeOf(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return "remove";
  return before === undefined ? "create" : "change";
}

function changeLines(
  planned: readonly (SkillLink | PlannedOwnFile)[],
  { environment }: Page,
): string {
  const lines = planned.map((file) => {
    const { path, state } = file;
    const target = "target" in file ? file.target : undefined;
    if (state === "same" || state === "taken") return "";
    const arrow = target === undefined ? "" : ` → ${displayPath(target, environment)}`;
    return `  ${verbs[state]}  ${displayPath(path, environment)}${arrow}\n`;
  });
  return lines.join("");
}

/** The programs of the hook, all in a folder of ours. */
function ownFolderLines({ files, hookFolder }: InitPlan, { environment }: Page): string {
  const lines = (["new", "changed"] as const).map((state) => {
    const [first, ...more] = files.filter((file) => file.state === state);
    if (first === undefined) return "";
    if (more.length === 0) return `  ${verbs[state]}  ${displayPath(first.path, environment)}\n`;
    const folder = displayPath(hookFolder, environment);
    return `  ${verbs[state]}  ${folder} (${plural(more.length + 1, "file")})\n`;
  });
  return lines.join("");
}

/** There are many, and all in one folder. */
export function slashCommandLines(
  commands: readonly PlannedOwnFile[],
  { environment }: Pick<Page, "environment">,
): string {
  const lines = (["new", "changed", "stale"] as const).map((state) => {
    const [first, ...more] = commands.filter((command) => command.state === state);
    if (first === undefined) return "";
    const folder = displayPath(dirname(first.path), environment);
    return `  ${verbs[state]}  ${folder} (${plural(more.length + 1, "slash command")})\n`;
  });
  return lines.join("");
}

const verbs = { new: "create", changed: "update", stale: "remove" } as const;

function takenLines({ links, slashCommands, others }: InitPlan, { environment }: Page): string {
  return [...links, ...slashCommands, ...others.flatMap(({ files }) => files)]
    .filter(({ state }) => state === "taken")
    .map(({ path }) => `  ${displayPath(path, environment)} is not from lessons; left unchanged\n`)
    .join("");
}

/** By event, with the kinds of tools where there are any. */
function entryNames(entries: Registration["added"]): readonly string[] {
  return Object.entries(entries).map(([event, groups]) => {
    const kinds = groups.flatMap(({ hooks }) => {
      const words = hooks[0]?.args ?? hooks[0]?.command.split(" ");
      const last = words?.at(-1) ?? event;
      return last === event ? [] : [last];
    });
    return kinds.length === 0 ? event : `${event}: ${kinds.join(", ")}`;
  });
}

/** A word as it can be pasted into a shell. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
