import { join } from "node:path";
import { parseInstant } from "../platform/instant.ts";
import type { Instant } from "../lesson/record/lesson.ts";
import { plainLine } from "../redact/plain-text.ts";
import { fileTail } from "../platform/files/read-text-file.ts";

/** What the hook noted last about something that went wrong. */
export interface HookTrouble {
  readonly at: Instant;
  readonly text: string;
}

/** The last line of its log, if it is newer than `since`. */
export function hookTrouble(home: string, since: Instant): HookTrouble | undefined {
  const last =
    fileTail(join(home, "log", "hook.log"), 8192)
      .trimEnd()
      .split("\n")
      .at(-1) ?? "";
  const space = last.indexOf(" ");
  const at = parseInstant(last.slice(0, Math.max(space, 0)));
  return at === undefined || at < since ? undefined : { at, text: plainLine(last.slice(space)) };
}
