import type { StyleName } from "./terminal.ts";

/**
 * A text in a style. The eight named colours belong to the theme, and its yellow, green and cyan are mostly too light for a white background;
 * of the 256, these four shades can be read on both: their contrast on white and on black is about four to one, or better.
 */
export function paint(format: StyleName, text: string, environment: NodeJS.ProcessEnv): string {
  const { from, to, shade } = styles[format];
  const code = shade !== undefined && hasShades(environment) ? `38;5;${shade}` : from;
  return `\u001B[${code}m${text}\u001B[${to}m`;
}

function hasShades({ TERM = "", COLORTERM = "" }: NodeJS.ProcessEnv): boolean {
  return COLORTERM !== "" || /256|direct|kitty|alacritty|ghostty|wezterm|foot/u.test(TERM);
}

const styles: Readonly<
  Record<StyleName, { readonly from: number; readonly to: number; readonly shade?: number }>
> = {
  bold: { from: 1, to: 22 },
  dim: { from: 2, to: 22 },
  red: { from: 31, to: 39, shade: 160 },
  green: { from: 32, to: 39, shade: 28 },
  yellow: { from: 33, to: 39, shade: 130 },
  cyan: { from: 36, to: 39, shade: 30 },
};
