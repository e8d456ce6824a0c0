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
    "look at what you did to what was rendered into this project: deleted files archive their lessons",
    ["lessons reconcile", "lessons reconcile --project ../api --json"],
  )
    .option(...projectOption)
    .action(async (options: ProjectOptions) => {
      const { reconcileProject } = await import("../render/reconcile-project.ts");
      const place = await placeOf(terminal, options);
      const report = await inContext(options, (context) => reconcileProject(context, place));
      await answer(options, {
        type: "lessons-reconcile",
        value: report,
        text: () => reconcileText(report, terminal),
      });
    });
}

export const projectOption = [
  "--project <folder>",
  "the project, when it is not this one",
] as const;

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
  { archived, unwanted, missing, edited, unchanged, healed }: ReconcileReport,
  { width }: Pick<Terminal, "width">,
): string {
  const line = (word: string, text: string) => `${hang(`  ${word}`, text, { column, width })}\n`;
  const deleted = archived.length + unwanted.length;
  return [
    ...archived.map(({ slug, ...place }) =>
      line(
        "archived",
        `${slug}: ${nameOf(place)} was deleted. lessons restore ${slug} brings it back`,
      ),
    ),
    ...unwanted.map((place) =>
      line("left out", `${nameOf(place)} was deleted here: it is not written again`),
    ),
    ...missing.map((place) =>
      line(
        "missing",
        `${nameOf(place)} is not there, and it is not known that you deleted it: another branch, perhaps`,
      ),
    ),
    ...edited.map((place) => line("yours", `${nameOf(place)} was edited: it is left alone`)),
    ...healed.map((place) => line("healed", `${nameOf(place)} was written and not noted`)),
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
