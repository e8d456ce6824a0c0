import { plainLine } from "../core/plain-text.ts";
import { closes, fenceOf } from "../core/knowledge/code-fence.ts";

/**
 * Foreign text as Markdown that stays text: it opens no heading, rule, field or comment of ours, and an agent
 * that loads the file runs nothing in it. What is in a code block stays as it is, and a block that nobody
 * closed is closed.
 */
export function guardMarkdown(text: string): string {
  let fence: string | undefined;
  const lines = text.split("\n").map((line) => {
    const mark = fenceOf(line);
    if (fence === undefined) {
      if (mark !== undefined) fence = mark;
      return guardCommand(mark === undefined ? guardLine(line) : line);
    }
    if (closes(line, fence)) fence = undefined;
    return guardCommand(line);
  });
  return (fence === undefined ? lines : [...lines, fence]).join("\n");
}

/** Foreign text on one line, for a heading or a value. */
export function guardTitle(text: string): string {
  return guardCommand(plainLine(text)).replaceAll("<!--", "\\<!--");
}

/**
 * A line as a value of a frontmatter. Claude Code takes three hyphens for the end of it wherever they are, also
 * inside of quotes, and the rest of the line for the text below.
 */
export function guardValue(line: string): string {
  return line.replace(/-{3,}/g, "—");
}

/** Text of lessons that an agent loads as it is: nothing in it is run, and no file is attached. */
export function guardPrompt(text: string): string {
  return guardArguments(guardMentions(guardCommand(text)));
}

/** Claude Code puts what a person typed behind a command in the place of `$1` and `$ARGUMENTS`, in backticks too. It takes the backslash away again. */
function guardArguments(text: string): string {
  return text.replace(/(?<!\\)\$(?=\d|ARGUMENTS\b)/g, "\\$");
}

/**
 * A text that an agent loads as a prompt or as memory, without mentions of files: Claude Code reads what stands behind
 * an @ into the conversation, whoever wrote it there. In backticks, or behind a backslash, it does not.
 */
export function guardMentions(text: string): string {
  return text.replace(/(?<![\w`\\])@/g, "\\@");
}

/** What Markdown, and whoever reads our files, would take for more than a sentence gets a backslash. */
function guardLine(line: string): string {
  return line
    .replace(/^(\s*)(?=#|-{3}|={3}|\*{3}|_{3}|- \*\*|\*\*\w+\*\*\s*$)/, "$1\\")
    .replaceAll("<!--", "\\<!--");
}

/**
 * Claude Code runs what stands in backticks behind an exclamation mark, and what stands between three backticks and
 * an exclamation mark and the next three: wherever it is in a file, also in the middle of a line.
 */
function guardCommand(text: string): string {
  return text.replace(/(?<!\\)!(?=`)/g, "\\!").replace(/(`{3})!/g, "$1 !");
}
