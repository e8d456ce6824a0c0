import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { hookFolderIn, planHookFolder } from "../../deliver/init/hook-folder.ts";
import { readSettingsFile } from "../../deliver/init/settings-file.ts";
import { Fault } from "../../platform/fault.ts";
import { projectFileProblem } from "../../platform/project/project-file.ts";
import { queryAll } from "../../platform/database/database.ts";
import { counted, named } from "./finding.ts";
import type { Check, Checkup, Examined, Found, OpenStore } from "./finding.ts";

/** What only matters when somebody means harm: `lessons doctor --security`. Modes and owners are looked at in any case. */
export function securityChecks(workingDirectory: string): readonly Check[] {
  return [
    { area: "home", name: "links", look: checkLinks },
    { area: "home", name: "above", look: checkAbove },
    { area: "hook", name: "trusted-node", look: checkTrustedNode },
    { area: "hook", name: "hook-contents", look: checkHookContents },
    { area: "hook", name: "grants", look: checkGrants },
    { area: "home", name: "project-files", look: () => checkProjectFiles(workingDirectory) },
    { area: "lessons", name: "shared", lookInside: checkShared },
  ];
}

/** A link in our home leads our writing elsewhere. The two of the hook are looked at on their own. */
function checkLinks({ paths: { home } }: Checkup): Examined {
  if (!existsSync(home)) return undefined;
  const links = linksBelow(home).filter(
    (path) => !isInside(path, home) && !isOwnLink(relative(home, path)),
  );
  if (links.length === 0) return "no link leads out of the lessons folder";
  return {
    severity: "warning",
    text: `${counted(links.length, "link leads", "links lead")} out of the lessons folder: ${named(links.map((path) => relative(home, path)))}`,
    hint: "remove any link that you did not create",
  };
}

/** Not `recursive`, which goes on behind links: one may lead to the whole disk. */
function linksBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [path];
    return entry.isDirectory() ? linksBelow(path) : [];
  });
}

function isOwnLink(path: string): boolean {
  return path === join("hook", "node") || path === join("hook", "lessons.js");
}

function isInside(link: string, home: string): boolean {
  try {
    return realpathSync(link).startsWith(realpathSync(home) + sep);
  } catch {
    // What is not there yet would be made there.
    return resolve(dirname(link), readlinkSync(link)).startsWith(home + sep);
  }
}

/** Whoever may write to a folder above ours may put another in its place. */
function checkAbove({ paths: { home }, source }: Checkup): Examined {
  if (source.platform === "win32") return undefined;
  const open = foldersAbove(home).filter(isReplaceable);
  if (open.length === 0) return undefined;
  return {
    severity: "warning",
    text: `other users can replace the lessons folder: they can write to ${named(open)}`,
    hint: `chmod go-w ${open[0] ?? ""}, or set LESSONS_HOME to another folder`,
  };
}

function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...foldersAbove(parent)];
}

/** The sticky bit, as /tmp has it, lets nobody take away what is not theirs. */
function isReplaceable(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const isOpen = (found.mode & 0o022) !== 0 && (found.mode & 0o1000) === 0;
  return isOpen || ![0, process.getuid?.()].includes(found.uid);
}

/** The program that every hook starts: where the recorded link leads, and who may change it. */
function checkTrustedNode({ paths, source }: Checkup): Examined {
  const link = join(hookFolderIn(paths), "node");
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found === undefined || source.platform === "win32") return undefined;
  const hint = "to record your current Node: lessons init";
  if (!found.isSymbolicLink())
    return {
      severity: "warning",
      text: `${link} is a program, not the link that lessons init creates`,
      hint,
    };
  const target = readlinkSync(link);
  const program = statSync(link, { throwIfNoEntry: false });
  if (program === undefined) return undefined;
  const isOpen = (program.mode & 0o022) !== 0;
  const isForeign = ![0, process.getuid?.()].includes(program.uid);
  const open = foldersAbove(target).find(isReplaceable);
  if (!isOpen && !isForeign && open === undefined) return `hooks start ${target}`;
  return {
    severity: "warning",
    text: `other users can replace the Node that hooks start: ${open ?? target}`,
    hint,
  };
}

/** Whether what the agent starts is, byte for byte, what this version brings. */
function checkHookContents({ paths, source }: Checkup): Examined {
  const folder = hookFolderIn(paths);
  if (!existsSync(folder)) return undefined;
  const changed = planHookFolder(folder, source).filter(({ state }) => state === "changed");
  const names = changed.map(({ path }) => relative(folder, path));
  if (names.length === 0) return "the hook files match this version";
  return {
    severity: "warning",
    text: `${counted(names.length, "hook file differs", "hook files differ")} from this version: ${named(names)}`,
    hint: "check them if you did not change them; to replace them: lessons doctor --fix",
  };
}

/** What the agent may run of ours without asking. */
function checkGrants({ machine }: Checkup): Examined {
  const file = deliveryDoor.settings.file(machine);
  const granted = grantsIn(file);
  if (granted === undefined || granted.length === 0) return undefined;
  return {
    severity: "warning",
    text: `${file} lets the agent run lessons commands without asking: ${named(granted)}`,
    hint: "remove the rule, or limit it to read-only commands such as lessons list",
  };
}

function grantsIn(file: string): readonly string[] | undefined {
  try {
    return deliveryDoor.settings.wideGrants(readSettingsFile(file).text ?? "", file);
  } catch (error) {
    // The registration says what is wrong with it.
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** The files of this project that we would read, and those of them that we do not trust. */
function checkProjectFiles(folder: string): Examined {
  const names = [".lessons/config.json", ".lessons/reviews.db", ".memory/.learning-manifest.json"];
  const problems = names.flatMap((name) => {
    const problem = existsSync(join(folder, name)) ? projectFileProblem(folder, name) : undefined;
    return problem === undefined ? [] : [`${name} ${problem}`];
  });
  if (problems.length === 0) return undefined;
  const found: Found = {
    severity: "warning",
    text: `lessons ignores files of this project: ${named(problems)}`,
    hint: "find out who added them before you work here",
  };
  return found;
}

/** Active lessons whose words came from a file of a project. */
function checkShared({ context: { database } }: OpenStore): Examined {
  const rows = queryAll<{ readonly slug: string }>(
    database,
    `SELECT DISTINCT lessons.slug FROM project_files JOIN lessons ON lessons.number = project_files.lesson
     WHERE project_files.is_written = 0 AND lessons.status = 'active' ORDER BY lessons.slug`,
  );
  if (rows.length === 0) return undefined;
  const slugs = rows.map(({ slug }) => slug);
  return {
    severity: "note",
    text: `${counted(slugs.length, "active lesson comes", "active lessons come")} from another author in a project: ${named(slugs)}`,
    hint: "to read one: lessons show <slug>",
    slugs,
  };
}
