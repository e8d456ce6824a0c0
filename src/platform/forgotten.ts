import { pbkdf2Sync, randomBytes } from "node:crypto";
import { marker } from "../redact/secrets/scan.ts";
import { queryAll, type Database } from "./database/database.ts";

/**
 * What is known of a text that a person had us forget: enough to know it again in a log, and not the text. Its length and
 * sixteen bits find places that may be it; a slow, salted digest decides.
 */
export interface ForgottenText {
  readonly salt: string;
  readonly length: number;
  readonly mark: number;
  readonly digest: string;
}

export function forgottenTexts(database: Database): readonly ForgottenText[] {
  return queryAll<ForgottenText>(
    database,
    "SELECT salt, length, mark, digest FROM forgotten_texts",
  );
}

/** A text as it is remembered, however it is capitalised. */
export function forgottenText(text: string, salt = randomBytes(16).toString("hex")): ForgottenText {
  const folded = fold(text);
  return {
    salt,
    length: folded.length,
    mark: markOf(folded, baseOf(salt)),
    digest: digestOf(folded, salt),
  };
}

/** Takes forgotten texts out of a text, in time in proportion to its length. */
export function makeForget(forgotten: readonly ForgottenText[]): (text: string) => string {
  const known = forgotten.map((each) => ({ ...each, base: baseOf(each.salt) }));
  return (text) =>
    known.reduce(
      (rest, each) => (rest.length < each.length ? rest : withoutText(rest, each)),
      text,
    );
}

function withoutText(
  text: string,
  { salt, length, mark, digest, base }: ForgottenText & { readonly base: number },
): string {
  const folded = fold(text);
  // What leaves the window on its left counted this much.
  let power = 1;
  for (let times = 0; times < length; times += 1) power = Math.imul(power, base);
  let rolling = 0;
  let kept = "";
  let from = 0;
  for (let end = 0; end < folded.length; end += 1) {
    rolling = (Math.imul(rolling, base) + folded.charCodeAt(end)) | 0;
    const start = end + 1 - length;
    if (start > 0) rolling = (rolling - Math.imul(power, folded.charCodeAt(start - 1))) | 0;
    if (start < from || rolling >>> 16 !== mark) continue;
    if (digestOf(folded.slice(start, end + 1), salt) !== digest) continue;
    kept += text.slice(from, start) + marker("forgotten");
    from = end + 1;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** Small letters, where that leaves every place where it is. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function markOf(folded: string, base: number): number {
  let value = 0;
  for (let index = 0; index < folded.length; index += 1)
    value = (Math.imul(value, base) + folded.charCodeAt(index)) | 0;
  return value >>> 16;
}

function baseOf(salt: string): number {
  return Number.parseInt(salt.slice(0, 8), 16) | 1;
}

function digestOf(folded: string, salt: string): string {
  return pbkdf2Sync(folded, salt, rounds, 32, "sha256").toString("hex");
}

/** Half a millisecond: once in 65,536 places a scan has to ask, and whoever has the store has to guess. */
const rounds = 1000;
