import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One folder for everything that the tests write, and nothing of it is left behind. */
export default function setup(): () => void {
  const root = mkdtempSync(join(tmpdir(), "lessons-tests-"));
  // The workers and the programs that tests start take it over, temporary files of their own too.
  process.env["TMPDIR"] = root;
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
}
