import { marker, matchAt, type Found, type Rule } from "./rule.ts";
import { isPlaceholder, looksRandom } from "./value.ts";

/** `scheme://user:password@host`, and `https://token@host`. The user stays: it is often `postgres`. */
export const urlRule: Rule = {
  hints: ["://", ":\\/"],
  find: (text, index) => {
    const [whole, before = "", authority = ""] = matchAt(beforePath, text, index) ?? [];
    if (whole === undefined) return undefined;
    const start = index + before.length;
    // The last one: people forget to encode theirs.
    const at = authority.lastIndexOf("@");
    const login = at < 0 ? authority : authority.slice(0, at);
    const colon = login.indexOf(":");
    if (at >= 0 && colon < 0) return foundAt(start, login, looksRandom(login), "token");
    if (colon < 0) return undefined;
    const password = login.slice(colon + 1);
    const isKnown = at >= 0 || (isCut(text, index + whole.length) && looksRandom(password));
    return foundAt(start + colon + 1, password, isKnown && !login.startsWith("["), "password");
  },
};

const beforePath = /(:(?:\\?\/){2})([^\s/?#"'`<>\\]{1,512})/y;

/** Without the `@` it could be a port, so only noise at the end of a text counts. */
function isCut(text: string, end: number): boolean {
  return end === text.length || text[end] === "…" || text.startsWith("\n…", end);
}

function foundAt(start: number, value: string, isKnown: boolean, kind: string): Found | undefined {
  if (!isKnown || value === "" || isPlaceholder(value)) return undefined;
  return { start, end: start + value.length, instead: marker(kind) };
}
