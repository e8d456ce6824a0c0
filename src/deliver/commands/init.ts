import { deliveryDoor, deliveryDoors } from "../../agents/delivery-doors.ts";
import { resolve } from "node:path";
import { Option, type Command } from "commander";
import type { InitReport, InitPlan, InitRequest } from "../init/init.ts";
import { packageRoot, userHome } from "../../platform/paths.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { newCommand, type CommandKit } from "../../cli/command-kit.ts";
import {
  agentsText,
  commandLines,
  offerText,
  planText,
  planValue,
  saidText,
  skillNames,
  starterText,
} from "./init-text.ts";
import { paragraph, plural } from "../../cli/layout.ts";
import {
  askUnlessAgreed,
  type InitFlags,
  offerStarter,
  offerStatusLine,
  statusLineText,
} from "./init-offers.ts";
import type { Terminal } from "../../cli/terminal.ts";

const { title } = deliveryDoor.adapter;
const { program } = deliveryDoor.headless;

export function initCommand({ terminal, answer, say, wireFor }: CommandKit): Command {
  return newCommand("init", "set up delivery: have your agent call us before it uses a tool", [
    "lessons init",
    "lessons init --dry-run          # only say what would change",
    "lessons init --yes              # from a script: asks nothing",
    "lessons init --plugin           # as a plugin, with slash commands",
    "lessons init --yes --starter    # and take the starter lessons in, as candidates",
  ])
    .option("--yes", "ask nothing")
    .addOption(
      new Option("--agent <agent>", "set it up even if it was not found").choices(
        deliveryDoors.map(({ adapter }) => adapter.agent),
      ),
    )
    .option("--settings <file>", "another settings file than the user's own")
    .option("--plugin", "install the plugin instead of writing hook entries")
    .option("--skills", "also link the skills about tools to where the agent looks")
    .option("--starter", "also take the starter lessons in, for you to review")
    .option("--no-starter", "do not ask about the starter lessons")
    .option("--statusline", "also show in the status line what was learned in a project")
    .option("--no-statusline", "do not ask about the status line")
    .option("--dry-run", "say what would change, and change nothing")
    .action(async (options: InitFlags) => {
      const { applyInit, planInit, settingsFileOf } = await import("../init/init.ts");
      const wiring = await wireFor(options);
      const { paths, system, compile } = wiring;
      const isDryRun = options.dryRun === true;
      const request = requestOf(terminal, options, paths);
      const first = planInit(request);
      say(options, agentsText(first, terminal) + planText(first, terminal));
      const isNeeded = !first.isDone && first.way !== "none" && !isDryRun;
      const decision = isNeeded
        ? await askUnlessAgreed(terminal, "Change this?", options)
        : "not-needed";
      const areSkillsWanted =
        (decision === "yes" || first.isDone) && (await wantsSkills(terminal, first, options));
      const plan = areSkillsWanted ? planInit({ ...request, areSkillsLinked: true }) : first;
      const isAgreed = decision === "yes" || areSkillsWanted;
      // What the hook reads comes before what calls it. Lessons may be older than deliveries, and files be lost.
      const isCompiled = isAgreed || (plan.isDone && !isDryRun);
      const compiled = isCompiled ? await compile() : undefined;
      const report = isAgreed ? applyInit(plan, request, system) : undefined;
      const isUndone = report !== undefined && report.said === undefined;
      const isRefused = decision === "no" || decision === "nobody";
      if (plan.way === "none" || isRefused || isUndone) terminal.exitStatus = 1;
      if (report !== undefined) {
        const { countMaybe, countWithStatus } = await import("../../lesson/table/list.ts");
        const waiting = await wiring.inContext(
          ({ database }) => countWithStatus(database, "candidate") - countMaybe(database),
        );
        say(
          options,
          doneText(terminal, plan, report, { lessons: compiled?.lessons ?? 0, waiting }),
        );
      } else if (compiled?.isChanged === true) {
        say(options, "What hooks read was out of date or damaged, and was made again.\n");
      }
      if (!isDryRun) say(options, offerText(plan));
      const isAgentHere = plan.way !== "none";
      const statusLine =
        isRefused || !isAgentHere
          ? undefined
          : await offerStatusLine(terminal, wiring, options, settingsFileOf(request));
      if (statusLine !== undefined) say(options, statusLineText(statusLine, terminal));
      const starter = isRefused
        ? undefined
        : await offerStarter(terminal, wiring, options, { isAgentHere });
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
        text: () =>
          starter === undefined ? "" : starterText(starter, { width: terminal.width, isDryRun }),
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
    isAgentNamed: options.agent !== undefined || settings !== undefined,
    settings: settings === undefined ? undefined : resolve(workingDirectory, settings),
    isPlugin: options.plugin === true,
    areSkillsLinked: options.skills === true,
  };
}

/** Links are made outside of our home: with `--yes` alone nobody has agreed to that. */
async function wantsSkills(
  terminal: Terminal,
  { offered }: InitPlan,
  flags: InitFlags,
): Promise<boolean> {
  const isNobodyAsked = flags.yes === true || flags.json === true || flags.dryRun === true;
  if (offered.length === 0 || isNobodyAsked) return false;
  const question = `Also link ${skillNames(offered)} to where ${title} looks for skills?`;
  return (await askToGoOn(terminal, question)) === "yes";
}

/** Why a command that asks before it changes something changed nothing. */
export function refusalText(decision: "no" | "nobody", command: string): string {
  return decision === "no"
    ? "Nothing was changed.\n"
    : `Nothing was changed: nobody is here to ask. To agree beforehand: lessons ${command} --yes\n`;
}

function doneText(
  terminal: Terminal,
  { way, commands, obstacles }: InitPlan,
  { backup, said }: InitReport,
  { lessons, waiting }: { readonly lessons: number; readonly waiting: number },
): string {
  const line = (text: string) => paragraph(text, terminal, 2);
  if (said === undefined) {
    return [
      "\nNot done: the plugin is not installed.\n",
      line(`${program} was not found on the PATH. Install the plugin with these two commands:`),
      commandLines(commands),
      line("Hook entries were left as they were. Without the plugin: lessons init"),
    ].join("");
  }
  const isOn =
    lessons === 0
      ? `Delivery is on. ${noneActive(waiting)}`
      : `From now on new sessions of ${title} get your ${plural(lessons, "active lesson")}.`;
  return [
    "\nDone.\n",
    backup === undefined ? "" : line(`The settings file as it was: ${backup}`),
    saidText(said, terminal),
    obstacles.length === 0 ? line(isOn) : "",
    line(
      way === "plugin"
        ? "In a session: /lessons:list, /lessons:status. To undo all of it: lessons uninstall"
        : "To undo all of it: lessons uninstall",
    ),
  ].join("");
}

function noneActive(waiting: number): string {
  return waiting === 0
    ? "There is no active lesson yet: lessons scan finds some, lessons import --starter offers some, lessons add takes one."
    : `There is no active lesson yet, and ${plural(waiting, "candidate")} ${waiting === 1 ? "waits" : "wait"}: lessons review`;
}
