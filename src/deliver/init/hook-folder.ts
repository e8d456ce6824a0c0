import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { HookLaunch } from "../../agents/delivery.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { Fault } from "../../platform/fault.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { ensurePrivateDirectory, type Paths } from "../../platform/paths.ts";

/** A file of the folder that hooks are run from, and what is to happen to it. */
export interface PlannedFile {
  readonly path: string;
  readonly state: "new" | "changed" | "same";
  readonly write: () => void;
  /** Where a link leads to. */
  readonly target?: string;
}

export interface HookSource {
  readonly packageRoot: string;
  /** The Node that runs us. A hook is started by programs that know nothing of version managers. */
  readonly node: string;
  readonly platform: NodeJS.Platform;
}

/**
 * The hook, copied, so that it stays when a checkout is moved; beside it, where Node and the whole
 * program are. On Windows links need a right that few users have, and the hook is started by Node itself.
 */
export function planHookFolder(folder: string, source: HookSource): readonly PlannedFile[] {
  const program = join(source.packageRoot, "dist", "lessons.js");
  if (!existsSync(program)) throw notBuilt(program);
  const hooks = join(source.packageRoot, "plugin", "hooks");
  const copies = hookFiles(hooks).map((name) =>
    copy(join(hooks, name), join(folder, name), name === hookLauncher ? 0o700 : 0o600),
  );
  const skill = copy(
    join(source.packageRoot, "plugin", "skills", knowledgeSkill, "SKILL.md"),
    join(knowledgeSkillIn(folder), "SKILL.md"),
    0o600,
  );
  if (source.platform === "win32") return [...copies, skill];
  const links = [
    link(source.node, join(folder, "node")),
    link(program, join(folder, "lessons.js")),
  ];
  return [...copies, skill, ...links];
}

/** How agents look up what is on record in a project. The plugin brings it, too. */
export const knowledgeSkill = "apply-knowledge";

export function knowledgeSkillIn(hookFolder: string): string {
  return join(hookFolder, knowledgeSkill);
}

/** The launcher and the bundles that it starts. The other file there is what only a plugin needs. */
function hookFiles(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const bundles = names.filter((name) => name.endsWith(".cjs"));
  if (bundles.length === 0) throw notBuilt(join(folder, "lessons-hook.cjs"));
  return [hookLauncher, ...bundles];
}

/** The hook as it is installed in a folder: a shell starts faster than Node, but Windows has none. */
export function installedLaunch(
  folder: string,
  { platform, node }: Pick<HookSource, "platform" | "node">,
): HookLaunch {
  if (platform !== "win32") return () => ({ command: join(folder, hookLauncher), args: [] });
  return (event) => {
    return { command: node, args: [join(folder, bundleOf(event))] };
  };
}

function bundleOf(event: string): string {
  if (event === "PreToolUse") return "lessons-hook.cjs";
  return event.startsWith("PostTool") ? "lessons-result.cjs" : "lessons-session.cjs";
}

const hookLauncher = "lessons-hook";

export function hookFolderIn({ home }: Pick<Paths, "home">): string {
  return join(home, "hook");
}

export function writeHookFolder(folder: string, files: readonly PlannedFile[]): void {
  ensurePrivateDirectory(folder);
  for (const { path, state, write } of files) {
    try {
      if (state !== "same") write();
    } catch (error) {
      throw error instanceof Fault ? error : fileFault(error, "write", path);
    }
  }
}

function copy(from: string, path: string, mode: number): PlannedFile {
  if (!existsSync(from)) throw notBuilt(from);
  const content = readFileSync(from, "utf8");
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isSame =
    found?.isFile() === true &&
    (found.mode & 0o777) === mode &&
    readFileSync(path, "utf8") === content;
  const write = () => {
    if (found !== undefined && !found.isFile()) rmSync(path, { recursive: true });
    ensurePrivateDirectory(dirname(path));
    writeFileAtomically(path, content, { mode });
    if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
  };
  return { path, state: stateOf(found, isSame), write };
}

function link(target: string, path: string): PlannedFile {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isSame = found?.isSymbolicLink() === true && readlinkSync(path) === target;
  const write = () => {
    rmSync(path, { force: true, recursive: true });
    symlinkSync(target, path);
  };
  return { path, state: stateOf(found, isSame), write, target };
}

function stateOf(found: object | undefined, isSame: boolean): PlannedFile["state"] {
  if (found === undefined) return "new";
  return isSame ? "same" : "changed";
}

function notBuilt(file: string): Fault {
  return new Fault("file-unreadable", `${file} is missing; nothing was changed`, {
    hint: "in a checkout: npm ci && npm run build; otherwise install lessons again",
  });
}
