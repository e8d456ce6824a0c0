import { asTyped } from "./as-typed.ts";
import { atTop, type CommandEntry, type CommandGroup } from "./command-table.ts";
import type { Terminal } from "./terminal.ts";

/** What there is, on one screen of 80 × 24: the everyday commands with a line each, the others beside each other. */
export function shortHelp({ style, calledAs }: Pick<Terminal, "style" | "calledAs">): string {
  const of = (group: CommandGroup) => atTop.filter((entry) => entry.group === group);
  const name = (text: string, width: number) => style("cyan", text.padEnd(width));
  const everyday = [
    `  ${name("(no command)", longName)}Mistakes, what needs you, and the next step.`,
    ...of("everyday").map((entry) => `  ${name(called(entry), longName)}${entry.about}`),
  ];
  const sometimes = of("sometimes");
  const half = Math.ceil(sometimes.length / 2);
  const cell = ({ name: typed, about }: CommandEntry) => `${name(typed, shortName)}${about}`;
  const pairs = sometimes.slice(0, half).map((left, index) => {
    const right = sometimes[index + half];
    const gap = " ".repeat(Math.max(columnWidth - shortName - left.about.length, 1));
    return `  ${cell(left)}${right === undefined ? "" : `${gap}${cell(right)}`}`;
  });
  const more = of("more").map(({ name: typed }) => typed);
  return [
    "lessons: stops your coding agents from repeating mistakes.",
    style("bold", "Everyday"),
    ...everyday,
    style("bold", "Sometimes"),
    ...pairs,
    `${style("bold", "More")}  ${style("cyan", more.join(" "))}`,
    style("dim", asTyped(calledAs === undefined ? hint : shortHint, calledAs)),
    "",
  ].join("\n");
}

const shortHint = "Help for one: lessons help review";
const hint = `${shortHint} · for hook developers: lessons help dev`;

const longName = 26;
const shortName = 10;
const columnWidth = 40;

function called({ name, takes }: CommandEntry): string {
  return takes === undefined ? name : `${name} ${takes}`;
}
