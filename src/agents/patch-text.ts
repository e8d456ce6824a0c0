/** What a patch of `apply_patch`, which several agents have, names and writes, read from its text: the tool is given nothing else. */
export interface PatchText {
  readonly paths: readonly string[];
  /** The lines that it adds, without their marks. */
  readonly content: string;
  /** Every file in it is a new one. */
  readonly isAllNew: boolean;
}

export function readPatch(patch: string): PatchText {
  const paths: string[] = [];
  const added: string[] = [];
  let isAllNew = true;
  for (const line of patch.split("\n")) {
    const [, what, path] = fileLine.exec(line) ?? [];
    if (what !== undefined && path !== undefined) {
      if (paths.length < mostFiles) paths.push(path.trim());
      isAllNew &&= what === "Add File";
    } else if (line.startsWith("+")) added.push(line.slice(1));
  }
  return { paths, content: added.join("\n"), isAllNew: isAllNew && paths.length > 0 };
}

const fileLine = /^\*\*\* (Add File|Update File|Delete File|Move to): (.{1,4096})$/u;
const mostFiles = 1000;
