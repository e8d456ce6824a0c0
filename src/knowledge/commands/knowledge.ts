import { resolve } from "node:path";
import { Option, type Command } from "commander";
import type { RenderPlace } from "../render/render-place.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

export function knowledgeCommand(kit: CommandKit): Command {
  return newCommand("knowledge", "read the decisions and pitfalls on record in a project", [
    "lessons knowledge index",
    "lessons knowledge show ADR-003",
  ])
    .addCommand(indexCommand(kit))
    .addCommand(showCommand(kit))
    .addCommand(usageCommand(kit));
}

interface KnowledgeOptions extends CommonOptions {
  readonly project?: string;
}

function indexCommand(kit: CommandKit): Command {
  return newCommand("index", "list the entries that hold, one line each, for agents and people", [
    "lessons knowledge index",
    "lessons knowledge index --project ../api --json",
  ])
    .addOption(projectOption())
    .action(async (options: KnowledgeOptions) => {
      const [{ showIndex }, { indexText }] = await Promise.all([
        import("../index/show-index.ts"),
        import("../index/knowledge-index.ts"),
      ]);
      const { terminal, wireFor } = kit;
      const { paths } = await wireFor(options);
      const { disk } = await placeOf(kit, options);
      const index = showIndex(paths.home, disk);
      if (options.json === true)
        return terminal.write(jsonText("lessons-knowledge-index", { root: disk.root, ...index }));
      const isEmpty = index.decisions.length + index.pitfalls.length === 0;
      if (isEmpty) {
        terminal.note(
          "No decision and no pitfall is on record here. lessons render writes them.\n",
        );
        terminal.exitStatus = 1;
        return;
      }
      terminal.write(indexText(index, disk.root));
    });
}

function showCommand(kit: CommandKit): Command {
  return newCommand("show", "print one entry whole", [
    "lessons knowledge show ADR-003",
    "lessons knowledge show PF-12 --project ../api",
  ])
    .argument("<id>", "ADR-NNN or PF-NNN")
    .addOption(projectOption())
    .action(async (id: string, options: KnowledgeOptions) => {
      const { showEntry } = await import("../index/show-index.ts");
      const entry = showEntry((await placeOf(kit, options)).disk, id);
      if (options.json === true)
        return kit.terminal.write(jsonText("lessons-knowledge-entry", { ...entry }));
      kit.terminal.write(`${entry.text}\n`);
    });
}

function usageCommand(kit: CommandKit): Command {
  return newCommand("usage", "say how often agents cited each entry, by the logs that were read", [
    "lessons knowledge usage",
    "lessons knowledge usage --json",
  ])
    .addOption(projectOption())
    .action(async (options: KnowledgeOptions) => {
      const [{ showIndex }, { knowledgeUsage }, { usageText }] = await Promise.all([
        import("../index/show-index.ts"),
        import("../index/knowledge-usage.ts"),
        import("./usage-text.ts"),
      ]);
      const { terminal, wireFor } = kit;
      const { paths, inContext } = await wireFor(options);
      const { disk, project } = await placeOf(kit, options);
      const index = showIndex(paths.home, disk);
      const usage = await inContext((context) => knowledgeUsage(context, project, index));
      if (options.json === true)
        return terminal.write(jsonText("lessons-knowledge-usage", { root: disk.root, ...usage }));
      terminal.write(usageText(usage, terminal));
    });
}

function projectOption(): Option {
  return new Option("--project <folder>", "the project, when it is not this one");
}

async function placeOf(
  { terminal }: CommandKit,
  { project }: KnowledgeOptions,
): Promise<RenderPlace> {
  const { renderPlace } = await import("../render/render-place.ts");
  const { environment, workingDirectory } = terminal;
  return renderPlace(environment, resolve(workingDirectory, project ?? "."));
}
