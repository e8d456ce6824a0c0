import type { Command } from "commander";
import type { RenderReport } from "../render/render-project.ts";
import type { BlockStep, RenderStep } from "../render/plan-render.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { lineDiff } from "../../platform/text-diff.ts";
import { newCommand, type CommandKit } from "../../cli/command-kit.ts";
import { hang, hints } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { placeOf, projectOption, reconcileText, type ProjectOptions } from "./reconcile.ts";

export function renderCommand({ terminal, answer, inContext }: CommandKit): Command {
  return newCommand(
    "render",
    "write active workflows, procedures, decisions and pitfalls into this project as commands, skills and records",
    [
      "lessons project render --dry-run --diff",
      "lessons project render",
      "lessons project render --project ../api --include-global",
    ],
  )
    .option(...projectOption)
    .option("--include-global", "also write global lessons")
    .option("--dry-run", "only show what would be written")
    .option("--diff", "show the changes in each file")
    .action(async (options: RenderOptions) => {
      const { renderAndShow } = await import("../render/render-project.ts");
      const place = await placeOf(terminal, options);
      const { includeGlobal = false, dryRun: isDryRun = false } = options;
      const { notingDisk } = await import("../render/noting-disk.ts");
      const report = await inContext(options, (context) => {
        const disk = notingDisk(context.database, place.disk);
        return renderAndShow(context, { ...place, disk, includeGlobal, isDryRun });
      });
      await answer(options, {
        type: "lessons-render",
        value: report,
        text: () => renderText(report, { ...terminal, hasDiff: options.diff === true }),
      });
    });
}

interface RenderOptions extends ProjectOptions {
  readonly includeGlobal?: boolean;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
}

interface RenderLook extends Pick<Terminal, "style" | "width"> {
  readonly hasDiff: boolean;
}

/** What was written into a project, or would be. */
export function renderText(report: RenderReport, look: RenderLook): string {
  const { steps, blocks, files, withheld, isDryRun, reconciled } = report;
  const { width } = look;
  const news = steps.filter(({ does }) => does !== "keep");
  const isNews =
    reconciled !== undefined && reconciled.archived.length + reconciled.healed.length > 0;
  return [
    isNews ? `${reconcileText(reconciled, look)}\n` : "",
    ...news.map((step) => `${stepLine(step, look)}\n`),
    ...blocks.filter(({ does }) => does !== "keep").map((block) => `${blockLine(block, look)}\n`),
    ...withheld.map(
      ({ slug, field }) =>
        `${hang("  held back", `${field} of ${slug} looks like it has a secret or your name: lessons edit ${slug} ${field} "…"`, { column, width })}\n`,
    ),
    ...(look.hasDiff ? files.map((file) => diffText(file, look)) : []),
    closing(report, news.length),
    isDryRun && files.length > 0 ? "Nothing was written (--dry-run).\n" : "",
  ].join("");
}

const column = 14;

function stepLine(step: RenderStep, { style, width }: RenderLook): string {
  const { does, lesson, path, anchor, why } = step;
  const place = anchor === undefined ? path : `${path}  ${anchor}`;
  const about = why === undefined ? place : `${place}: ${why}`;
  return `${hang(`  ${words[does]}`, plainLine(about), { column, width })}\n${hang("", style("dim", lesson.summary), { column, width })}`;
}

function blockLine({ path, does, why }: BlockStep, { style, width }: RenderLook): string {
  const about = why === undefined ? path : `${path}: ${why}`;
  const what = style("dim", "the block for agents that read this file");
  return `${hang(`  ${words[does]}`, plainLine(about), { column, width })}\n${hang("", what, { column, width })}`;
}

const words: Readonly<Record<RenderStep["does"], string>> = {
  add: "new",
  change: "changed",
  remove: "removed",
  keep: "unchanged",
  "leave-edited": "yours",
  "leave-missing": "missing",
  "leave-out": "left out",
  "already-there": "there is",
  blocked: "not written",
};

function diffText(
  { path, before, after }: RenderReport["files"][number],
  { style }: RenderLook,
): string {
  const name = plainLine(path);
  const head = `--- ${before === undefined ? "/dev/null" : name}\n+++ ${after === undefined ? "/dev/null" : name}`;
  return `\n${style("bold", head)}\n${visible(lineDiff(before ?? "", after ?? ""))}`;
}

/** What is in a person's file may be anything; what a terminal would act on is shown as what it is. */
function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function closing({ files, steps, blocks, isDryRun }: RenderReport, news: number): string {
  if (steps.length + blocks.length === 0)
    return `No active lesson of this project is a workflow, procedure, decision or pitfall.\n${hints(
      [
        ["lessons review", "approve candidates"],
        ["lessons learn", "see what lessons learns here"],
        ["lessons project render --include-global", "also write global lessons"],
      ],
    )}`;
  if (files.length === 0 && news === 0)
    return `All ${steps.length + blocks.length} are up to date.\n`;
  const isNew = [...steps, ...blocks].some(({ does }) => does === "add");
  return isNew && !isDryRun ? "\nTo share them, commit the files and the manifest.\n" : "";
}
