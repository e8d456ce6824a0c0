import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { sha256 } from "../../platform/hash.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";
import type { CommandRecord } from "./installed-record.ts";

/** A file in the folder of the user's slash commands, and what is to happen to it. */
export interface SlashCommand {
  readonly path: string;
  /** `taken`: somebody else wrote it, or changed ours; it stays. `stale`: ours, and of no use any more. */
  readonly state: "new" | "changed" | "same" | "taken" | "stale";
  readonly content: string;
}

/** The commands of the plugin as copies in the agent's folder, and copies that are no longer wanted. */
export function planSlashCommands(
  folder: string,
  packageRoot: string,
  known: readonly CommandRecord[],
  { isWanted }: { readonly isWanted: boolean },
): readonly SlashCommand[] {
  const ours = ownSlashCommands(known);
  const wanted = isWanted ? commandsOf(packageRoot, folder) : [];
  const stale = ours.filter(({ path }) => !wanted.some((command) => command.path === path));
  return [
    ...wanted.map(({ path, content }) => {
      const own = ours.find((command) => command.path === path);
      return { path, content, state: stateOf(path, content, own) };
    }),
    ...stale,
  ];
}

/** Those that are there as we wrote them. */
export function ownSlashCommands(known: readonly CommandRecord[]): readonly SlashCommand[] {
  const paths = [...new Set(known.map(({ path }) => path))];
  return paths.flatMap((path) => {
    const content = contentOf(path);
    const isOurs = known.some(
      (record) => record.path === path && content !== undefined && record.hash === sha256(content),
    );
    return isOurs && content !== undefined ? [{ path, content, state: "stale" as const }] : [];
  });
}

export function applySlashCommands(commands: readonly SlashCommand[]): void {
  for (const { path, state, content } of commands) {
    try {
      if (state === "stale") rmSync(path, { force: true });
      if (state !== "new" && state !== "changed") continue;
      ensurePrivateDirectory(dirname(path));
      writeFileAtomically(path, content);
    } catch (error) {
      throw fileFault(error, "write", path);
    }
  }
}

/**
 * What to remember of them before they are written. One that changes is ours before and after: whoever is stopped in
 * between finds either.
 */
export function slashCommandRecords(
  commands: readonly SlashCommand[],
  known: readonly CommandRecord[],
): readonly CommandRecord[] {
  return commands.flatMap(({ path, state, content }) => {
    if (state === "taken") return [];
    const before = state === "changed" ? known.filter((record) => record.path === path) : [];
    return [...before, { path, hash: sha256(content) }];
  });
}

function commandsOf(packageRoot: string, folder: string) {
  const source = join(packageRoot, "plugin", "commands");
  const names = existsSync(source) ? readdirSync(source).toSorted() : [];
  return names
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({
      path: join(folder, name),
      content: readFileSync(join(source, name), "utf8"),
    }));
}

function stateOf(
  path: string,
  content: string,
  own: SlashCommand | undefined,
): SlashCommand["state"] {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return "new";
  if (contentOf(path) === content) return "same";
  return own === undefined ? "taken" : "changed";
}

/** Undefined for what is no file of its own: a link leads to something that is not ours. */
function contentOf(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
    ? readFileSync(path, "utf8")
    : undefined;
}
