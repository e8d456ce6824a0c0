import { anyCase, marker, matchAt, type Rule } from "./scan.ts";
import { isNoise } from "./value.ts";

/** Secrets that are ordinary words or numbers: recovery phrases, PINs, codes; and those that are only known by their place. */
export const spelledOutRules: readonly Rule[] = [
  {
    // The words of a wallet: 12 to 24 of them.
    hints: ["nemonic", "NEMONIC", ...anyCase("seed"), ...anyCase("recovery"), ...anyCase("wallet")],
    shape:
      /(?:nemonic|seed|recovery|wallet)[ _-]?(?:phrase|words|mnemonic)?(?:\\{0,3}["'])?\s{0,3}(?:is|[:=])\s{0,3}(?:\\{0,3}["'])?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})/iy,
    kind: "recovery-phrase",
  },
  {
    hints: ["pin ", "PIN ", "pin:", "PIN:", "Pin:", "code ", "Code ", "code:", "Code:"],
    shape: /(?:pin|code)(?: (?:is|was|ist|est|es|lautet))?[:=]? {1,3}(\d{4,8})(?![\d.,:%-])/iy,
    kind: "code",
    // An exit code, an error code and the pin of a board are none.
    before:
      /(?:\b(?:my|your|the|sim|card|door|bank|security|one-time|verification|confirmation|authentication|login|access|backup|recovery|2fa|otp|mfa|sms) )$/i,
  },
  {
    // A line of .pgpass: host:port:database:user:password.
    hints: [":5432:", ":5433:", ":6432:", ":*:*:", ":*:"],
    shape: /:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*.-]{1,60}:([^\s:"']{3,200})(?=\s|$|["'\\])/y,
    kind: "password",
    before: /(?:^|[\s"'>])[\w.*-]{1,100}$/,
  },
].map(({ hints, shape, kind, before }) => ({
  hints,
  find: (text, index) => {
    const match = matchAt(shape, text, index);
    const value = match?.[1];
    if (match === undefined || value === undefined) return undefined;
    if (before !== undefined && !before.test(text.slice(Math.max(0, index - 110), index)))
      return undefined;
    const end = index + match[0].length;
    return { start: end - value.length, end, instead: marker(kind) };
  },
}));

/** `login("jo", "…")`, `auth=("jo", "…")`, `new PDO(dsn, "jo", "…")`: what looks like noise among the arguments of a call that signs in. */
export const signInRule: Rule = {
  hints: [
    "login(",
    "Login(",
    "logIn(",
    "signIn(",
    "auth=(",
    "auth: [",
    "BasicAuth(",
    "Credential(",
    "Credentials(",
    "_connect(",
    ".connect(",
    "PDO(",
  ],
  find: (text, index) => {
    const opening = matchAt(/[\w.:= ]{3,14}[([]/y, text, index)?.[0];
    if (opening === undefined) return undefined;
    const start = index + opening.length;
    const list = matchAt(/[^()\n]{1,300}/y, text, start)?.[0] ?? "";
    for (const { 0: quoted, 1: value = "", index: at } of list.matchAll(
      /["']([^"'\s]{8,100})["']/g,
    )) {
      if (!isNoise(value)) continue;
      const from = start + at + quoted.indexOf(value);
      return { start: from, end: from + value.length, instead: marker("password") };
    }
    return undefined;
  },
};
