import { isWordStart, marker, matchAt, type Found, type Rule } from "./scan.ts";
import { tokenShapes } from "./tokens.ts";

/**
 * Secrets in base 64: keys as Kubernetes keeps them, and tokens and passwords that were wrapped to get through a shell. They
 * are known by what their beginning becomes; what does not begin a value cannot be known without decoding every word.
 */
export function encodedRules(redact: (text: string) => string): readonly Rule[] {
  return [
    ...wrapped.map((start): Rule => {
      const hint = encodedStart(start);
      return { hints: [hint], find: (text, index, from) => findWrapped(text, index, from, redact) };
    }),
    {
      hints: ["base64 -", "base64 --", "b64decode("],
      find: (text, index, from) => findDecoded(text, index, from, redact),
    },
  ];
}

/** What is worth wrapping: the tokens with a start of four characters or more, and what stands before secrets. */
const wrapped = [
  ...new Set([
    ...tokenShapes.flatMap(({ starts, lead }) => (lead === undefined ? starts.split(" ") : [])),
    ...'-----BEGIN|password|passwd=|PASSWORD|{"auths"|Bearer |apiVersion'.split("|"),
  ]),
].filter((start) => start.length >= 4 && /^[ -~]+$/.test(start));

/** The characters that a beginning becomes, without the last one, which depends on what follows. */
function encodedStart(start: string): string {
  return btoa(start)
    .replaceAll("=", "")
    .slice(0, Math.floor((start.length * 8) / 6));
}

const run = /[A-Za-z0-9+/]{24,16384}={0,2}/y;

function findWrapped(
  text: string,
  index: number,
  from: number,
  redact: (text: string) => string,
): Found | undefined {
  if (!isWordStart(text, index, from)) return undefined;
  const encoded = matchAt(run, text, index)?.[0];
  if (encoded === undefined || !holdsSecret(encoded, redact)) return undefined;
  return { start: index, end: index + encoded.length, instead: marker("encoded-secret") };
}

/** `echo … | base64 -d` */
function findDecoded(
  text: string,
  index: number,
  from: number,
  redact: (text: string) => string,
): Found | undefined {
  const before = text.slice(Math.max(from, index - longestDecoded), index);
  const [whole, encoded = ""] = piped.exec(before) ?? [];
  if (whole === undefined || !holdsSecret(encoded, redact)) return undefined;
  const start = index - whole.length;
  return { start, end: start + encoded.length, instead: marker("encoded-secret") };
}

const longestDecoded = 4000;
const piped = /(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{12,3900}={0,2})["']? {0,4}\| {0,4}$/;

function holdsSecret(encoded: string, redact: (text: string) => string): boolean {
  try {
    // Of a long one the beginning is enough: it is where the telling words are.
    const whole = encoded.replaceAll("=", "");
    const text = atob(
      whole.slice(0, Math.min(longestLooked, whole.length - (whole.length % 4 === 1 ? 1 : 0))),
    );
    return (
      /PRIVATE KEY/.test(text) ||
      (/^[\t\n\r -~]+$/.test(text) && redact(text).includes("[redacted:"))
    );
  } catch {
    return false;
  }
}

/** A multiple of four characters. */
const longestLooked = 2048;
