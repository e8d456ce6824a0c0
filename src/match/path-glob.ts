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
