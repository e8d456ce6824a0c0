import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Paths } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import type { Registration } from "./hook-registration.ts";
import { replaceSettings } from "./settings-file.ts";

/** Writes a settings file when it is to change. Returns where the old one was copied to. */
export function applyRegistration(
  registration: Registration | undefined,
  { backups }: Paths,
  system: System,
): string | undefined {
  if (registration === undefined) return undefined;
  const { before, after } = registration;
  if (after === before.text) return undefined;
  const time = system.now().replaceAll(/[-:.]/g, "");
  const copy = replaceSettings(before, after, { folder: backups, time });
  if (copy !== undefined) prune(backups, basename(before.path, ".json"));
  return copy;
}

/** Old copies go. The text that `uninstall` puts back is not one of them: it is in the record. */
function prune(folder: string, name: string): void {
  const isCopy = (file: string) =>
    file.startsWith(`${name}-`) && /^\d{8}T\d+Z\.json$/.test(file.slice(name.length + 1));
  const copies = readdirSync(folder).filter(isCopy).toSorted();
  for (const file of copies.slice(0, -mostCopies)) rmSync(join(folder, file), { force: true });
}

const mostCopies = 10;
