import type { Command } from "commander";
import type { CompileReport } from "../compile/compile.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { plural, section } from "../../cli/layout.ts";

export function compileCommand({ answer, wireFor }: CommandKit): Command {
  return newCommand("compile", "rebuild the hook cache (automatic when lessons change)", [
    "lessons dev compile",
    "lessons dev compile --json | jq .prefilters",
  ]).action(async (options: CommonOptions) => {
    const report = await (await wireFor(options)).compile({ isWhole: true });
    await answer(options, {
      type: "lessons-compile",
      value: report,
      text: () => compileText(report),
    });
  });
}

function compileText(report: CompileReport): string {
  const { isChanged, lessons, below, elsewhere, prefilters, blunt, skills } = report;
  const title = `${isChanged ? "Compiled" : "Already up to date:"} ${plural(lessons, "active lesson")}`;
  return section(title, [
    ...prefilters.map(
      (filter) =>
        `  ${filter.bucket.padEnd(7)}${plural(filter.lessons, "lesson")}, ${plural(filter.lines, "line")} of prefilter`,
    ),
    ...(below.length === 0
      ? []
      : [`  ${below.length} more below minConfidence or minPriority: ${below.join(", ")}`]),
    ...(elsewhere.length === 0
      ? []
      : [`  ${elsewhere.length} more for other operating systems: ${elsewhere.join(", ")}`]),
    ...(skills.length === 0 ? [] : [`  skills for ${skills.join(", ")}`]),
    ...blunt.map(
      ({ slug, buckets }) =>
        `  ${slug} starts Node at every call of its tools (${buckets.join(", ")}): add a command, path or content pattern that contains a word`,
    ),
  ]);
}
