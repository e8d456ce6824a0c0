import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { safeName } from "../../platform/files/names.ts";

// The calls of a session that were corrected, until their results come: the agent may have run something else.

/** False when another process corrects this call already. Of a call without an id nobody can ask later. */
export function takeCall(sessionFolder: string, id: string | undefined, line: string): boolean {
  if (id === undefined) return true;
  const folder = join(sessionFolder, callsFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(join(folder, safeName(id)), line, { flag: "wx", mode: 0o600 });
  } catch {
    return false;
  }
  // The launcher looks for these in the payload of a result. Nothing else may become an expression.
  if (idShape.test(id)) appendFileSync(join(sessionFolder, idsFile), `${id}\n`, { mode: 0o600 });
  return true;
}

/** It was held instead. */
export function giveCallBack(sessionFolder: string, id: string | undefined): void {
  if (id !== undefined) rmSync(join(sessionFolder, callsFolder, safeName(id)), { force: true });
}

/** The line that a call was given, once; undefined when it was not corrected. */
export function correctedLine(sessionFolder: string, id: string): string | undefined {
  const file = join(sessionFolder, callsFolder, safeName(id));
  try {
    const line = readFileSync(file, "utf8");
    rmSync(file);
    return line;
  } catch {
    return undefined;
  }
}

const callsFolder = "fixes";
/** Read by plugin/hooks/lessons-hook. */
const idsFile = "fixed-calls";
const idShape = /^[\w-]{8,}$/;
