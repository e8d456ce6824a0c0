/**
 * Whether code may be taken from a home that `LESSONS_HOME` names: the rule of the hook (`plugin/hooks/lessons-hook`). A home that a project
 * brings along, or that is somebody else's, is used for what it stores, and nothing in it is run. Whoever works in a folder above their own
 * home has everything in the project.
 */
export function isTrustedHome(
  home: string,
  { environment = process.env, folder = workingFolder() } = {},
): boolean {
  const { statSync } = process.getBuiltinModule("node:fs");
  if (!/^(?:\/|[A-Za-z]:)/.test(home) || /[\\/]\.\.?(?:[\\/]|$)/.test(home)) return false;
  const places = [environment["CLAUDE_PROJECT_DIR"], environment["PWD"], folder];
  const { HOME = "" } = environment;
  const isBrought = places.some(
    (place) => place && !isBelow(HOME, place) && isBelow(home, projectOf(place, HOME)),
  );
  if (isBrought) return false;
  const found = statSync(home, { throwIfNoEntry: false });
  return found === undefined || process.getuid === undefined || found.uid === process.getuid();
}

/** The nearest folder with a repository, unless that has the person's own home in it. */
function projectOf(place: string, ownHome: string): string {
  const { existsSync } = process.getBuiltinModule("node:fs");
  const path = process.getBuiltinModule("node:path");
  for (let folder = place; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (isBelow(ownHome, folder)) break;
    if (existsSync(`${folder}/.git`)) return folder;
  }
  return place;
}

function isBelow(path: string, folder: string): boolean {
  const start = folder.replace(/[\\/]+$/, "");
  return path === start || path.startsWith(`${start}/`) || path.startsWith(`${start}\\`);
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return "";
  }
}
