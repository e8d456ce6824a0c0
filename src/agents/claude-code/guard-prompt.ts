// What Claude Code does with the text of a command, a skill or a memory file when it loads it, each seen with the
// real program; and how foreign text is written so that it stays text.

/** Text that is loaded as it is: nothing in it is run, no file is attached, nothing that a person types gets into it. */
export function guardPrompt(text: string): string {
  return guardArguments(guardMentions(guardCommands(text)));
}

/**
 * What stands in backticks behind an exclamation mark is run, and what stands between three backticks and an
 * exclamation mark and the next three: wherever it is in a file, also in the middle of a line.
 */
export function guardCommands(text: string): string {
  return text.replace(/(?<!\\)!(?=`)/g, "\\!").replace(/(`{3})!/g, "$1 !");
}

/**
 * The file behind an @ is read into the conversation, whoever wrote it there, also where another file is imported.
 * In backticks, or behind a backslash, it is not.
 */
export function guardMentions(text: string): string {
  return text.replace(/(?<![\w`\\])@/g, "\\@");
}

/**
 * A line as a value of a frontmatter. Three hyphens end it wherever they are, also inside of quotes, and the rest of the line
 * is taken for the text below.
 */
export function guardValue(line: string): string {
  return line.replace(/-{3,}/g, "—");
}

/** What a person typed behind a command takes the place of `$1` and `$ARGUMENTS`, in backticks too. The backslash is taken away again. */
function guardArguments(text: string): string {
  return text.replace(/(?<!\\)\$(?=\d|ARGUMENTS\b)/g, "\\$");
}
