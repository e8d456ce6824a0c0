import type { ContextOpener } from "../../platform/context.ts";
import { findInFiles, forgetInFiles, leftInFiles } from "./forget-in-files.ts";
import { findInStore, forgetInStore, type FoundInTable } from "./forget-in-store.ts";
import type { Sought } from "./sought.ts";

/** Where it is. */
export interface ForgetPlan {
  readonly tables: readonly FoundInTable[];
  /** Relative to our home. */
  readonly files: readonly string[];
}

export interface Forgotten {
  readonly rows: number;
  readonly files: number;
  /** Files that still have it, relative to our home. */
  readonly left: readonly string[];
}

export async function planForget(
  { paths, inContext }: ContextOpener,
  sought: Sought,
): Promise<ForgetPlan> {
  const { tables } = await inContext(({ database }) => findInStore(database, sought));
  const { files } = findInFiles(paths.home, sought);
  return { tables, files };
}

/**
 * Removes it from the store first: what hooks read is made anew from it. Then from the files that are left, the copies of the store
 * among them; and looks again, at every byte.
 */
export async function forget(
  { paths, system, inContext }: ContextOpener,
  sought: Sought,
  plan: ForgetPlan,
): Promise<Forgotten> {
  const at = system.now();
  const inFiles = findInFiles(paths.home, sought);
  const rows = await inContext(({ database }) => {
    const texts = [...findInStore(database, sought).texts, ...inFiles.texts];
    return forgetInStore(database, sought, { at, files: plan.files.length, texts });
  });
  forgetInFiles(paths.home, findInFiles(paths.home, sought).files, sought, at);
  return { rows, files: plan.files.length, left: leftInFiles(paths.home, sought) };
}
