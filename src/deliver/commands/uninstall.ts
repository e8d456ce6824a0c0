import { existsSync } from "node:fs";
import type { Command } from "commander";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { UninstallPlan } from "../init/uninstall.ts";
import { displayPath, userHome, type Paths } from "../../platform/paths.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { orWarn } from "../../cli/noting-file.ts";
import { refusalText } from "./init.ts";
import { askUnlessAgreed } from "./init-offers.ts";
import {
  commandLines,
  otherAgentLines,
  otherAgentValue,
  registrationText,
  registrationValue,
  saidText,
  slashCommandLines,
} from "./init-text.ts";
import { paragraph } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

const { program } = deliveryDoor.headless;

interface UninstallFlags extends CommonOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function uninstallCommand({ terminal, answer, say, wireFor }: CommandKit): Command {
  return newCommand("uninstall", "disconnect your agent; your lessons stay", [
    "lessons uninstall",
    "lessons uninstall --yes         # for scripts: does not ask",
    "lessons uninstall --dry-run     # shows what it would remove",
  ])
    .option("--yes", "do not ask")
    .option("--dry-run", "show what would happen; change nothing")
    .action(async (options: UninstallFlags) => {
      const { planUninstall, applyUninstall } = await import("../init/uninstall.ts");
      const { connectionIn } = await import("../init/reconnect.ts");
      const { paths, system, inJournal } = await wireFor(options);
      const { environment } = terminal;
      const machine = { home: userHome(environment), environment };
      const plan = planUninstall(machine, paths);
      const isDryRun = options.dryRun === true;
      say(options, planText(plan, terminal, isDryRun));
      const decision =
        plan.isDone || isDryRun
          ? "not-needed"
          : await askUnlessAgreed(terminal, "Remove these?", options);
      const isAgreed = decision === "yes";
      const connection = connectionIn(plan, machine, paths);
      const said = isAgreed ? applyUninstall(plan, { machine, paths, system }) : undefined;
      const isConnection = connection.agents.length + connection.settings.length > 0;
      if (isAgreed && isConnection && existsSync(paths.database))
        await orWarn(terminal, () =>
          inJournal((database, { noteDisconnected }) => noteDisconnected(database, connection)),
        );
      if (!isAgreed && !(isDryRun && !plan.isDone)) terminal.exitStatus = 1;
      await answer(options, {
        type: "lessons-uninstall",
        value: { applied: isAgreed, ...planValue(plan) },
        text: () => (isAgreed ? doneText(plan, said, paths, terminal) : ""),
      });
      if (decision === "no" || decision === "nobody")
        terminal.note(refusalText(decision, "uninstall"));
    });
}

function planText(plan: UninstallPlan, terminal: Terminal, isDryRun: boolean): string {
  if (plan.isDone) return "lessons is not connected to any agent.\n";
  const { style, environment } = terminal;
  const removed = [...plan.links.map(({ path }) => path), plan.hookFolder ?? []].flat();
  const copies = plan.copies.map((path) => displayPath(path, environment));
  return [
    `${style("bold", isDryRun ? "Would be removed" : "To be removed")}\n`,
    ...plan.registrations.map((registration) => registrationText(registration, terminal)),
    slashCommandLines(plan.slashCommands, terminal),
    ...plan.others.map((other) => otherAgentLines(other, terminal)),
    ...removed.map((path) => `  remove  ${displayPath(path, environment)}\n`),
    ...copies.map((path) => `  remove  ${path} (a copy of your settings)\n`),
    ...plan.folders.map((path) => `  remove  ${displayPath(path, environment)} (if empty)\n`),
    plan.commands.length === 0 ? "" : `  run\n${commandLines(plan.commands)}`,
  ].join("");
}

function doneText(
  { commands }: UninstallPlan,
  said: readonly string[] | undefined,
  { database }: Paths,
  terminal: Terminal,
): string {
  const line = (text: string) => paragraph(text, terminal, 2);
  const isMissing = said === undefined;
  const advice = `${program} was not found on the PATH. Remove the plugin with these two commands:`;
  return [
    "\nDone.\n",
    isMissing ? line(advice) + commandLines(commands) : saidText(said, terminal),
    line(`Your lessons stay in ${displayPath(database, terminal.environment)}`),
  ].join("");
}

function planValue(plan: UninstallPlan): object {
  return {
    hookFolder: plan.hookFolder ?? null,
    settings: plan.registrations.map(registrationValue),
    commands: plan.commands.map((args) => [program, ...args]),
    links: plan.links,
    slashCommands: plan.slashCommands.map(({ path }) => path),
    others: plan.others.map(otherAgentValue),
    copies: plan.copies,
    folders: plan.folders,
  };
}
