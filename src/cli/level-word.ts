import { levelOf, type Level } from "../lesson/record/level.ts";
import type { Style, StyleName } from "./terminal.ts";

/** How text is to look: in which colours, and how wide. */
export interface Look {
  readonly style: Style;
  readonly width: number;
}

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
