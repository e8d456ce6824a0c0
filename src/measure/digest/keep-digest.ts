import { statSync } from "node:fs";
import { join } from "node:path";
import type { ContextOpener } from "../../platform/context.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";

/**
 * Keeps the digest of the last session for the status line, which opens no database. It follows from the store: where
 * nothing was written since it was kept, it is as it was, and what it takes to make it is half of the program.
 */
export async function keepDigest({
  inContext,
  paths,
}: Pick<ContextOpener, "inContext" | "paths">): Promise<void> {
  const file = join(paths.home, digestFile);
  if (changedAt(file) > Math.max(changedAt(paths.database), changedAt(`${paths.database}-wal`)))
    return;
  const { lastSessionDigest } = await import("./last-session.ts");
  await inContext((context) => {
    const digest = lastSessionDigest(context);
    if (digest !== undefined) writeFileAtomically(file, [`${JSON.stringify(digest)}\n`]);
  });
}

const digestFile = "last-session.json";

/** Zero when it is not there or empty: an empty log of the store is one that nothing was written to. */
function changedAt(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined || stats.size === 0 ? 0 : stats.mtimeMs;
}
