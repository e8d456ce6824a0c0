import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The payloads that the real grep, called as the hook's launcher calls it, lets through. */
export function passedByGrep(
  lines: readonly string[],
  payloads: readonly string[],
): ReadonlySet<string> {
  const folder = mkdtempSync(join(tmpdir(), "prefilter-"));
  try {
    const file = join(folder, "lines");
    writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
    // Records end in NUL, which no JSON has.
    const { status, stdout, stderr } = spawnSync("grep", ["-z", "-a", "-E", "-f", file], {
      input: payloads.join("\0"),
      env: { PATH: process.env["PATH"], LC_ALL: "C" },
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0 && status !== 1) throw new Error(`grep refused the lines: ${stderr}`);
    return new Set(stdout.split("\0"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
