import type { Moment } from "./moment.ts";

/**
 * The ways to write one path that globs are tested on: as given, without what stands for "here" or
 * the root in front, whole, and relative to the project and to the working directory. So
 * `src/*.ts` and `**` + `/x` find a file however the agent names it. Separators of Windows are
 * slashes; as given it stays, because in a glob a backslash is an escape.
 *
 * No forms of a path longer than any real one: globs take time with the square of it.
 */
export function pathForms(
  path: string,
  { projectRoot, workingDirectory }: Pick<Moment, "projectRoot" | "workingDirectory">,
): readonly string[] {
  if (path === "" || path.length > longestPath) return [];
  const given = slashed(path);
  const whole = isAbsolute(given) ? settled(given) : resolved(given, workingDirectory);
  const forms = new Set([path, given, withoutStart(given)]);
  if (whole !== undefined) {
    forms.add(whole);
    forms.add(withoutStart(whole));
    for (const folder of [projectRoot, workingDirectory]) {
      const inside = folder === undefined ? undefined : relativeTo(whole, settled(slashed(folder)));
      if (inside !== undefined) forms.add(inside);
    }
  }
  return [...forms].filter((form) => form !== "");
}

const longestPath = 4096;

function slashed(path: string): string {
  return path.includes("\\") ? path.replaceAll("\\", "/") : path;
}

export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || startsWithDrive(path);
}

function startsWithDrive(path: string): boolean {
  return /^[a-z]:\//iu.test(path);
}

export function resolved(path: string, folder: string | undefined): string | undefined {
  return folder === undefined ? undefined : settled(`${slashed(folder)}/${path}`);
}

/** Without `.`, `..` and doubled slashes. Nothing is above the root. */
function settled(path: string): string {
  if (!/(?:^|\/)(?:\.{0,2})(?:\/|$)/u.test(path.slice(1))) return path;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${path.startsWith("/") ? "/" : ""}${parts.join("/")}`;
}

function withoutStart(path: string): string {
  return path.replace(/^(?:[a-z]:(?=\/))?(?:\.?\/)*/iu, "");
}

/** What follows the folder; undefined for what is not inside. Drives of Windows ignore case. */
function relativeTo(path: string, folder: string): string | undefined {
  const start = folder.endsWith("/") ? folder : `${folder}/`;
  const isInside = startsWithDrive(start)
    ? path.toLowerCase().startsWith(start.toLowerCase())
    : path.startsWith(start);
  return isInside ? path.slice(start.length) : undefined;
}

/**
 * The glob for files like this one, wherever they are (Triads ADR-004): those with "version" in
 * their name stand for each other, any other file for those of the same name. It matches the path
 * that it was made from. Undefined when the path ends in no name, or in one too long for a glob.
 */
export function generalizePath(path: string): string | undefined {
  const name = path.split(/[\\/]/).findLast((part) => part !== "") ?? "";
  if (name.trim() === "" || name === "." || name === "..") return undefined;
  const [version] = /version/i.exec(name) ?? [];
  const glob =
    version === undefined ? `**/${escaped(name)}` : `**/*${version}*${escaped(extensionOf(name))}`;
  return glob.length <= longestGlob ? glob : undefined;
}

const longestGlob = 500;

/** With its dot. A leading dot hides a file and starts no extension. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot) : "";
  return /version/i.test(extension) ? "" : extension;
}

/** Names have brackets in some frameworks: `[id].tsx`, `(group)`. A `*` in a name is one character. */
function escaped(name: string): string {
  return name.replaceAll("*", "?").replaceAll(/[!"$&'()+,;<=>@[\]^`{|}~]/g, "\\$&");
}
