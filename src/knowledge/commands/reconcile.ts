import { resolve } from "node:path";
import { Option, type Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

export function reconcileCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand(
    "reconcile",
    "look at what you did to what was rendered into this project: deleted files archive their lessons",
    ["lessons reconcile", "lessons reconcile --project ../api --json"],
  )
    .addOption(new Option("--project <folder>", "the project, when it is not this one"))
    .action(async (options: CommonOptions & { readonly project?: string }) => {
      const [{ renderPlace }, { reconcileProject }, { reconcileText }] = await Promise.all([
        import("../render/render-place.ts"),
        import("../render/reconcile-project.ts"),
        import("./reconcile-text.ts"),
      ]);
      const { environment, workingDirectory } = terminal;
      const place = renderPlace(environment, resolve(workingDirectory, options.project ?? "."));
      const report = await inContext(options, (context) => reconcileProject(context, place));
      if (options.json === true) {
        const counts = {
          deleted: report.archived.length + report.unwanted.length,
          edited: report.edited.length,
          unchanged: report.unchanged,
          healed: report.healed.length,
        };
        return terminal.write(jsonText("lessons-reconcile", { ...counts, report }));
      }
      terminal.write(reconcileText(report, terminal));
    });
}
