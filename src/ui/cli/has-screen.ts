import type { Terminal } from "./terminal.ts";

/** Whether there is a person before a screen that can be drawn on. */
export function hasScreen({ hasPipedInput, environment }: Terminal): boolean {
  const name = environment["TERM"] ?? "dumb";
  return !hasPipedInput && process.stdout.isTTY && name !== "dumb" && name !== "";
}
