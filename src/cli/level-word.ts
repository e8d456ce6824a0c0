import { levelOf, type Level } from "../lesson/record/level.ts";
import { hang } from "./layout.ts";
import type { Style, StyleName } from "./terminal.ts";

/** How text is to look: in which colours, and how wide. */
export interface Look {
  readonly style: Style;
  readonly width: number;
}

/** What a lesson says, behind its level; what is said about it stands below, from the same column on. */
export function lessonHeading(
  { priority, summary }: { readonly priority: number; readonly summary: string },
  look: Look,
): string {
  const { style, width } = look;
  return hang(levelWord(priority, look), style("bold", summary), { column: headingColumn, width });
}

export const headingColumn = 10;

/** The name of a level in its colour. */
export function levelWord(priority: number, { style }: Look): string {
  const level = levelOf(priority);
  return style(levelStyles[level], level);
}

const levelStyles: Readonly<Record<Level, StyleName>> = {
  CRITICAL: "red",
  HIGH: "yellow",
  MEDIUM: "cyan",
  LOW: "dim",
};
