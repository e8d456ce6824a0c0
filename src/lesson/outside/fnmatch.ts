/**
 * The globs that mean what a pattern of Python's `fnmatch` means: there a `*` also takes slashes, so `*.py` finds every such file
 * below, and braces and brackets of ours are nothing but characters. Where a name may go on with folders, both are given.
 */
export function fnmatchGlobs(pattern: string): readonly string[] {
  const names = pattern.replaceAll("\\", "/").split("/");
  const parts: string[] = [];
  for (const name of names) {
    const open = escaped(name.replaceAll(/\*+/g, "*"));
    if (open === "*") parts.push("**");
    else if (open.startsWith("*")) parts.push("**", open);
    else parts.push(open);
  }
  const single = parts.filter((part, index) => part !== "**" || parts[index - 1] !== "**");
  const glob = single.join("/");
  const last = single.at(-1) ?? "";
  return last !== "**" && last.endsWith("*") ? [glob, `${glob}/**`] : [glob];
}

/** What has a meaning in our globs and none in theirs. */
function escaped(name: string): string {
  return name.replaceAll(/[{}()|+@]|^!/g, String.raw`\$&`);
}
