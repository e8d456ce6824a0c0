import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../platform/fault.ts";

/** Runs `work`; when it fails, what a person typed answer by answer is kept in a file that the fault names. */
export async function keepTyped<Result>(
  typed: unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const file = join(mkdtempSync(join(tmpdir(), "lessons-typed-")), "lesson.json");
    writeFileSync(file, `${JSON.stringify(typed, null, 2)}\n`, { mode: 0o600 });
    throw new Fault(error.code, error.message, {
      hint: `${error.hint}\n  what you typed is kept: lessons add --file ${file}`,
      cause: error,
    });
  }
}
