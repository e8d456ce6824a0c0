import { isWordCode, literal, marker, matchAt, runStart, type Found, type Rule } from "./scan.ts";

/**
 * Hosts that a person calls private, with everything below them, and the whole URL where one is named: its path says as much. Where
 * somebody has named some, URLs of private networks go, too; names such as `localhost` say nothing and stay.
 */
export function hostRules(hosts: readonly string[]): readonly Rule[] {
  const named = hosts.map((host) => host.trim().toLowerCase()).filter((host) => host.length >= 4);
  if (named.length === 0) return [];
  return [...named.map(namedRule), internalRule];
}

function namedRule(host: string): Rule {
  const shape = new RegExp(`${literal(host)}(?![A-Za-z0-9-]|\\.[A-Za-z0-9])(?::\\d{1,5})?`, "iy");
  return {
    hints: [
      host.slice(0, 4),
      host.slice(0, 4).toUpperCase(),
      host.charAt(0).toUpperCase() + host.slice(1, 4),
    ],
    find: (text, index, from) => {
      const match = matchAt(shape, text, index);
      if (match === undefined) return undefined;
      const start = runStart(text, index, Math.max(from, index - longestName), isHostCode);
      // `acme.dev` is named, not `notacme.dev`.
      if (start < index && text[index - 1] !== ".") return undefined;
      return wholeUrl(text, { start, end: index + match[0].length }, from);
    },
  };
}

const longestName = 120;

function isHostCode(code: number): boolean {
  return isWordCode(code) || code === 0x2d || code === 0x2e;
}

/** With what stands before the host in a URL, and its path. */
function wholeUrl(text: string, host: Pick<Found, "start" | "end">, from: number): Found {
  const before = text.slice(Math.max(from, host.start - longestName), host.start);
  const scheme = schemeBefore.exec(before)?.[0] ?? "";
  // `jo@host` names a person, too.
  const lead = scheme === "" ? (/[\w.+-]{1,64}@$/.exec(before)?.[0] ?? "") : scheme;
  const path = scheme === "" ? "" : (matchAt(urlRest, text, host.end)?.[0] ?? "");
  return {
    start: host.start - lead.length,
    end: host.end + path.length,
    instead: marker("host"),
  };
}

const schemeBefore = /[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/(?:[^\s/@"'`<>]{1,80}@)?$/;
const urlRest = /[/?#][^\s"'`<>()[\]\\]{0,500}/y;

/** An address of a private network, or a name that only resolves inside of one. */
const internalRule: Rule = {
  hints: ["://"],
  find: (text, index, from) => {
    const match = matchAt(internal, text, index);
    if (match === undefined) return undefined;
    const host = { start: index + "://".length, end: index + match[0].length };
    const start = runStart(text, index, Math.max(from, index - 20), isHostCode);
    return { ...wholeUrl(text, host, from), start };
  },
};

const internal =
  /:\/\/(?:[^\s/@"'`<>]{1,80}@)?(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2}(?::\d{1,5})?|:\/\/(?:[^\s/@"'`<>]{1,80}@)?[A-Za-z0-9.-]{1,100}\.(?:internal|intranet|corp|lan|local|private)(?![A-Za-z0-9-]|\.[A-Za-z0-9])(?::\d{1,5})?/iy;
