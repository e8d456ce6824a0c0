import { resolve } from "node:path";
import { Option, type Command } from "commander";
import type { InitPlan, InitReport, InitRequest } from "../init/init.ts";
import { deliveryDoor, deliveryDoors } from "../../agents/delivery-doors.ts";
import { plainText } from "../../redact/plain-text.ts";
import { packageRoot, userHome } from "../../platform/paths.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import {
  agentsText,
  commandLines,
  offerText,
  planText,
  planValue,
  skillNames,
  starterText,
} from "./init-text.ts";
import { hang, plural } from "../../cli/layout.ts";
import { offerStarter } from "./offer-starter.ts";
import { offerStatusLine, statusLineText } from "./offer-status-line.ts";
import type { Terminal } from "../../cli/terminal.ts";

const { title } = deliveryDoor.adapter;
const { program } = deliveryDoor.headless;

interface InitFlags extends CommonOptions {
  readonly yes?: boolean;
  readonly agent?: string;
  readonly settings?: string;
  readonly plugin?: boolean;
  readonly skills?: boolean;
  /** `--starter` and `--no-starter`; undefined when neither was said. */
  readonly starter?: boolean;
  readonly statusline?: boolean;
  readonly dryRun?: boolean;
}

export function initCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand("init", "set up delivery: have your agent call us before it uses a tool", [
    "lessons init",
    "lessons init --dry-run          # only say what would change",
    "lessons init --yes              # from a script: asks nothing",
    "lessons init --plugin           # as a plugin, with slash commands",
    "lessons init --yes --starter    # and take the starter lessons in, as candidates",
  ])
    .addOption(new Option("--yes", "ask nothing"))
    .addOption(
      new Option("--agent <agent>", "set it up even if it was not found").choices(
        deliveryDoors.map(({ adapter }) => adapter.agent),
      ),
    )
    .addOption(new Option("--settings <file>", "another settings file than the user's own"))
    .addOption(new Option("--plugin", "install the plugin instead of writing hook entries"))
    .addOption(new Option("--skills", "also link the skills about tools to where the agent looks"))
    .addOption(new Option("--starter", "also take the starter lessons in, for you to review"))
    .addOption(new Option("--no-starter", "do not ask about the starter lessons"))
    .addOption(
      new Option("--statusline", "also show in the status line what was learned in a project"),
    )
    .addOption(new Option("--no-statusline", "do not ask about the status line"))
    .addOption(new Option("--dry-run", "say what would change, and change nothing"))
    .action(async (options: InitFlags) => {
      const { planInit, settingsFileOf } = await import("../init/init.ts");
      const { applyInit } = await import("../init/init.ts");
      const wiring = await wireFor(options);
      const { paths, system, compile } = wiring;
      const request = requestOf(terminal, options, paths);
      const first = planInit(request);
      const isJson = options.json === true;
      if (!isJson) terminal.write(agentsText(first, terminal) + planText(first, terminal));
      const answer = await decide(terminal, first, options);
      const areSkillsWanted =
        (answer === "yes" || first.isDone) && (await wantsSkills(terminal, first, options));
      const plan = areSkillsWanted ? planInit({ ...request, areSkillsLinked: true }) : first;
      const isAgreed = answer === "yes" || areSkillsWanted;
      // What the hook reads comes before what calls it. Lessons may be older than deliveries, and files be lost.
      const isCompiled = isAgreed || (plan.isDone && options.dryRun !== true);
      const compiled = isCompiled ? await compile() : undefined;
      const report = isAgreed ? applyInit(plan, request, system) : undefined;
      const isUndone = report !== undefined && report.said === undefined;
      if (plan.way === "none" || answer === "nobody" || answer === "no" || isUndone) {
        terminal.exitStatus = 1;
      }
      const offer = { ...options, mayAsk: plan.way !== "none" };
      const isRefused = answer === "no" || answer === "nobody";
      const takeStarter = async () =>
        isRefused ? undefined : offerStarter(terminal, wiring, offer);
      const takeStatusLine = () =>
        isRefused || plan.way === "none"
          ? Promise.resolve(undefined)
          : offerStatusLine(terminal, wiring, { ...options, file: settingsFileOf(request) });
      if (isJson) {
        const statusLine = await takeStatusLine();
        const starter = await takeStarter();
        const value = { applied: report !== undefined, ...planValue(plan) };
        const commandsRun = report === undefined ? null : !isUndone;
        const backup = report?.backup ?? null;
        const all = {
          ...value,
          backup,
          commandsRun,
          starter: starter?.added ?? null,
          statusLine: statusLine ?? null,
        };
        return terminal.write(jsonText("lessons-init", all));
      }
      if (report !== undefined) {
        const { countWithStatus } = await import("../../lesson/table/list.ts");
        const waiting = await wiring.inContext(({ database }) =>
          countWithStatus(database, "candidate"),
        );
        showDone(terminal, plan, { ...report, lessons: compiled?.lessons ?? 0, waiting });
      } else if (compiled?.isChanged === true) {
        terminal.write("What hooks read was out of date or damaged, and was made again.\n");
      }
      if (options.dryRun !== true) terminal.write(offerText(plan));
      const statusLine = await takeStatusLine();
      if (statusLine !== undefined) terminal.write(statusLineText(statusLine, terminal));
      const starter = await takeStarter();
      if (starter !== undefined) {
        const look = { width: terminal.width, isDryRun: options.dryRun === true };
        terminal.write(starterText(starter, look));
      }
      if (answer === "nobody" || answer === "no") terminal.note(refusal[answer]);
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
    ...(settings === undefined ? {} : { settings: resolve(workingDirectory, settings) }),
    isPlugin: options.plugin === true,
    areSkillsLinked: options.skills === true,
  };
}

type Decision = "yes" | "no" | "nobody" | "not-needed";

async function decide(terminal: Terminal, plan: InitPlan, flags: InitFlags): Promise<Decision> {
  if (plan.isDone || plan.way === "none" || flags.dryRun === true) return "not-needed";
  if (flags.yes === true) return "yes";
  return flags.json === true ? "nobody" : askToGoOn(terminal, "Change this?");
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

const refusal = {
  no: "Nothing was changed.\n",
  nobody: "Nothing was changed: nobody is here to ask. To agree beforehand: lessons init --yes\n",
};

function showDone(
  { write, width }: Terminal,
  { way, commands, obstacles }: InitPlan,
  { backup, said, lessons, waiting }: InitReport & LessonsHere,
): void {
  const line = (text: string) => write(`${hang("", text, { column: 2, width })}\n`);
  if (said === undefined) {
    write("\nNot done: the plugin is not installed.\n");
    line(`${program} was not found on the PATH. Install the plugin with these two commands:`);
    write(commandLines(commands));
    line("Hook entries were left as they were. Without the plugin: lessons init");
    return;
  }
  write("\nDone.\n");
  if (backup !== undefined) line(`The settings file as it was: ${backup}`);
  for (const text of said) if (text !== "") line(`${program}: ${plainText(text)}`);
  if (obstacles.length === 0) {
    line(
      lessons === 0
        ? `Delivery is on. ${noneActive(waiting)}`
        : `From now on new sessions of ${title} get your ${plural(lessons, "active lesson")}.`,
    );
  }
  line(
    way === "plugin"
      ? "In a session: /lessons:list, /lessons:status. To undo all of it: lessons uninstall"
      : "To undo all of it: lessons uninstall",
  );
}

interface LessonsHere {
  /** Active ones. */
  readonly lessons: number;
  /** Candidates. */
  readonly waiting: number;
}

function noneActive(waiting: number): string {
  return waiting === 0
    ? "There is no active lesson yet: lessons scan finds some, lessons import --starter offers some, lessons add takes one."
    : `There is no active lesson yet, and ${plural(waiting, "candidate")} ${waiting === 1 ? "waits" : "wait"}: lessons review`;
}
