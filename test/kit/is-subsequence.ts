/** Whether all of `part` is in `whole`, in its order, with anything in between. */
export function isSubsequence(part: string, whole: string): boolean {
  let found = 0;
  for (const character of whole) if (part.startsWith(character, found)) found += character.length;
  return found === part.length;
}
