import {
  ourStatusLine,
  statusLineIn,
  withoutStatusLine,
  withStatusLine,
} from "../../agents/claude-code/status-line.ts";
import type { Paths } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import { applyRegistration } from "./apply-registration.ts";
import { hookFolderIn } from "./hook-folder.ts";
import { splitMark } from "./hook-registration.ts";
import { readSettingsFile } from "./settings-file.ts";

/** Whose status line it is: nobody has one, ours is there, or the person's own, which is never touched. */
export type StatusLineState = "none" | "ours" | "theirs";

export function statusLineState(file: string, paths: Paths): StatusLineState {
  const command = statusLineIn(splitMark(readSettingsFile(file).text ?? "").body, file);
  if (command === undefined) return "none";
  return command === ourStatusLine(hookFolderIn(paths)) ? "ours" : "theirs";
}

/** Sets ours where there is none. Says where the file as it was has been kept. */
export function setStatusLine(file: string, paths: Paths, system: System): string | undefined {
  if (statusLineState(file, paths) !== "none") return undefined;
  const before = readSettingsFile(file);
  const { mark, body } = splitMark(before.text ?? "");
  const after = mark + withStatusLine(body, ourStatusLine(hookFolderIn(paths)), file);
  const change = { before, after, added: {}, removed: {}, record: undefined };
  return applyRegistration(change, paths, system);
}

/** The text of a settings file without the status line that is ours; undefined when nothing is left of it. */
export function withoutOurStatusLine(
  text: string | undefined,
  { file, hookFolder, wasThere }: { file: string; hookFolder: string; wasThere: boolean },
): string | undefined {
  const { mark, body } = splitMark(text ?? "");
  if (statusLineIn(body, file) !== ourStatusLine(hookFolder)) return text;
  const rest = withoutStatusLine(body, file);
  return !wasThere && /^\s*\{\s*\}\s*$/.test(rest) ? undefined : mark + rest;
}
