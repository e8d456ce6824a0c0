import { isWordCode, marker, matchAt, runStart, type Found } from "./rule.ts";

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
