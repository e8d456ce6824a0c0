import type { RenderReport, RenderStep } from "../../app/render/render-project.ts";
import { lineDiff } from "../../core/line-diff.ts";
import { hang } from "./layout.ts";
import { reconcileText } from "./reconcile-text.ts";
import type { Terminal } from "./terminal.ts";

interface RenderLook extends Pick<Terminal, "style" | "width"> {
  readonly hasDiff: boolean;
}

/** What was written into a project, or would be. */
export function renderText(report: RenderReport, look: RenderLook): string {
  const { steps, files, withheld, isDryRun, reconciled } = report;
  const { width } = look;
  const told = steps.filter(({ does }) => does !== "keep");
  const isNews =
    reconciled !== undefined && reconciled.archived.length + reconciled.healed.length > 0;
  return [
    isNews ? `${reconcileText(reconciled, look)}\n` : "",
    ...told.map((step) => `${stepLine(step, look)}\n`),
    ...withheld.map(
      ({ slug, field }) =>
        `${hang("  held back", `${slug} has what looks like a secret or your name in ${field}: lessons edit ${slug} ${field} "…"`, { column, width })}\n`,
    ),
    ...(look.hasDiff ? files.map((file) => diffText(file, look)) : []),
    closing(report, told.length, steps.length),
    isDryRun && files.length > 0 ? "Nothing was written. Without --dry-run it is.\n" : "",
  ].join("");
}

const column = 14;

function stepLine(
  { does, lesson, path, anchor }: RenderStep,
  { style, width }: RenderLook,
): string {
  const place = anchor === undefined ? path : `${path}  ${anchor}`;
  return `${hang(`  ${words[does]}`, place, { column, width })}\n${hang("", style("dim", lesson.summary), { column, width })}`;
}

const words: Readonly<Record<RenderStep["does"], string>> = {
  add: "new",
  change: "changed",
  remove: "taken away",
  keep: "unchanged",
  "leave-edited": "yours",
  "already-there": "there is",
};

function diffText(
  { path, before, after }: RenderReport["files"][number],
  { style }: RenderLook,
): string {
  const head = `--- ${before === undefined ? "/dev/null" : path}\n+++ ${after === undefined ? "/dev/null" : path}\n`;
  const body = lineDiff(before ?? "", after ?? "");
  return `\n${style("bold", head.trimEnd())}\n${body}`;
}

function closing({ files, steps }: RenderReport, told: number, all: number): string {
  if (all === 0)
    return "No active lesson of this project is a workflow, procedure, decision or pitfall.\nlessons review decides about what was found; lessons learn --status says what is being learned.\n";
  if (files.length === 0 && told === 0) return `All ${all} are as they should be.\n`;
  const count = steps.filter(({ does }) => does === "add").length;
  return count > 0 ? `\nCommit what you want to share.\n` : "";
}
