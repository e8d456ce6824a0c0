/**
 * What a command text begins with, up to the first character that is no letter, digit or `_`, in
 * small letters. Not the whole program: `^git\b` also matches `git-lfs`, so both have the head
 * `git`. Empty for `./run`.
 */
export function leadingWord(text: string): string {
  return (/^\w*/.exec(text)?.[0] ?? "").toLowerCase();
}
