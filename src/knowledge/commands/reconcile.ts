import { resolve } from "node:path";
import type { Command } from "commander";
import type { ManifestEntry } from "../render/manifest.ts";
import type { ReconcileReport } from "../render/reconcile-project.ts";
import type { RenderPlace } from "../render/render-place.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { hang, paragraph, plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

export function reconcileCommand({ terminal, answer, inContext }: CommandKit): Command {
  return newCommand(
    "reconcile",
    "sync your edits to rendered files; deleting one archives its lesson",
    ["lessons project reconcile", "lessons project reconcile --project ../api --json"],
  )
    .option(...projectOption)
    .action(async (options: ProjectOptions) => {
      const { reconcileProject } = await import("../render/reconcile-project.ts");
      const place = await placeOf(terminal, options);
      const { notingDisk } = await import("../render/noting-disk.ts");
      const report = await inContext(options, (context) =>
        reconcileProject(context, { ...place, disk: notingDisk(context.database, place.disk) }),
      );
      await answer(options, {
        type: "lessons-reconcile",
        value: report,
        text: () => reconcileText(report, terminal),
      });
    });
}

export const projectOption = ["--project <folder>", "another project's folder"] as const;

export interface ProjectOptions extends CommonOptions {
  readonly project?: string;
}

export async function placeOf(
  { environment, workingDirectory }: Terminal,
  { project = "." }: ProjectOptions,
): Promise<RenderPlace> {
  const { renderPlace } = await import("../render/render-place.ts");
  return renderPlace(environment, resolve(workingDirectory, project));
}

/** What became of what was rendered into a project. */
export function reconcileText(
  { archived, unwanted, missing, edited, unchanged, healed, blocks }: ReconcileReport,
  { width }: Pick<Terminal, "width">,
): string {
  const line = (word: string, text: string) => `${hang(`  ${word}`, text, { column, width })}\n`;
  const deleted = archived.length + unwanted.length;
  return [
    ...archived.map(({ slug, ...place }) =>
      line(
        "archived",
        `${slug}: ${nameOf(place)} was deleted. To restore it: lessons restore ${slug}`,
      ),
    ),
    ...unwanted.map((place) =>
      line("left out", `${nameOf(place)} was deleted here; it stays deleted`),
    ),
    ...missing.map((place) =>
      line(
        "missing",
        `${nameOf(place)} is missing, but you may not have deleted it (another branch?)`,
      ),
    ),
    ...edited.map((place) => line("yours", `${nameOf(place)} was edited; your text stays`)),
    ...blocks.flatMap(({ path, is }) => {
      if (is === "edited")
        return [line("yours", `the block in ${path} was edited; your text stays`)];
      return is === "deleted"
        ? [line("left out", `the block in ${path} was deleted; it stays deleted`)]
        : [];
    }),
    ...healed.map((place) => line("healed", `${nameOf(place)} was written but not recorded`)),
    paragraph(
      `${plural(unchanged, "artifact")} unchanged, ${edited.length} edited, ${deleted} deleted, ${healed.length} healed`,
      { width },
    ),
  ].join("");
}

const column = 12;

/** The manifest came with the project, whoever wrote it. */
function nameOf({ path, anchor }: Pick<ManifestEntry, "path" | "anchor">): string {
  return plainLine(anchor ?? path);
}
