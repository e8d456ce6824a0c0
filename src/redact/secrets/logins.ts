import { anyCase, marker, matchAt, type Found, type Rule } from "./scan.ts";
import {
  isCode,
  isPlaceholder,
  looksRandom,
  programName,
  readQuoted,
  readUnquoted,
} from "./value.ts";

/** What a request carries in its headers to say who sends it. */
export const headerRules: readonly Rule[] = [
  {
    name: "authorization",
    kind: "credential",
    shape:
      /authorization(?:\\{0,7}["'`])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,7}["'`])?(?:(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|Bot|Negotiate)[ \t]{1,4})?([^\s"'`\\<>,;]{6,4096})/iy,
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

/**
 * Options whose name does not say it: only after certain programs is `-p` or `-u` a password. The shape is all that
 * stands before the password, from the hint on; the programs stand before it in the command.
 */
export const optionRules: readonly Rule[] = [
  // A blank after `-p` means that mysql asks for the password; the next word is the database.
  { hint: " -p", shape: / -p(?=[^ \t-])/y, programs: /\b(?:mysql\w*|mariadb\w*|sshpass)\b/ },
  {
    hint: " -p",
    shape: / -p (?=[^-])/y,
    programs: /\b(?:sshpass|(?:docker|podman|helm|az|oc) .{0,60}\blogin)\b/,
  },
  { hint: " -a", shape: / -a /y, programs: /\bredis-cli\b/ },
  { hint: " -a", shape: / -a ?["']?[\w.@+-]{1,100}:/y, programs: /\bhttps?\b/ },
  { hint: " -w", shape: / -w /y, programs: /\bldap\w+\b/ },
  { hint: " -u", shape: / -u ?["']?[\w.@+-]{0,100}:/y, programs: /\bcurl\b/ },
  { hint: " --user", shape: / --user[ =]["']?[\w.@+-]{0,100}:/y, programs: /\bcurl\b/ },
  { hint: " -U", shape: / -U ?["']?[\w.\\-]{1,100}%/y, programs: /\bsmb\w+\b/ },
  { hint: " pass:", shape: / pass:/y, programs: /-pass(?:in|out)?$/ },
  { hint: "IDENTIFIED BY", shape: /identified by /iy, programs: /./ },
  { hint: "identified by", shape: /identified by /iy, programs: /./ },
].map(({ hint, shape, programs }) => ({
  hints: [hint],
  find: (text, index, from) => {
    const match = matchAt(shape, text, index);
    if (match === undefined || !programs.test(commandBefore(text, index, from))) return undefined;
    const start = index + match[0].length;
    const value = readQuoted(text, start) ?? readUnquoted(text, start, "password");
    if (value === undefined || value.content.length < 3 || isPlaceholder(value.content)) {
      return undefined;
    }
    return { start: value.start, end: value.end, instead: marker("password") } satisfies Found;
  },
}));

/** The command as far as it is written, without those before it. */
function commandBefore(text: string, index: number, from: number): string {
  // A line break may be written as its escape, which would stick to the name of the program.
  const line = text.slice(Math.max(from, index - 300), index).replaceAll(/\\[nrt]/g, "\n");
  return line.slice(1 + Math.max(...["\n", "|", ";", "&"].map((end) => line.lastIndexOf(end))));
}
