import type { Command } from "commander";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { UninstallPlan, UninstallReport } from "../init/uninstall.ts";
import { plainText } from "../../redact/plain-text.ts";
import { displayPath, userHome, type Paths } from "../../platform/paths.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { refusalText } from "./init.ts";
import { commandLines, registrationText, registrationValue } from "./init-text.ts";
import { paragraph } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

const { program } = deliveryDoor.headless;

interface UninstallFlags extends CommonOptions {
  readonly yes?: boolean;
}

export function uninstallCommand({ terminal, answer, say, wireFor }: CommandKit): Command {
  return newCommand("uninstall", "take out what init put in; your lessons stay", [
    "lessons uninstall",
    "lessons uninstall --yes         # from a script: asks nothing",
  ])
    .option("--yes", "ask nothing")
    .action(async (options: UninstallFlags) => {
      const { planUninstall, applyUninstall } = await import("../init/uninstall.ts");
      const { paths, system } = await wireFor(options);
      const { environment } = terminal;
      const machine = { home: userHome(environment), environment };
      const plan = planUninstall(machine, paths);
      say(options, planText(plan, terminal));
      const decision = await decide(terminal, plan, options);
      const report =
        decision === "yes" ? applyUninstall(plan, { machine, paths, system }) : undefined;
      if (report === undefined) terminal.exitStatus = 1;
      await answer(options, {
        type: "lessons-uninstall",
        value: valueOf(plan, report),
        text: () => (report === undefined ? "" : doneText(plan, report, paths, terminal)),
      });
      if (decision === "no" || decision === "nobody")
        terminal.note(refusalText(decision, "uninstall"));
    });
}

async function decide(
  terminal: Terminal,
  plan: UninstallPlan,
  flags: UninstallFlags,
): Promise<"yes" | "no" | "nobody" | "not-needed"> {
  if (plan.isDone) return "not-needed";
  if (flags.yes === true) return "yes";
  return flags.json === true ? "nobody" : askToGoOn(terminal, "Take this out?");
}

function planText(plan: UninstallPlan, terminal: Terminal): string {
  if (plan.isDone) return "Nothing of ours is installed.\n";
  const { style, environment } = terminal;
  const removed = [...plan.links.map(({ path }) => path), plan.hookFolder ?? []].flat();
  return [
    `${style("bold", "What will be taken out")}\n`,
    ...plan.registrations.map((registration) => registrationText(registration, terminal)),
    ...removed.map((path) => `  remove  ${displayPath(path, environment)}\n`),
    ...plan.folders.map((path) => `  remove  ${displayPath(path, environment)} (if empty)\n`),
    plan.commands.length === 0 ? "" : `  run\n${commandLines(plan.commands)}`,
  ].join("");
}

function doneText(
  { commands }: UninstallPlan,
  { said }: UninstallReport,
  { database }: Paths,
  terminal: Terminal,
): string {
  const line = (text: string) => paragraph(text, terminal, 2);
  return [
    "\nDone.\n",
    ...(said ?? [])
      .filter((text) => text !== "")
      .map((text) => line(`${program}: ${plainText(text)}`)),
    ...(said === undefined
      ? [
          line(
            `${program} was not found on the PATH. Take the plugin out with these two commands:`,
          ),
          commandLines(commands),
        ]
      : []),
    line(`Your lessons stay where they are: ${displayPath(database, terminal.environment)}`),
  ].join("");
}

function valueOf(plan: UninstallPlan, report: UninstallReport | undefined): object {
  return {
    applied: report !== undefined,
    hookFolder: plan.hookFolder ?? null,
    settings: plan.registrations.map(registrationValue),
    commands: plan.commands.map((args) => [program, ...args]),
    links: plan.links,
    folders: plan.folders,
  };
}
