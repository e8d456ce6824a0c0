import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChangedFile } from "../lesson/journal.ts";
import { Fault } from "../platform/fault.ts";
import type { CommandKit } from "./command-kit.ts";
import type { Wiring } from "./wire.ts";

/**
 * Runs `work`, and notes for `undo` what it made of a file of ours. The work counts even where the store cannot be
 * written: whoever pauses because something is broken must be able to.
 */
export async function notingFile<Result>(
  { terminal }: Pick<CommandKit, "terminal">,
  { inJournal }: Pick<Wiring, "inJournal">,
  { root, path }: Pick<ChangedFile, "root" | "path">,
  work: () => Result,
): Promise<Result> {
  const file = join(root, path);
  const before = textIn(file);
  const result = work();
  const after = textIn(file);
  if (after === before) return result;
  await orWarn(terminal, () =>
    inJournal((database, { noteFile }) => noteFile(database, { root, path, before, after })),
  );
  return result;
}

/** Notes something for `undo`; where the store cannot be written, only a warning comes of it. */
export async function orWarn(
  terminal: CommandKit["terminal"],
  note: () => Promise<void>,
): Promise<void> {
  try {
    await note();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    terminal.note(`warning: lessons undo will not know this change: ${error.message}\n`);
  }
}

/** Null where there is none that can be read. */
function textIn(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
