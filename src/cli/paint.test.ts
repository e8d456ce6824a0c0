import { expect, test } from "vitest";
import { paint } from "./paint.ts";

test("colours are shades that light and dark backgrounds show, where a terminal has them", () => {
  const shown = (environment: NodeJS.ProcessEnv) =>
    (["red", "green", "yellow", "cyan"] as const).map((name) => paint(name, "x", environment));
  expect(shown({ TERM: "xterm-256color" })).toEqual([
    "\u001B[38;5;160mx\u001B[39m",
    "\u001B[38;5;28mx\u001B[39m",
    "\u001B[38;5;130mx\u001B[39m",
    "\u001B[38;5;30mx\u001B[39m",
  ]);
  expect(shown({ TERM: "linux" })).toEqual([
    "\u001B[31mx\u001B[39m",
    "\u001B[32mx\u001B[39m",
    "\u001B[33mx\u001B[39m",
    "\u001B[36mx\u001B[39m",
  ]);
});

test("law: every shade has a contrast of at least 3.8 on white and on black", () => {
  for (const name of ["red", "green", "yellow", "cyan"] as const) {
    const [, shade = ""] = /38;5;(\d+)m/u.exec(paint(name, "x", { TERM: "xterm-256color" })) ?? [];
    const light = luminance(Number(shade) - 16);
    expect(1.05 / (light + 0.05)).toBeGreaterThan(3.8);
    expect((light + 0.05) / 0.05).toBeGreaterThan(3.8);
  }
});

/** Of a cell of the colour cube, as WCAG 2 has it. */
function luminance(cell: number): number {
  const steps = [0, 95, 135, 175, 215, 255];
  const parts = [Math.floor(cell / 36), Math.floor(cell / 6) % 6, cell % 6].map((index) => {
    const part = (steps[index] ?? 0) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = parts;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
