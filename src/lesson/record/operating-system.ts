import type { Tag } from "./tag.ts";

/** As tags name it: `platform:macos`. */
export type OperatingSystem = "macos" | "linux" | "windows";

/** The system of the machine that we run on, by Node's name for it; undefined for one that no log tells. */
export function systemNamed(name: string): OperatingSystem | undefined {
  return Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
}

/** Node's names, and those that people write in tags. */
const otherNames: Readonly<Record<string, OperatingSystem>> = {
  macos: "macos",
  darwin: "macos",
  mac: "macos",
  osx: "macos",
  linux: "linux",
  wsl: "linux",
  windows: "windows",
  win: "windows",
  win32: "windows",
};

/** The system that a folder's form tells, if it does: `/workspace` may be anywhere. */
export function systemOfFolder(folder: string): OperatingSystem | undefined {
  return folderForms.find(({ form }) => form.test(folder))?.system;
}

const folderForms: readonly { readonly form: RegExp; readonly system: OperatingSystem }[] = [
  { form: /^\/(?:Users|Volumes|private)\//u, system: "macos" },
  // A drive of Windows as the Linux beside it sees it.
  { form: /^\/mnt\/[a-z](?:\/|$)/u, system: "linux" },
  { form: /^\/(?:home|root)(?:\/|$)/u, system: "linux" },
  // As Windows and as its Unix shells write a drive.
  { form: /^(?:[A-Za-z]:(?:[\\/]|$)|\/[a-z]\/Users\/)/u, system: "windows" },
];

/** Whether a lesson with these tags is for a system. A tag that names no system, such as `platform:github`, says nothing about it. */
export function isForSystem(tags: readonly Tag[], system: OperatingSystem | undefined): boolean {
  const named = systemsIn(tags);
  return named.length === 0 || system === undefined || named.includes(system);
}

/** The systems that tags name. */
export function systemsIn(tags: readonly Tag[]): readonly OperatingSystem[] {
  return tags.flatMap((tag) =>
    tag.startsWith(platform) ? (systemNamed(tag.slice(platform.length)) ?? []) : [],
  );
}

const platform = "platform:";

export function platformTag(system: OperatingSystem): Tag {
  return `${platform}${system}`;
}
