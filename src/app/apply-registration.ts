import type { Paths } from "../system/paths.ts";
import type { System } from "../system/system.ts";
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
  return replaceSettings(before, after, { folder: backups, time });
}
