/** What a character of a shell line is by itself. */
export function kindOf(code: number): number {
  // Those beyond ASCII belong to words; behind the end of the line there is nothing but a blank.
  if (code >= kinds.length) return word;
  return Number.isNaN(code) ? blank : (kinds[code] ?? foreign);
}

export const foreign = 0;
export const word = 1;
export const blank = 2;
export const operator = 3;
export const redirection = 4;
export const quote = 5;
export const variable = 6;
export const comment = 7;
/** May mean other words than are written, so that quotes beside it are not simply dropped. */
export const pattern = 8;
export const escape = 9;
/** Of a substitution. */
export const closing = 10;

const kinds = kindsOf([
  [word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%^"],
  [blank, " \t"],
  [operator, "|&;\n"],
  [redirection, "<>"],
  [quote, "'\""],
  [variable, "$"],
  [comment, "#"],
  [pattern, "*?[]{}~!"],
  [escape, "\\"],
  [closing, ")"],
]);

function kindsOf(table: readonly (readonly [kind: number, characters: string])[]): Uint8Array {
  const codes = new Uint8Array(128);
  for (const [kind, characters] of table) {
    for (const character of characters) codes[character.charCodeAt(0)] = kind;
  }
  return codes;
}
