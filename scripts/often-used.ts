import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { joinPieces, type Pieces } from "./join-pieces.ts";

/** What the everyday commands are mostly called with. What these use is read at every start, so that is all that is in the file they start from. */
const calls: readonly string[] = [
  "",
  "add --summary one --mistake m --remediation r --slug one",
  "add --summary two --mistake m --remediation r --slug two --command ^git\\s+stash\\b(?!.*-u)",
  "add --summary three --mistake n --remediation r --slug three --priority 10",
  "list",
  "list one",
  "show one",
  "show two",
  "show three",
  "",
];

/** The names of the pieces that these calls load, found by calling them. */
export function oftenUsed(pieces: Pieces, entry: string, root: string): ReadonlySet<string> {
  const folder = mkdtempSync(join(tmpdir(), "lessons-build-"));
  try {
    const program = join(folder, "program.cjs");
    const loaded = join(folder, "loaded");
    const { often } = joinPieces(pieces, entry, () => true);
    writeFileSync(
      program,
      `const loaded = [];
const folder = ${JSON.stringify(join(root, "dist"))};
process.once("exit", () => require("node:fs").appendFileSync(${JSON.stringify(loaded)}, loaded.join("\\n") + "\\n"));
${often.replace("var piece=pieces[name];", "$&loaded.push(name);")}(require, folder + "/everyday.cjs", folder);`,
    );
    for (const call of calls)
      execFileSync(process.execPath, [program, ...call.split(" ").filter((word) => word !== "")], {
        cwd: folder,
        env: { HOME: folder, PATH: process.env["PATH"] },
        stdio: ["ignore", "ignore", "pipe"],
      });
    return new Set(readFileSync(loaded, "utf8").split("\n"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
