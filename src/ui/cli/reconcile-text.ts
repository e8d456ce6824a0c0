import type { ReconcileReport } from "../../app/render/reconcile-project.ts";
import { hang, plural } from "./layout.ts";
import type { Terminal } from "./terminal.ts";

/** What became of what was rendered into a project. */
export function reconcileText(
  { archived, edited, unchanged, healed }: ReconcileReport,
  { width }: Pick<Terminal, "width">,
): string {
  const lines = [
    ...archived.map(({ slug, path, anchor }) =>
      hang(
        "  archived",
        `${slug}: ${anchor ?? path} was deleted. lessons restore ${slug} brings it back`,
        { column, width },
      ),
    ),
    ...edited.map(({ path, anchor }) =>
      hang("  yours", `${anchor ?? path} was edited: it is left alone`, { column, width }),
    ),
    ...healed.map(({ path, anchor }) =>
      hang("  healed", `${anchor ?? path} was written and not noted`, { column, width }),
    ),
  ];
  const counts = `${plural(unchanged, "artifact")} unchanged, ${edited.length} edited, ${archived.length} deleted, ${healed.length} healed\n`;
  return [...lines.map((line) => `${line}\n`), counts].join("");
}

const column = 12;
