import { parseCommandLine, type SimpleCommand } from "../../shell/command.ts";

/**
 * Whether a shell line takes back what was done: git puts files or commits back, or a file that was just
 * written is removed. `written` are the paths of files that the agent wrote in this session.
 */
export function isUndo(line: string, written: ReadonlySet<string> = noFiles): boolean {
  if (!hint.test(line)) return false;
  return parseCommandLine(line).commands.some((command) => undoes(command, written));
}

const noFiles: ReadonlySet<string> = new Set();
/** Most lines undo nothing; do not parse them. */
export const hint = /\b(?:revert|restore|reset|checkout|rm|unlink|trash)\b/u;

function undoes({ program, words }: SimpleCommand, written: ReadonlySet<string>): boolean {
  const given = words.slice(1);
  if (program === "git") return isGitUndo(given);
  if (program !== "rm" && program !== "unlink" && program !== "trash") return false;
  return given.some((word) => !word.startsWith("-") && isWritten(word, written));
}

function isGitUndo(given: readonly string[]): boolean {
  const at = given.findIndex(
    (word, index) => !word.startsWith("-") && !takesValue(given[index - 1]),
  );
  const rest = given.slice(at + 1);
  switch (given[at]) {
    case "revert":
      return true;
    case "restore":
      return !rest.includes("--staged") || rest.includes("--worktree");
    case "reset":
      return rest.some((word) => word.startsWith("--hard") || /^(?:HEAD|@)[~^]/u.test(word));
    case "checkout":
      return rest.includes("--") || rest.includes(".") || rest.some(isFileName);
    default:
      return false;
  }
}

/** `git -C path`, `git -c name=value`. */
function takesValue(word: string | undefined): boolean {
  return word === "-C" || word === "-c";
}

/** A branch seldom ends in an extension. */
function isFileName(word: string): boolean {
  return /(?:^|\/)\.?[\w-]{1,100}\.[a-z]{1,5}$|^\.\w{2,40}$/iu.test(word) && !/^v?\d/u.test(word);
}

function isWritten(word: string, written: ReadonlySet<string>): boolean {
  if (written.has(word)) return true;
  const ending = `/${word.replace(/^\.\//u, "")}`;
  for (const path of written) if (path.endsWith(ending)) return true;
  return false;
}
