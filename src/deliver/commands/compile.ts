import type { Command } from "commander";
import type { CompileReport } from "../compile/compile.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { plural } from "../../cli/layout.ts";

export function compileCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand("compile", "make what the hooks read; changes of lessons do it by themselves", [
    "lessons compile",
    "lessons compile --json | jq .prefilters",
  ])
    .alias("build")
    .action(async (options: CommonOptions) => {
      const report = await (await wireFor(options)).compile();
      if (options.json === true) return terminal.write(jsonText("lessons-compile", report));
      terminal.write(compileText(report));
    });
}

function compileText(report: CompileReport): string {
  const { isChanged, lessons, below, prefilters, blunt, skills } = report;
  const lines = [
    `${isChanged ? "Compiled" : "Nothing changed for"} ${plural(lessons, "active lesson")}`,
    ...prefilters.map(
      (filter) =>
        `  ${filter.bucket.padEnd(7)}${plural(filter.lessons, "lesson")}, ${plural(filter.lines, "line")} of prefilter`,
    ),
  ];
  if (below.length > 0) {
    lines.push(`  ${below.length} more below minConfidence or minPriority: ${below.join(", ")}`);
  }
  if (skills.length > 0) lines.push(`  skills for ${skills.join(", ")}`);
  for (const { slug, buckets } of blunt) {
    lines.push(
      `  ${slug} starts Node at every call of its tools (${buckets.join(", ")}): give it a command, path or content pattern with a word in it`,
    );
  }
  return `${lines.join("\n")}\n`;
}
