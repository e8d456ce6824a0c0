import { existsSync, lstatSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join, sep } from "node:path";
import { Fault } from "../../platform/fault.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { ensurePrivateDirectory, type Paths } from "../../platform/paths.ts";
import { hookFolderIn, knowledgeSkill, knowledgeSkillIn } from "./hook-folder.ts";
import { readInstalledRecord } from "./installed-record.ts";

/** A link from where an agent looks for skills to one of ours. */
export interface SkillLink {
  readonly path: string;
  readonly target: string;
  /** `taken`: something that is not ours has that name; it stays. `stale`: it leads nowhere any more. */
  readonly state: "new" | "same" | "taken" | "stale";
}

/** One link for each tool that has a skill, and those that have lost theirs. */
export function planSkillLinks(agentFolder: string, ownFolder: string): readonly SkillLink[] {
  const tools = existsSync(ownFolder)
    ? readdirSync(ownFolder).filter((name) => existsSync(join(ownFolder, name, "SKILL.md")))
    : [];
  const wanted = tools.toSorted().map((tool) => {
    const [path, target] = [join(agentFolder, `lessons-${tool}`), join(ownFolder, tool)];
    return { path, target, state: stateOf(path, target) };
  });
  const stale = ownLinks(agentFolder, ownFolder).filter(
    ({ path }) => !wanted.some((link) => link.path === path),
  );
  return [...wanted, ...stale];
}

/** The link to the skill about what is on record. Where the plugin brings it, ours goes. */
export function planKnowledgeLink(
  agentFolder: string,
  hookFolder: string,
  { isWanted }: { readonly isWanted: boolean },
): readonly SkillLink[] {
  const target = knowledgeSkillIn(hookFolder);
  const path = join(agentFolder, knowledgeSkill);
  const state = stateOf(path, target);
  if (isWanted) return [{ path, target, state }];
  return state === "same" ? [{ path, target, state: "stale" }] : [];
}

/** All links in the agent's folder that lead into ours. */
export function ownLinks(agentFolder: string, ownFolder: string): readonly SkillLink[] {
  const names = existsSync(agentFolder) ? readdirSync(agentFolder) : [];
  return names.toSorted().flatMap((name) => {
    const path = join(agentFolder, name);
    const target = linkTarget(path);
    return target?.startsWith(ownFolder + sep) === true ? [{ path, target, state: "stale" }] : [];
  });
}

export function applySkillLinks(agentFolder: string, links: readonly SkillLink[]): void {
  for (const { path, target, state } of links) {
    try {
      if (state === "stale") rmSync(path, { force: true });
      if (state !== "new") continue;
      ensurePrivateDirectory(agentFolder);
      symlinkSync(target, path, "junction");
    } catch (error) {
      throw fileFault(error, "link", path);
    }
  }
}

function stateOf(path: string, target: string): SkillLink["state"] {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return "new";
  return linkTarget(path) === target ? "same" : "taken";
}

function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
    ? readlinkSync(path)
    : undefined;
}

/** Where `init` was once asked to link skills, new ones are linked, and links to those that are gone go. */
export function refreshSkillLinks(paths: Pick<Paths, "home" | "skills">): void {
  for (const folder of readInstalledRecord(hookFolderIn(paths)).skillFolders) {
    // A user who has removed it wants none.
    if (!existsSync(folder)) continue;
    try {
      applySkillLinks(folder, planSkillLinks(folder, paths.skills));
    } catch (error) {
      // No lesson waits for a link, and `lessons init --skills` says what is wrong with it.
      if (!(error instanceof Fault)) throw error;
    }
  }
}
