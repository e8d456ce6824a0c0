import { statSync } from "node:fs";
import { join } from "node:path";
import { walkFiles } from "../system/walk-files.ts";
import type { Adapter, LogPlace, Machine } from "./adapter.ts";

/** The session logs of one agent on this machine. */
export interface FoundLogs {
  readonly agent: string;
  readonly title: string;
  readonly folders: readonly string[];
  readonly files: number;
  readonly bytes: number;
  /** Places that exist but could not be read, in words. */
  readonly unreadable: readonly string[];
}

/** Looks where the agent keeps its logs. A place that is not there is not an error; one that cannot be read is said. */
export function findLogs(adapter: Adapter, machine: Machine): FoundLogs {
  const places = adapter.logPlaces(machine).map(lookAt);
  const total = (count: (place: Look) => number) =>
    places.reduce((sum, place) => sum + count(place), 0);
  return {
    agent: adapter.agent,
    title: adapter.title,
    folders: places.filter((place) => place.files > 0).map((place) => place.folder),
    files: total((place) => place.files),
    bytes: total((place) => place.bytes),
    unreadable: places.flatMap((place) => place.unreadable),
  };
}

interface Look {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly unreadable: readonly string[];
}

function lookAt({ folder, isLog }: LogPlace): Look {
  const { files, unreadable } = walkFiles(folder);
  const logs = files.filter(isLog);
  const sizes = logs.map(
    (path) => statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0,
  );
  return {
    folder,
    files: logs.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    unreadable,
  };
}
