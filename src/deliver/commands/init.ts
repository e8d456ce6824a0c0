import { deliveryDoor, deliveryDoors } from "../../agents/delivery-doors.ts";
import { resolve } from "node:path";
import { Option, type Command } from "commander";
import type { InitReport } from "../init/apply-init.ts";
import type { InitPlan, InitRequest } from "../init/init.ts";
import { packageRoot, userHome } from "../../platform/paths.ts";
import { grantedCommands } from "../init/grants.ts";
import { newCommand, type CommandKit } from "../../cli/command-kit.ts";
import {
  agentsText,
  commandLines,
  connectedTitles,
  isNothing,
  offerText,
  planText,
  planValue,
  saidText,
  starterText,
} from "./init-text.ts";
import { paragraph, plural } from "../../cli/layout.ts";
import {
  additionsIn,
  askAboutAdditions,
  askUnlessAgreed,
  type InitFlags,
  offerProof,
  offerStarter,
  offerStatusLine,
  statusLineText,
} from "./init-offers.ts";
import type { Terminal } from "../../cli/terminal.ts";

const { program } = deliveryDoor.headless;

export function initCommand({
  terminal,
  answer,
  say,
  requirePerson,
  wireFor,
}: CommandKit): Command {
  return newCommand("init", "connect lessons to your agent", [
    "lessons init",
    "lessons init --dry-run          # only show what would change",
    "lessons init --yes              # for scripts: does not ask",
    "lessons init --plugin           # as a plugin, with slash commands",
    "lessons init --yes --starter    # also adds starter lessons that fit your calls",
  ])
    .option("--yes", "do not ask")
    .addOption(
      new Option("--agent <agent>", "connect this agent even if it was not found").choices(
        deliveryDoors.map(({ adapter }) => adapter.agent),
      ),
    )
    .option("--settings <file>", "write to this settings file, not your own")
    .option("--plugin", "install the plugin instead of adding hooks to the settings")
    .option("--skills", "also link tool skills into the agent's skill folder")
    .option("--grants", `also let the agent run lessons ${grantedCommands} without asking`)
    .option("--no-grants", "do not ask about that permission")
    .option("--commands", "also add slash commands, such as /lessons:review")
    .option("--no-commands", "do not ask about the slash commands")
    .option("--starter", "also add starter lessons that fire on your own calls, for review")
    .option("--no-starter", "do not ask about the starter lessons")
    .option("--statusline", "also show new lessons of a project in the status line")
    .option("--no-statusline", "do not ask about the status line")
    .option("--no-proof", "do not offer to start the agent as a proof")
    .option("--dry-run", "show what would change; change nothing")
    .action(async (options: InitFlags) => {
      const { isConnected, planInit, settingsFileOf } = await import("../init/init.ts");
      const { applyInit } = await import("../init/apply-init.ts");
      const wiring = await wireFor(options);
      const { paths, system, compile } = wiring;
      const isDryRun = options.dryRun === true;
      const asked = requestOf(terminal, options, paths);
      const first = planInit(asked);
      say(options, agentsText(first, terminal) + planText(first, terminal));
      const isNeeded = !first.isDone && !isNothing(first) && !isDryRun;
      const decision = isNeeded
        ? await askUnlessAgreed(terminal, "Make these changes?", options)
        : "not-needed";
      const chosen =
        decision === "yes" || first.isDone ? await askAboutAdditions(terminal, first, options) : [];
      const request = { ...asked, additions: [...asked.additions, ...chosen] };
      const plan = chosen.length > 0 ? planInit(request) : first;
      const isAgreed = decision === "yes" || chosen.length > 0;
      // An agent at a terminal of its own making could answer a question, too.
      if (isAgreed && request.additions.includes("grants"))
        await requirePerson({ what: "grant permissions", type: "lessons init --grants" });
      // What the hook reads comes before what calls it. Lessons may be older than deliveries, and files be lost.
      const isCompiled = isAgreed || (plan.isDone && !isDryRun);
      const compiled = isCompiled ? await compile() : undefined;
      const wasConnected = isConnected(paths);
      const report = isAgreed ? applyInit(plan, request, system) : undefined;
      if (report !== undefined && !wasConnected && isConnected(paths)) {
        await wiring.inJournal((database, { noteConnected }) => noteConnected(database));
      }
      const isUndone = report !== undefined && report.said === undefined;
      const isRefused = decision === "no" || decision === "nobody";
      if (isNothing(plan) || isRefused || isUndone) terminal.exitStatus = 1;
      if (report !== undefined) {
        const { countMaybe, countWithStatus } = await import("../../lesson/table/list.ts");
        const waiting = await wiring.inContext(
          ({ database }) => countWithStatus(database, "candidate") - countMaybe(database),
        );
        say(
          options,
          doneText(terminal, plan, report, {
            lessons: compiled?.lessons ?? 0,
            elsewhere: compiled?.elsewhere.length ?? 0,
            waiting,
          }),
        );
      } else if (compiled?.isChanged === true) {
        say(options, "The hook files were outdated or damaged. They are rebuilt.\n");
      }
      if (!isDryRun) say(options, offerText(plan));
      const isAgentHere = !isNothing(plan);
      const statusLine =
        isRefused || plan.way === "none"
          ? undefined
          : await offerStatusLine(terminal, wiring, options, settingsFileOf(request));
      if (statusLine !== undefined) say(options, statusLineText(statusLine, terminal));
      const starter = isRefused
        ? undefined
        : await offerStarter(terminal, wiring, options, { isAgentHere });
      if (starter !== undefined)
        say(options, starterText(starter, { width: terminal.width, isDryRun }));
      // Where nothing about the hook has changed, nothing is left to prove.
      const isProvable =
        decision === "yes" && !isUndone && plan.way !== "none" && plan.obstacles.length === 0;
      if (isProvable) say(options, await offerProof(terminal, wiring, options, request.machine));
      await answer(options, {
        type: "lessons-init",
        value: {
          applied: report !== undefined,
          ...planValue(plan),
          backup: report?.backup ?? null,
          commandsRun: report === undefined ? null : !isUndone,
          starter: starter?.added ?? null,
          statusLine: statusLine ?? null,
        },
        text: () => "",
      });
      if (isRefused) terminal.note(refusalText(decision, "init"));
    });
}

function requestOf(
  { environment, workingDirectory }: Terminal,
  options: InitFlags,
  paths: InitRequest["paths"],
): InitRequest {
  const { settings } = options;
  return {
    machine: { home: userHome(environment), environment },
    paths,
    source: {
      packageRoot: packageRoot(),
      node: process.execPath,
      platform: process.platform,
    },
    agent: options.agent,
    settings: settings === undefined ? undefined : resolve(workingDirectory, settings),
    isPlugin: options.plugin === true,
    additions: additionsIn(options),
  };
}

/** Why a command that asks before it changes something changed nothing. */
export function refusalText(decision: "no" | "nobody", command: string): string {
  return decision === "no"
    ? "Nothing was changed.\n"
    : `Nothing was changed: there is no terminal to ask on. To agree in advance: lessons ${command} --yes\n`;
}

function doneText(
  terminal: Terminal,
  plan: InitPlan,
  { backup, said }: InitReport,
  { lessons, elsewhere, waiting }: ActiveCounts,
): string {
  const { way, commands, obstacles, slashCommands, others } = plan;
  const line = (text: string) => paragraph(text, terminal, 2);
  if (said === undefined) {
    return [
      "\nThe plugin was not installed.\n",
      line(`${program} was not found on the PATH. Install the plugin with these two commands:`),
      commandLines(commands),
      line("Your hooks are unchanged. To connect without the plugin: lessons init"),
    ].join("");
  }
  const isOn =
    lessons === 0
      ? `Connected. ${elsewhere > 0 ? otherSystem(elsewhere) : noneActive(waiting)}`
      : `Connected. New sessions of ${listed(connectedTitles(plan))} see your ${plural(lessons, "active lesson")}.`;
  return [
    "\nDone.\n",
    backup === undefined ? "" : line(`Your old settings file is in ${backup}`),
    saidText(said, terminal),
    obstacles.length === 0 ? line(isOn) : "",
    ...others.flatMap(({ door }) => door.setup.afterwards ?? []).map(line),
    line(
      way === "plugin" || slashCommands.length > 0
        ? "In a session: /lessons:review, /lessons:list. To disconnect: lessons uninstall"
        : "To disconnect: lessons uninstall",
    ),
  ].join("");
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

interface ActiveCounts {
  /** Those that agents on this machine can see. */
  readonly lessons: number;
  /** Those for other systems. */
  readonly elsewhere: number;
  readonly waiting: number;
}

function otherSystem(count: number): string {
  const are = count === 1 ? "Your active lesson is" : `Your ${count} active lessons are`;
  return `${are} for another operating system, so agents here see none. To see why: lessons show <slug>`;
}

function noneActive(waiting: number): string {
  return waiting === 0
    ? "No active lessons yet. Find some: lessons scan. Import some: lessons import starter. Write one: lessons add."
    : `No active lessons yet. ${plural(waiting, "candidate")} ${waiting === 1 ? "waits" : "wait"} for you: lessons review`;
}
