import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Option, type Command } from "commander";
import type { ConfigTarget } from "../platform/configuration/manage-config.ts";
import type { Wiring } from "./wire.ts";
import { readTextFile } from "../platform/files/read-text-file.ts";
import { jsonText } from "./answer.ts";
import { newCommand, withoutFlags, type CommandKit, type CommonOptions } from "./command-kit.ts";
import { hang } from "./layout.ts";
import { Fault } from "../platform/fault.ts";
import { packageRoot, userHome, realPath } from "../platform/paths.ts";
import { projectConfigIn } from "../platform/configuration/sources.ts";
import type { Terminal } from "./terminal.ts";

type ConfigOptions = CommonOptions & { readonly project?: boolean };

export function configCommand(kit: CommandKit): Command {
  return newCommand("config", "show and change settings", [
    "lessons config list",
    "lessons config get minConfidence",
    "lessons config set minConfidence 0.6",
    "lessons config set maxCandidatesPerScan 20 --project",
    "lessons config edit",
  ])
    .addCommand(listSettings(kit))
    .addCommand(getSetting(kit))
    .addCommand(withoutFlags(setSetting(kit), "--set"))
    .addCommand(withoutFlags(editSettings(kit), "--json", "--set"));
}

function listSettings({ terminal, wireFor }: CommandKit): Command {
  return newCommand("list", "show every setting, its value and where that comes from", [
    "lessons config list",
  ]).action(async (options: CommonOptions) => {
    const app = await import("../platform/configuration/manage-config.ts");
    const settings = app.listSettings(await (await wireFor(options)).config());
    if (options.json === true) return terminal.write(jsonText("lessons-config-list", { settings }));
    for (const { key, value, origin, about } of settings) {
      const from = origin === "default" ? "" : terminal.style("yellow", ` (${origin})`);
      const line = `${terminal.style("bold", key)} = ${JSON.stringify(value)}${from}`;
      terminal.write(`${hang("", line, { column: 0, width: terminal.width })}
`);
      terminal.write(
        `${hang("", terminal.style("dim", about), { column: 4, width: terminal.width })}\n`,
      );
    }
  });
}

function getSetting({ terminal, wireFor }: CommandKit): Command {
  return newCommand("get", "show one setting", ["lessons config get scoring.multiSessionBonus"])
    .argument("<key>", "its name")
    .action(async (name: string, options: CommonOptions) => {
      const app = await import("../platform/configuration/manage-config.ts");
      const setting = app.getSetting(await (await wireFor(options)).config(), name);
      terminal.write(
        options.json === true
          ? jsonText("lessons-config", { setting })
          : `${JSON.stringify(setting.value)}\n`,
      );
    });
}

function setSetting({ terminal, wireFor }: CommandKit): Command {
  return newCommand("set", "change one setting", [
    "lessons config set minConfidence 0.6",
    "lessons config set detectors.hang.enabled false --project",
  ])
    .argument("<key>", "its name")
    .argument("<value>", "its value; lists with commas or as JSON")
    .addOption(new Option("--project", "in .lessons/config.json of this project"))
    .action(async (name: string, typed: string, options: ConfigOptions) => {
      const app = await import("../platform/configuration/manage-config.ts");
      const wiring = await wireFor(options);
      const target = targetFor(wiring, terminal, options);
      const value = app.setSetting(target, name, typed);
      placeSchema(app, wiring, target);
      await wiring.compile();
      if (options.json === true)
        return terminal.write(
          jsonText("lessons-config", {
            setting: app.getSetting(await wiring.config(), name),
            file: target.file,
          }),
        );
      terminal.write(`${name} = ${JSON.stringify(value)} in ${target.file}\n`);
    });
}

function editSettings({ terminal, wireFor }: CommandKit): Command {
  return newCommand(
    "edit",
    "change the settings in your editor; they are checked before they are saved",
    ["EDITOR=nano lessons config edit"],
  )
    .addOption(new Option("--project", "in .lessons/config.json of this project"))
    .action(async (options: ConfigOptions) => {
      const [app, { openEditor }] = await Promise.all([
        import("../platform/configuration/manage-config.ts"),
        import("./open-editor.ts"),
      ]);
      const wiring = await wireFor(options);
      const target = targetFor(wiring, terminal, options);
      const before = app.configTextToEdit(target, (file) =>
        existsSync(file) ? readTextFile(file) : undefined,
      );
      const draft = join(mkdtempSync(join(tmpdir(), "lessons-config-")), "config.json");
      writeFileSync(draft, before, { mode: 0o600 });
      openEditor(draft, terminal.environment);
      const after = readTextFile(draft);
      if (after === before) {
        rmSync(dirname(draft), { recursive: true, force: true });
        return terminal.write("Nothing was changed.\n");
      }
      // A wrong text is not thrown away: the fault names the draft, which stays.
      app.saveConfigText(target, after, draft);
      placeSchema(app, wiring, target);
      await wiring.compile();
      rmSync(dirname(draft), { recursive: true, force: true });
      terminal.write(`Saved ${target.file}\n`);
    });
}

function targetFor(wiring: Wiring, terminal: Terminal, options: ConfigOptions): ConfigTarget {
  if (options.project !== true) return { file: wiring.paths.config, isProject: false };
  const { environment, workingDirectory } = terminal;
  if (realPath(workingDirectory) === realPath(userHome(environment))) {
    throw new Fault("bad-config", "your home directory is not a project", {
      hint: "leave out --project, or go into the project",
    });
  }
  return { file: wiring.projectFile ?? projectConfigIn(workingDirectory), isProject: true };
}

/** Editors find the schema beside the user's file; a project's repository is not ours to add files to. */
function placeSchema(
  app: typeof import("../platform/configuration/manage-config.ts"),
  { paths }: Wiring,
  target: ConfigTarget,
): void {
  if (target.isProject) return;
  const name = "config.schema.json";
  app.writeSchema(paths.schemas, name, readTextFile(join(packageRoot(), "schemas", name)));
}
