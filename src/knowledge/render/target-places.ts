import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { decisionsPath, pitfallsPath } from "../index/knowledge-index.ts";
import type { Prefix, TargetName } from "./manifest.ts";

/** Where each target writes: a file for each name, or one file of entries with numbers. */
export type TargetPlace =
  | { readonly is: "file"; readonly folder: string; readonly end: string }
  | { readonly is: "knowledge"; readonly path: string; readonly prefix: Prefix };

export const targetPlaces: Readonly<Record<TargetName, TargetPlace>> = {
  "claude-command": { is: "file", folder: deliveryDoor.projectFolders.commands, end: ".md" },
  "claude-skill": { is: "file", folder: deliveryDoor.projectFolders.skills, end: "/SKILL.md" },
  "agents-skill": { is: "file", folder: ".agents/skills/", end: "/SKILL.md" },
  decisions: { is: "knowledge", path: decisionsPath, prefix: "ADR" },
  pitfalls: { is: "knowledge", path: pitfallsPath, prefix: "PF" },
};

/** The name in the path of a file; undefined where the path is none of that target. */
export function nameIn(target: TargetName, path: string): string | undefined {
  const place = targetPlaces[target];
  if (place.is !== "file") return undefined;
  const { folder, end } = place;
  const isInside = path.startsWith(folder) && path.endsWith(end);
  return isInside ? path.slice(folder.length, path.length - end.length) : undefined;
}

/** Whether that is a place that the target would have written to. */
export function isPlaceOf(
  target: TargetName,
  path: string,
  anchor: string | undefined,
  isName: (name: string) => boolean,
): boolean {
  const place = targetPlaces[target];
  if (place.is === "file") return anchor === undefined && isName(nameIn(target, path) ?? "");
  return path === place.path && new RegExp(`^${place.prefix}-\\d{3,9}$`).test(anchor ?? "");
}
