import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { Command } from "commander";
import type { ConfigTarget } from "../platform/configuration/manage-config.ts";
import type { Wiring } from "./wire.ts";
import { readTextFile } from "../platform/files/read-text-file.ts";
import { newCommand, withoutFlags, type CommandKit, type CommonOptions } from "./command-kit.ts";
import { paragraph } from "./layout.ts";
import { notingFile } from "./noting-file.ts";
import { tokenCommand } from "./token.ts";
import { Fault } from "../platform/fault.ts";
import { userHome, realPath } from "../platform/paths.ts";
import { projectConfigIn } from "../platform/configuration/sources.ts";
import { openEditor } from "./open-editor.ts";
import type { Terminal } from "./terminal.ts";

type ConfigOptions = CommonOptions & { readonly project?: boolean };

export function configCommand(kit: CommandKit): Command {
  return newCommand("config", "show or change settings", [
    "lessons config list",
    "lessons config get minConfidence",
    "lessons config set minConfidence 0.6",
    "lessons config set maxCandidatesPerScan 20 --project",
    "lessons config edit",
    "lessons config token create --name ci",
  ])
    .addCommand(listSettings(kit))
    .addCommand(getSetting(kit))
    .addCommand(withoutFlags(setSetting(kit), "--set"))
    .addCommand(withoutFlags(editSettings(kit), "--json", "--set"))
    .addCommand(tokenCommand(kit));
}

function listSettings({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand("list", "show every setting, its value and its source", [
    "lessons config list",
  ]).action(async (options: CommonOptions) => {
    const app = await import("../platform/configuration/manage-config.ts");
    const settings = app.listSettings(await (await wireFor(options)).config());
    const { style } = terminal;
    await answer(options, {
      type: "lessons-config-list",
      value: { settings },
      text: () =>
        settings.map(({ key, value, origin, about }) => {
          const from = origin === "default" ? "" : style("yellow", ` (${origin})`);
          const head = `${style("bold", key)} = ${JSON.stringify(value)}${from}`;
          return paragraph(head, terminal) + paragraph(style("dim", about), terminal, 4);
        }),
    });
  });
}

function getSetting({ answer, wireFor }: CommandKit): Command {
  return newCommand("get", "show one setting", ["lessons config get scoring.multiSessionBonus"])
    .argument("<key>", "the setting's name")
    .action(async (name: string, options: CommonOptions) => {
      const app = await import("../platform/configuration/manage-config.ts");
      const setting = app.getSetting(await (await wireFor(options)).config(), name);
      await answer(options, {
        type: "lessons-config",
        value: { setting },
        text: () => `${JSON.stringify(setting.value)}\n`,
      });
    });
}

function setSetting(kit: CommandKit): Command {
  const { terminal, answer, wireFor, who } = kit;
  return newCommand("set", "change one setting", [
    "lessons config set minConfidence 0.6",
    "lessons config set detectors.hang.enabled false --project",
  ])
    .argument("<key>", "the setting's name")
    .argument("<value>", "the new value; lists with commas or as JSON")
    .option("--project", "in .lessons/config.json of this project")
    .action(async (name: string, typed: string, options: ConfigOptions) => {
      const app = await import("../platform/configuration/manage-config.ts");
      const wiring = await wireFor(options);
      const target = targetFor(wiring, terminal, options);
      const { file } = target;
      const person = await who();
      const value = await notingFile(kit, wiring, placeOf(target), () =>
        app.setSetting(target, name, typed, person),
      );
      await wiring.compile();
      // Only JSON says where it comes from now: another file may be broken, and this one is written.
      const setting =
        options.json === true ? app.getSetting(await wiring.config(), name) : undefined;
      await answer(options, {
        type: "lessons-config",
        value: { setting, file },
        text: () => `${name} = ${JSON.stringify(value)} in ${file}\n`,
      });
    });
}

function editSettings(kit: CommandKit): Command {
  const { terminal, wireFor, requirePerson } = kit;
  return newCommand("edit", "edit the settings in your editor; lessons checks them before saving", [
    "EDITOR=nano lessons config edit",
  ])
    .option("--project", "in .lessons/config.json of this project")
    .action(async (options: ConfigOptions) => {
      const app = await import("../platform/configuration/manage-config.ts");
      const wiring = await wireFor(options);
      const target = targetFor(wiring, terminal, options);
      await requirePerson({ what: "edit settings", type: "lessons config edit" });
      const before = app.configTextToEdit(target);
      const draft = join(mkdtempSync(join(tmpdir(), "lessons-config-")), "config.json");
      writeFileSync(draft, before, { mode: 0o600 });
      openEditor(draft, terminal.environment);
      const after = readTextFile(draft);
      if (after === before) {
        rmSync(dirname(draft), { recursive: true, force: true });
        return terminal.write("Nothing was changed.\n");
      }
      // A wrong text is not thrown away: the fault names the draft, which stays.
      await notingFile(kit, wiring, placeOf(target), () =>
        app.saveConfigText(target, after, draft),
      );
      await wiring.compile();
      rmSync(dirname(draft), { recursive: true, force: true });
      terminal.write(`Saved ${target.file}\n`);
    });
}

/** A project's file by its path in the project, ours by its name in our home. */
function placeOf({ file, isProject }: ConfigTarget): {
  readonly root: string;
  readonly path: string;
} {
  const root = isProject ? dirname(dirname(file)) : dirname(file);
  return { root, path: relative(root, file) };
}

function targetFor(wiring: Wiring, terminal: Terminal, options: ConfigOptions): ConfigTarget {
  if (options.project !== true) return { file: wiring.paths.config, isProject: false };
  const { environment, workingDirectory } = terminal;
  if (realPath(workingDirectory) === realPath(userHome(environment))) {
    throw new Fault("bad-config", "your home directory is not a project", {
      hint: "drop --project, or run this inside the project",
    });
  }
  return { file: wiring.projectFile ?? projectConfigIn(workingDirectory), isProject: true };
}
