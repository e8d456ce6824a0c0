import { callOf, mainCommands } from "../../shell/change/call.ts";
import { parseCommandLine, type SimpleCommand } from "../../shell/command.ts";
import { baseName } from "../../shell/word.ts";
import type { FailureStory } from "../episodes/episode.ts";
import { blameOf } from "./blame.ts";

/** What a call from the wrong directory needed: where the shell was, where the file is, or where its program works. */
export function folderFix(story: FailureStory, worked: string): string | undefined {
  if (story.fact.class !== "wrong-directory") return undefined;
  return leftBehind(story, worked) ?? otherPath(story, worked) ?? otherFolder(story, worked);
}

/** The same file in another folder: where such files are, as far as the two paths differ. */
function otherPath(story: FailureStory, worked: string): string | undefined {
  const paths = (line: string) =>
    parseCommandLine(line).commands.flatMap(({ words }) => words.slice(1).filter(isFilePath));
  const later = [...paths(worked), ...redirectedTo(worked)];
  for (const before of [...paths(story.command ?? ""), ...redirectedTo(story.command ?? "")]) {
    if (!story.headline.includes(before)) continue;
    const after = later.find((path) => path !== before && baseName(path) === baseName(before));
    const [from, to] = after === undefined ? ["", ""] : otherFolders(before, after);
    if (from !== "" && to !== "") return `Use \`${to}/\` instead of \`${from}/\`.`;
  }
  return undefined;
}

/** Relative, in a folder, and nothing that is only known when the line runs. */
function isFilePath(word: string): boolean {
  return /^(?![-/~$.])[\w.@-]{1,60}(?:\/[\w.@-]{1,60}){1,12}$/u.test(word);
}

function redirectedTo(line: string): readonly string[] {
  return [...line.matchAll(/>{1,2} {0,2}([\w.@/-]{3,200})/gu)].flatMap(([, path = ""]) =>
    isFilePath(path) ? [path] : [],
  );
}

/** Without what both end with, but with a name left on either side. */
function otherFolders(one: string, other: string): readonly [string, string] {
  const [left, right] = [one, other].map((path) => path.split("/").slice(0, -1));
  if (left === undefined || right === undefined) return ["", ""];
  while (left.length > 1 && right.length > 1 && left.at(-1) === right.at(-1)) {
    left.pop();
    right.pop();
  }
  return [left.join("/"), right.join("/")];
}

/**
 * The shell was still in the folder of an earlier call: a relative `cd` fails and the line works without it, or the line works
 * behind an absolute one.
 */
function leftBehind(story: FailureStory, worked: string): string | undefined {
  if (story.fix?.isAfterEdit === true) return undefined;
  const [before, after] = [story.command ?? "", worked].map(
    (line) => callOf(line)?.directories[0]?.value,
  );
  const isRelative = before !== undefined && !isAbsolute(before);
  // A project file that is not found may lie in another folder; a path that is not found was meant from another one.
  const isFromElsewhere =
    isRelative || (before === undefined && story.failureClass === "wrong-directory");
  const wentThere = isRelative && after === undefined;
  const cameBack = isFromElsewhere && after !== undefined && isAbsolute(after);
  return wentThere || cameBack ? stayed : undefined;
}

export const stayed =
  "Begin the line with `cd` and an absolute path: the shell stays where the last call left it.";

function isAbsolute(path: string): boolean {
  return /^(?:[\\/~$]|[A-Za-z]:)/u.test(path);
}

/** The folder that a command was run from when it worked. Only its name holds on another machine. */
function otherFolder(story: FailureStory, worked: string): string | undefined {
  const [before, after] = [story.command ?? "", worked].map((line) =>
    callOf(line)?.directories.at(-1),
  );
  const folder = after === undefined ? "" : baseName(after.value);
  if (folder === baseName(before?.value ?? "") || !/^[\w.-]{2,40}$/u.test(folder)) return undefined;
  const { command } = blameOf(story);
  const main = command === undefined || command.program === "cd" ? mainProgram(worked) : command;
  return main === undefined || !/^[\w.-]{1,30}$/u.test(main.program)
    ? undefined
    : `Run \`${main.program}\` from the folder \`${folder}\`: \`cd\` to it by its absolute path first.`;
}

function mainProgram(line: string): SimpleCommand | undefined {
  const call = callOf(line);
  return call === undefined ? undefined : mainCommands(call)[0];
}
