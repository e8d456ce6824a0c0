/**
 * The one command that a script of the JavaScript tool runs, when it runs exactly one and says it as a
 * plain string. Such a script is a shell call in other clothes. Undefined for anything cleverer.
 */
export function scriptCommand(script: string): string | undefined {
  if (script.length > longestScript) return undefined;
  const commands = [...script.matchAll(commandArgument)];
  const only = commands[0];
  if (commands.length !== 1 || only === undefined) return undefined;
  const literal = only[1] ?? "";
  if (literal.startsWith("`") && literal.includes("${")) return undefined;
  return unquoted(literal);
}

/** A string that never ends is looked for again from every beginning, so that length must be bounded. */
const longestScript = 8000;

const commandArgument =
  /\bcmd["']?\s{0,20}:\s{0,20}('(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|`(?:[^`\\]|\\[^])*`)/g;

function unquoted(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(/\\([^])/g, (_, escaped: string) => escapes[escaped] ?? escaped);
}

/** A backslash before a line break continues the line. */
const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "0": "\0",
  "\n": "",
};
