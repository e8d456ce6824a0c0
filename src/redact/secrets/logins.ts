import { anyCase, marker, matchAt, type Found, type Rule } from "./scan.ts";
import { isCode, isPlaceholder, looksRandom, programName } from "./value.ts";

/** What a request carries in its headers to say who sends it. */
export const headerRules: readonly Rule[] = [
  {
    name: "authorization",
    kind: "credential",
    shape:
      /authorization(?:\\{0,7}["'`])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,7}["'`])?(?:[A-Za-z][\w-]{2,20}[ \t]{1,4})?([^\s"'`\\<>,;]{6,4096})/iy,
  },
  {
    name: "bearer",
    kind: "bearer-token",
    shape: /bearer[ \t]{1,4}([A-Za-z0-9_.~+/=-]{8,4096})/iy,
  },
  {
    name: "cookie",
    kind: "cookie",
    shape:
      /cookie(?:\\{0,7}["'`])?[ \t]{0,4}:[ \t]{0,4}(?:\\{0,7}["'`])?([\w.-]{1,60}=[^\n"'`\\[]{6,4096})/iy,
  },
].map(({ name, kind, shape }) => ({
  hints: anyCase(name),
  find: (text, index) => {
    const match = matchAt(shape, text, index);
    const value = match?.[1];
    if (match === undefined || value === undefined || isPlaceholder(value)) return undefined;
    if (kind !== "cookie" && !isCredential(value)) return undefined;
    const end = index + match[0].length;
    return { start: end - value.length, end, instead: marker(kind) } satisfies Found;
  },
}));

function isCredential(value: string): boolean {
  return !isCode(value) && (looksRandom(value) || isLong(value));
}

/** Base 64 can be letters only, but in both cases and not as words joined by capitals. */
function isLong(value: string): boolean {
  if (value.length < 12) return false;
  if (value.endsWith("=") || value.length >= 24) return true;
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && !programName.test(value);
}

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
    const odd = oddPassword(text, start, authority);
    if (odd !== undefined) return odd;
    const isKnown = at >= 0 || (isCut(text, index + whole.length) && looksRandom(password));
    return foundAt(start + colon + 1, password, isKnown && !login.startsWith("["), "password");
  },
};

const beforePath = /(:(?:\\?\/){2})([^\s/?#"'`<>\\]{1,512})/y;

/**
 * A password with a slash, a question mark or a hash in it ends the authority for a reader of the standard, but not for the
 * people who forgot to encode it: what goes on to an `@` and a host belongs to it. A port is no password.
 */
function oddPassword(text: string, start: number, authority: string): Found | undefined {
  const colon = authority.indexOf(":");
  const rest = matchAt(restOfUrl, text, start + authority.length)?.[0];
  if (rest === undefined || /^\d{1,5}$/.test(authority.slice(colon + 1))) return undefined;
  const at = rest.lastIndexOf("@");
  if (at < 0 || !/^[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?(?:[/?,]|$)/.test(rest.slice(at + 1)))
    return undefined;
  const from = start + colon + 1;
  return { start: from, end: start + authority.length + at, instead: marker("password") };
}

const restOfUrl = /[/?#][^\s"'`<>\\]{1,200}/y;

/** Without the `@` it could be a port, so only noise at the end of a text counts. */
function isCut(text: string, end: number): boolean {
  return end === text.length || text[end] === "…" || text.startsWith("\n…", end);
}

function foundAt(start: number, value: string, isKnown: boolean, kind: string): Found | undefined {
  if (!isKnown || value === "" || isPlaceholder(value)) return undefined;
  return { start, end: start + value.length, instead: marker(kind) };
}
