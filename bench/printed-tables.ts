import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Runs a benchmark that prints tables, and gives back their lines, cell by cell. */
export function printedLines(script: string): readonly (readonly string[])[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, script)],
    { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr.slice(-1000)}`);
  const lines = stdout.split("\n").filter((line) => line.startsWith("| "));
  return lines.map((line) =>
    line
      .slice(1, line.lastIndexOf("|"))
      .split("|")
      .map((cell) => cell.trim()),
  );
}

/** The first of them with this name, without it. */
export function lineNamed(
  lines: readonly (readonly string[])[],
  name: string,
): readonly string[] | undefined {
  return lines.find(([first]) => first === name)?.slice(1);
}

/** `164 MB`, `0.42 ×`, `5.2 s` (as milliseconds); not a number where there is none. */
export function numberIn(cell: string | undefined): number {
  const value = Number.parseFloat(cell ?? "");
  return /\ds$|\d s$/.test(cell ?? "") ? value * 1000 : value;
}
