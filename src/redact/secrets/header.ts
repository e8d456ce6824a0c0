import { anyCase, marker, matchAt, type Found, type Rule } from "./rule.ts";
import { isCode, isPlaceholder, looksRandom, programName } from "./value.ts";

/** What a request carries in its headers to say who sends it. */
export const headerRules: readonly Rule[] = [
  {
    hints: anyCase("authorization"),
    find: (text, index) => {
      const value = valueOf(authorization, text, index);
      return value && isCredential(value.text) ? found(value, "credential") : undefined;
    },
  },
  {
    hints: anyCase("bearer"),
    find: (text, index) => {
      const value = valueOf(bearer, text, index);
      return value && isCredential(value.text) ? found(value, "bearer-token") : undefined;
    },
  },
  {
    hints: anyCase("cookie"),
    find: (text, index) => {
      const value = valueOf(cookie, text, index);
      return value && found(value, "cookie");
    },
  },
];

const authorization =
  /authorization(?:\\{0,7}["'`])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,7}["'`])?(?:(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|Bot|Negotiate)[ \t]{1,4})?(?<value>[^\s"'`\\<>,;]{6,4096})/iy;
const bearer = /bearer[ \t]{1,4}(?<value>[A-Za-z0-9_.~+/=-]{8,4096})/iy;
const cookie =
  /cookie(?:\\{0,7}["'`])?[ \t]{0,4}:[ \t]{0,4}(?:\\{0,7}["'`])?(?<value>[\w.-]{1,60}=[^\n"'`\\[]{6,4096})/iy;

interface HeaderValue {
  readonly text: string;
  readonly end: number;
}

function valueOf(shape: RegExp, text: string, index: number): HeaderValue | undefined {
  const match = matchAt(shape, text, index);
  const value = match?.groups?.["value"];
  if (match === undefined || value === undefined || isPlaceholder(value)) return undefined;
  return { text: value, end: index + match[0].length };
}

function isCredential(value: string): boolean {
  return !isCode(value) && (looksRandom(value) || isLong(value));
}

/** Base 64 can be letters only, but in both cases and not as words joined by capitals. */
function isLong(value: string): boolean {
  if (value.length < 12) return false;
  if (value.endsWith("=") || value.length >= 24) return true;
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && !programName.test(value);
}

function found({ text, end }: HeaderValue, kind: string): Found {
  return { start: end - text.length, end, instead: marker(kind) };
}
