import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const launcher = join(import.meta.dirname, "../../plugin/hooks/lessons-hook");

/** The payloads for which the launcher's own function reads the family of this name at its second look. */
export function chosenByLauncher(
  name: string,
  payloads: readonly string[],
  shell = "dash",
): ReadonlySet<string> {
  const [choosing] =
    /^holds_sharper\(\) \{\n[\s\S]*?\n\}$/m.exec(readFileSync(launcher, "utf8")) ?? [];
  if (choosing === undefined) throw new Error("the launcher has no second look");
  const folder = mkdtempSync(join(tmpdir(), "families-"));
  try {
    writeFileSync(join(folder, name), "");
    const script = `holds() { echo yes; }
${choosing}
sharper=$1 own=
while IFS= read -r payload; do holds_sharper || echo no; done`;
    const { stdout, stderr } = spawnSync(shell, ["-c", script, shell, folder], {
      input: payloads.map((payload) => `${payload}\n`).join(""),
      encoding: "utf8",
    });
    if (stderr !== "") throw new Error(stderr);
    const answers = stdout.split("\n");
    return new Set(payloads.filter((_, at) => answers[at] === "yes"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
