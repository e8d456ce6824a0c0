import { marker, matchAt, runStart, type Found, type Rule } from "./scan.ts";

/**
 * Private keys as blocks of lines: PEM, OpenSSH, PGP and PuTTY, with real or escaped line breaks. A
 * block may have lost its end to a cut, or its beginning; what is left of it goes all the same.
 */
export const keyBlockRules: readonly Rule[] = [
  { hints: ["BEGIN "], find: findFromBegin },
  { hints: ["END "], find: findFromEnd },
  { hints: ["Private-Lines:"], find: findPuttyLines },
];

const kind = "private-key";
const dashes = "-----";
const beginLine = /BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const endLine = /END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** A key of 16,384 bits has 13,000 characters. Longer ones are followed line by line. */
const blockLength = 16_384;

function findFromBegin(text: string, index: number, from: number): Found | undefined {
  const begin = matchAt(beginLine, text, index);
  const start = index - dashes.length;
  if (begin === undefined || start < from || !text.startsWith(dashes, start)) return undefined;
  const bodyStart = index + begin[0].length;
  const body = text.slice(bodyStart, bodyStart + blockLength);
  const endOffset = body.indexOf("-----END ");
  if (endOffset >= 0 && !body.slice(0, endOffset).includes("-----BEGIN ")) {
    const end = matchAt(endLine, text, bodyStart + endOffset + dashes.length);
    if (end !== undefined) {
      return { start, end: end.index + end[0].length, instead: marker(kind) };
    }
  }
  const end = endOfLines(text, bodyStart);
  return end === bodyStart ? undefined : { start, end, instead: marker(kind) };
}

function findPuttyLines(text: string, index: number): Found | undefined {
  const header = matchAt(/Private-Lines: ?\d{1,4}/y, text, index);
  if (header === undefined) return undefined;
  const start = index + header[0].length;
  const end = endOfLines(text, start);
  return end === start ? undefined : { start, end, instead: ` ${marker(kind)}` };
}

/** Where the lines of a key end: a break, what a viewer puts before a line, and 16 characters or more. */
function endOfLines(text: string, start: number): number {
  let end = matchAt(keyHeaders, text, start)?.[0].length ?? 0;
  end += start;
  for (;;) {
    const line = matchAt(keyLine, text, end) ?? matchAt(lastLine, text, end);
    if (line === undefined) return end;
    end += line[0].length;
  }
}

const lineBreak = `(?:\\s|\\\\{1,4}[nr]|["',>|:→]){1,24}(?:\\d{1,6}[→|:\\t ]{1,3})?`;
const keyHeaders =
  /(?:(?:\s|\\{1,4}[nr]){1,4}(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{1,100}){1,4}/y;
const keyLine = new RegExp(`${lineBreak}[A-Za-z0-9+/=]{16,}`, "y");
const lastLine = new RegExp(`${lineBreak}[A-Za-z0-9+/=]{1,15}(?=$|\\n?…)`, "y");

/** The end of a block whose beginning is not there: back over whatever can belong to it. */
function findFromEnd(text: string, index: number, from: number): Found | undefined {
  const end = matchAt(endLine, text, index);
  const bodyEnd = index - dashes.length;
  if (end === undefined || bodyEnd < from || !text.startsWith(dashes, bodyEnd)) return undefined;
  const start = runStart(text, bodyEnd, Math.max(from, bodyEnd - blockLength), isBlockCode);
  if (bodyEnd - start < shortestRest) return undefined;
  return { start, end: end.index + end[0].length, instead: marker(kind) };
}

/** Less than this is a break or a word before a line that is only quoted. */
const shortestRest = 12;

/** Characters of base 64, breaks and backslashes; a blank would take prose along. */
function isBlockCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x2f && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x0a ||
    code === 0x0d ||
    code === 0x2b ||
    code === 0x3d ||
    code === 0x5c
  );
}
