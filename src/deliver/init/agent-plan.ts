import { dirname } from "node:path";
import type { Machine } from "../../agents/adapter.ts";
import type { DeliveryDoor } from "../../agents/delivery.ts";
import { hookFolderIn, installedLaunch, type HookSource } from "./hook-folder.ts";
import { planRegistration, planRemoval, type Registration } from "./hook-registration.ts";
import { type InstalledRecord, missingFolders } from "./installed-record.ts";
import { planOwnFiles, type PlannedOwnFile, presentOwnFiles } from "./own-files.ts";
import type { Paths } from "../../platform/paths.ts";

/** What connects an agent by files alone: hooks in a file that it shares with others, and files that are ours. */
export interface AgentPlan {
  readonly door: DeliveryDoor;
  readonly registration: Registration | undefined;
  readonly files: readonly PlannedOwnFile[];
  readonly isDone: boolean;
}

interface AgentRequest {
  readonly machine: Machine;
  readonly paths: Paths;
  readonly source: HookSource;
}

export function planAgent(
  door: DeliveryDoor,
  { machine, paths, source }: AgentRequest,
  record: InstalledRecord,
): AgentPlan {
  const hookFolder = hookFolderIn(paths);
  const launch = installedLaunch(hookFolder, source);
  const { hooksFile, ownFiles } = door.setup;
  const file = hooksFile?.file(machine);
  const registration =
    hooksFile === undefined || file === undefined
      ? undefined
      : planRegistration(file, hooksFile.table(launch), {
          edit: hooksFile.edit,
          hookFolder,
          known: record.settings.find((known) => known.file === file),
        });
  const wanted = ownFiles?.(machine, { launch, hookFolder, packageRoot: source.packageRoot }) ?? [];
  const files = planOwnFiles(wanted, recordsOf(door, record));
  const isDone =
    (registration === undefined || registration.after === registration.before.text) &&
    files.every(({ state }) => state === "same" || state === "taken");
  return { door, registration, files, isDone };
}

/** What is still there of it. */
export function planAgentRemoval(
  door: DeliveryDoor,
  { machine, paths }: Pick<AgentRequest, "machine" | "paths">,
  record: InstalledRecord,
): AgentPlan {
  const { hooksFile } = door.setup;
  const file = hooksFile?.file(machine);
  const registration =
    hooksFile === undefined || file === undefined
      ? undefined
      : planRemoval(file, {
          edit: hooksFile.edit,
          hookFolder: hookFolderIn(paths),
          known: record.settings.find((known) => known.file === file),
        });
  const isThere = registration !== undefined && registration.after !== registration.before.text;
  const files = presentOwnFiles(recordsOf(door, record));
  return {
    door,
    registration: isThere ? registration : undefined,
    files,
    isDone: !isThere && files.length === 0,
  };
}

/** Folders that come with it, the innermost first. */
export function foldersOf({ registration, files }: AgentPlan): readonly string[] {
  const fresh = files.filter(({ state }) => state === "new").map(({ path }) => path);
  const paths =
    registration?.before.text === undefined && registration?.after !== undefined
      ? [registration.before.path, ...fresh]
      : fresh;
  return [...new Set(paths.flatMap((path) => missingFolders(dirname(path))))];
}

function recordsOf({ adapter }: DeliveryDoor, { agentFiles }: InstalledRecord) {
  return agentFiles.filter(({ agent }) => agent === adapter.agent);
}
