import { chmodSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { Fault } from "../../platform/fault.ts";
import { errorCode, fileFault } from "../../platform/files/file-fault.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";

/** A settings file of an agent as it is; without text when there is none. */
export interface SettingsFile {
  readonly path: string;
  readonly text: string | undefined;
}

export function readSettingsFile(path: string): SettingsFile {
  try {
    // A text that is not UTF-8 could not be written back as it was.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      readFileSync(path),
    );
    return { path, text };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return { path, text: undefined };
    if (errorCode(error) !== "ERR_ENCODING_INVALID_ENCODED_DATA") {
      throw fileFault(error, "read", path);
    }
    throw new Fault("bad-config", `${path} is not UTF-8 text; nothing was changed`, {
      hint: "save it as UTF-8, then run the command again",
      cause: error,
    });
  }
}

/**
 * Puts `after` in the place of what was read, or removes the file when there is to be none. What was
 * there is copied to `backup` first. Refused when somebody has changed the file in between.
 */
export function replaceSettings(
  before: SettingsFile,
  after: string | undefined,
  backup: { readonly folder: string; readonly time: string },
): string | undefined {
  const { path, text } = before;
  if (readSettingsFile(path).text !== text) {
    throw new Fault("bad-config", `${path} changed in the meantime; lessons left it alone`, {
      hint: "run the command again",
    });
  }
  const copy = text === undefined ? undefined : keepCopy(path, text, backup);
  if (after === undefined) rmSync(path, { force: true });
  else writeLike(path, after);
  return copy;
}

function keepCopy(
  path: string,
  text: string,
  { folder, time }: { readonly folder: string; readonly time: string },
): string {
  ensurePrivateDirectory(folder);
  const copy = join(folder, `${basename(path, ".json")}-${time}.json`);
  writeFileAtomically(copy, text);
  return copy;
}

/** With the permissions that the file has: an agent's own, or the user's choice. */
function writeLike(path: string, text: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) ensurePrivateDirectory(dirname(path));
  writeFileAtomically(path, text, { mode: (mode ?? 0o600) & 0o777 });
  // What is asked for at creation is narrowed by the umask.
  if (mode !== undefined && statSync(path).mode !== mode) chmodSync(path, mode & 0o777);
}
