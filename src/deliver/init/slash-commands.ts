import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OwnFile } from "../../agents/delivery.ts";
import type { OwnFileRecord } from "./installed-record.ts";
import { type PlannedOwnFile, planOwnFiles } from "./own-files.ts";

/** The commands of the plugin as copies in the agent's folder, and copies that are no longer wanted. */
export function planSlashCommands(
  folder: string,
  packageRoot: string,
  known: readonly OwnFileRecord[],
  { isWanted }: { readonly isWanted: boolean },
): readonly PlannedOwnFile[] {
  return planOwnFiles(isWanted ? commandsOf(packageRoot, folder) : [], known);
}

function commandsOf(packageRoot: string, folder: string): readonly OwnFile[] {
  const source = join(packageRoot, "plugin", "commands");
  const names = existsSync(source) ? readdirSync(source).toSorted() : [];
  return names
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({
      path: join(folder, name),
      content: readFileSync(join(source, name), "utf8"),
    }));
}
