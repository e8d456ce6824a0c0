import {
  isWordCode,
  isWordStart,
  literal,
  matchAt,
  type Found,
  type Rule,
  marker,
  runStart,
} from "./scan.ts";
import type { Owner } from "../owner.ts";

/** The owner's home is `~`; in the homes of others, and where their names stand in paths, is `[user]`. */
export function homeRules(owner: Owner): readonly Rule[] {
  const home = owner.home.replace(/[\\/]{1,9}$/, "");
  // A service without a home has `/` or nothing; that is no place to hide.
  const own = home.length < 3 ? [] : [ownHomeRule(home)];
  return [...own, otherHomesRule(owner.userName), encodedHomesRule(owner.userName)];
}

function ownHomeRule(home: string): Rule {
  const encoded = home.replace(/[^A-Za-z0-9]/g, "-");
  // With backslashes as they are, escaped in JSON, escaped twice, and as Git's shell on Windows has them.
  const spellings = [
    home,
    ...["\\\\", "\\\\\\\\", "/"].map((slash) => home.replaceAll("\\", slash)),
  ];
  const forms = [...new Set([...spellings, encoded])];
  const shape = new RegExp(
    `(?:${forms.map(literal).join("|")})(?![A-Za-z0-9_]|[.][A-Za-z0-9_])`,
    "y",
  );
  return {
    hints: forms,
    find: (text, index, from) => {
      const form = matchAt(shape, text, index)?.[0];
      if (form === undefined || !isRoot(text, index, from)) return undefined;
      const end = index + form.length;
      if (form === encoded) return { start: index, end, instead: "-~" };
      // `/home/alice-2` is somebody else.
      return text[end] === "-" ? undefined : { start: index, end, instead: "~" };
    },
  };
}

/** Whether a path that stands here begins here, and is not the rest of a longer one. */
function isRoot(text: string, index: number, from: number): boolean {
  if (!isWordStart(text, index, from)) return false;
  return index === from || !".~-])}$".includes(text[index - 1] ?? "");
}

function otherHomesRule(userName: string): Rule {
  return {
    hints: ["/home", "/Users", "\\Users", "%2Fhome", "%2FUsers"],
    find: (text, index, from) => {
      const [whole, before = "", rest = ""] = matchAt(homeOfName, text, index) ?? [];
      if (whole === undefined) return undefined;
      const name = rest.replace(/[.-]{1,9}$/, "");
      const start = index + before.length;
      const found: Found = { start, end: start + name.length, instead: "[user]" };
      if (name === userName && !systemNames.has(name.toLowerCase())) return found;
      return isRootOfHomes(text, index, from) && isPerson(name) ? found : undefined;
    },
  };
}

const homeOfName =
  /((?:\/(?:home|Users)\\?\/|\\{1,4}Users\\{1,4}|%2F(?:home|Users)%2F))([A-Za-z0-9_][\w.-]{0,30}(?: [\w.-]{1,30})?(?=\\)|[A-Za-z0-9_][\w.-]{0,60})/y;

/** `/home/…` at the root, on a drive (`C:`), or where Windows drives are mounted (`/c`, `/mnt/c`). */
function isRootOfHomes(text: string, index: number, from: number): boolean {
  return (
    isRoot(text, index, from) ||
    /(?:^|[^\w.])(?:\/mnt)?\/[A-Za-z]$/.test(text.slice(Math.max(from, index - 8), index))
  );
}

function isPerson(name: string): boolean {
  if (!/[A-Za-z]/.test(name) || systemNames.has(name.toLowerCase())) return false;
  return !/\.(?:html?|php|[jt]sx?|css|json|md|png|svg|vue|py|rb|go)$/i.test(name);
}

/** Accounts of machines and images, and the words that examples use. */
const systemNames = new Set(
  (
    "runner runneradmin root shared public default all guest user username users you me name node " +
    "vscode ubuntu ec2-user debian centos admin administrator circleci travis jenkins gitpod coder " +
    "codespace jovyan linuxbrew app appuser www www-data nobody git postgres site wwwroot"
  ).split(" "),
);

/** `-home-alice-work`: how Claude Code names the folder of a project. */
function encodedHomesRule(userName: string): Rule {
  return {
    hints: ["-home-", "-Users-"],
    find: (text, index, from) => {
      const [whole, before = "", name = ""] = matchAt(encodedHome, text, index) ?? [];
      if (whole === undefined || systemNames.has(name.toLowerCase())) return undefined;
      const start = index + before.length;
      const isFolder = index > from && "/\\\"'`".includes(text[index - 1] ?? "");
      const isOwn = name === userName && !isWordCode(text.charCodeAt(start + name.length));
      if (!isOwn && !(isFolder && /^-[A-Za-z0-9]/.test(text.slice(start + name.length))))
        return undefined;
      return { start, end: start + name.length, instead: "[user]" };
    },
  };
}

const encodedHome = /(-(?:home|Users)-)([A-Za-z0-9]{1,40})/y;

/**
 * E-mail addresses, and the name of the machine's owner in `name@host`. What only looks like one
 * stays: `git@github.com:…`, `react@18.2.0`, `icon@2x.png`, `getty@tty1.service`.
 */
export function redactAddresses(text: string, userName: string): string {
  let kept = "";
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const found = findAddress(text, at, from, userName);
    if (found === undefined) continue;
    kept += text.slice(from, found.start) + found.instead;
    from = found.end;
  }
  return from === 0 ? text : kept + text.slice(from);
}

function findAddress(text: string, at: number, from: number, userName: string): Found | undefined {
  const start = localStart(text, at, from);
  if (start === at) return undefined;
  const local = text.slice(start, at);
  const domain = matchAt(domainShape, text, at + 1)?.[0];
  if (domain !== undefined && !nobody.test(local) && isDomain(domain)) {
    return { start, end: at + 1 + domain.length, instead: marker("email") };
  }
  const isOwner = local === userName && /^[A-Za-z]/.test(text.slice(at + 1, at + 2));
  return isOwner && !matchAt(versionTag, text, at + 1)
    ? { start, end: at, instead: "[user]" }
    : undefined;
}

/** Back over the part before the `@`, but not over an escape such as the `n` of a line break in JSON. */
function localStart(text: string, at: number, from: number): number {
  let start = runStart(text, at, Math.max(from, at - longestLocal), isLocalCode);
  while (start < at && ".+-'%".includes(text.charAt(start))) start += 1;
  if (start === from || text[start - 1] !== "\\") return start;
  return start + (matchAt(escapeRest, text, start)?.[0].length ?? 0);
}

const longestLocal = 64;
const escapeRest = /u[0-9A-Fa-f]{4}|[nrtbf](?!@)/y;

/** ASCII as the standards have it, and the letters of the alphabets of Europe. */
function isLocalCode(code: number): boolean {
  return (
    isWordCode(code) ||
    ".+-'%".includes(String.fromCharCode(code)) ||
    (code >= 0xc0 && code <= 0x24f) ||
    (code >= 0x370 && code <= 0x52f)
  );
}

const domainShape =
  /[A-Za-z0-9\u00C0-\u024F-]{1,63}(?:\.[A-Za-z0-9\u00C0-\u024F-]{1,63}){0,7}\.[A-Za-z]{2,24}(?![A-Za-z0-9_])/y;
/** Not a person: the user of a Git server, and the sender that reads nothing. */
const nobody = /^(?:git|no-?reply)$/i;
const versionTag = /(?:latest|next|beta|alpha|canary|npm|workspace|sha256|main|master|HEAD)\b/y;

function isDomain(domain: string): boolean {
  const lastLabel = domain.slice(domain.lastIndexOf(".") + 1);
  return !notTopLevel.has(lastLabel) && !/^(?:v?\d{1,5}\.\d|v\d|[1-4]x\.|-)/.test(domain);
}

const notTopLevel = new Set(
  "service socket timer target mount slice scope path png jpg jpeg gif svg webp js ts tsx jsx mjs json md py".split(
    " ",
  ),
);
