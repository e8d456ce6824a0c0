import { resolve } from "node:path";
import { Option, type Command } from "commander";
import { userHome } from "../../platform/paths.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

export function renderCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand(
    "render",
    "write active workflows, procedures, decisions and pitfalls into this project as commands, skills and records",
    [
      "lessons render --dry-run --diff",
      "lessons render",
      "lessons render --project ../api --include-global",
    ],
  )
    .addOption(new Option("--project <folder>", "the project, when it is not this one"))
    .addOption(new Option("--include-global", "also lessons that hold in every project"))
    .addOption(new Option("--dry-run", "only say what would be written"))
    .addOption(new Option("--diff", "show what changes in each file"))
    .action(async (options: RenderOptions) => {
      const [{ renderPlace }, { renderAndShow }, { renderText }] = await Promise.all([
        import("../render/render-place.ts"),
        import("../render/render-project.ts"),
        import("./render-text.ts"),
      ]);
      const { environment, workingDirectory } = terminal;
      const place = renderPlace(environment, resolve(workingDirectory, options.project ?? "."));
      const wiring = await wireFor(options);
      const report = await wiring.inContext((context) =>
        renderAndShow(
          context,
          {
            ...place,
            includeGlobal: options.includeGlobal === true,
            isDryRun: options.dryRun === true,
          },
          userHome(environment),
        ),
      );
      if (options.json === true) return terminal.write(jsonText("lessons-render", { ...report }));
      terminal.write(renderText(report, { ...terminal, hasDiff: options.diff === true }));
    });
}

interface RenderOptions extends CommonOptions {
  readonly project?: string;
  readonly includeGlobal?: boolean;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
}
