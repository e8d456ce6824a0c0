import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { Fault } from "../fault.ts";
import { writeFileAtomically } from "../files/atomic-file.ts";
import { errorCode } from "../files/file-fault.ts";
import { FileRefused, withRegularFile } from "../files/regular-file.ts";
import { isRecord, recordsAt, textAt } from "../json/fields.ts";
import { parseJson } from "../json/parse.ts";
import { ensurePrivateDirectory } from "../paths.ts";
import type { Instant } from "../../lesson/record/lesson.ts";

/** A token that a person made so that a script may act for them. Its value is shown once and never kept. */
export interface ScriptToken {
  readonly name: string;
  readonly createdAt: Instant;
  readonly lastUsedAt?: Instant | undefined;
  /** What it was last used for: `approve lessons`. */
  readonly lastUsedFor?: string | undefined;
}

interface StoredToken extends ScriptToken {
  readonly digest: string;
}

/** Makes a token and returns its value, which nobody can find out again. */
export function createToken(home: string, name: string, now: Instant): string {
  const tokens = storedTokens(home);
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/u.test(name)) {
    throw new Fault("bad-input", `"${name}" is not a valid token name`, {
      hint: "use at most 40 lower-case letters, digits and hyphens: lessons config token create --name ci",
    });
  }
  if (tokens.some((token) => token.name === name)) {
    throw new Fault("already-there", `token ${name} already exists`, {
      hint: `choose another name, or revoke it first: lessons config token revoke ${name}`,
    });
  }
  const value = `lessons_${randomBytes(32).toString("base64url")}`;
  writeTokens(home, [...tokens, { name, digest: digestOf(value), createdAt: now }]);
  return value;
}

export function listTokens(home: string): readonly ScriptToken[] {
  return storedTokens(home).map(({ digest: _, ...token }) => token);
}

/** Takes a token away; a fault when there is none of that name. */
export function revokeToken(home: string, name: string): void {
  const tokens = storedTokens(home);
  const left = tokens.filter((token) => token.name !== name);
  if (left.length === tokens.length) {
    throw new Fault("bad-input", `there is no token ${name}`, {
      hint: "lessons config token list shows those that there are",
    });
  }
  writeTokens(home, left);
}

/** The name of the token with this value. */
export function tokenNamed(home: string, value: string): string | undefined {
  const digest = Buffer.from(digestOf(value));
  return storedTokens(home).find((token) => {
    const known = Buffer.from(token.digest);
    return known.length === digest.length && timingSafeEqual(known, digest);
  })?.name;
}

/** Keeps when a token was last used, and for what. */
export function noteTokenUse(home: string, name: string, what: string, now: Instant): void {
  const used = { lastUsedAt: now, lastUsedFor: what };
  writeTokens(
    home,
    storedTokens(home).map((token) => (token.name === name ? { ...token, ...used } : token)),
  );
}

/** The value is 32 random bytes: nobody guesses it, so a slow hash would only make scripts slow. */
function digestOf(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

function writeTokens(home: string, tokens: readonly StoredToken[]): void {
  ensurePrivateDirectory(home);
  const content = { type: "lessons-tokens", version: 1, tokens };
  writeFileAtomically(join(home, fileName), [`${JSON.stringify(content, null, 2)}\n`]);
}

/** A file that others can write to, or that is not ours, holds no token. Neither does one that somebody damaged. */
function storedTokens(home: string): readonly StoredToken[] {
  const text = ownText(join(home, fileName));
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed === undefined || !("value" in parsed) || !isRecord(parsed.value)) return [];
  return recordsAt(parsed.value, "tokens").flatMap((token) => {
    const [name, digest] = [textAt(token, "name"), textAt(token, "digest")];
    const createdAt = textAt(token, "createdAt");
    if (name === undefined || digest === undefined || createdAt === undefined) return [];
    const [lastUsedAt, lastUsedFor] = [textAt(token, "lastUsedAt"), textAt(token, "lastUsedFor")];
    return [{ name, digest, createdAt, lastUsedAt, lastUsedFor }];
  });
}

function ownText(file: string): string | undefined {
  try {
    return withRegularFile(file, { isLinkFollowed: false }, ({ stats, read }) => {
      const isOwn = process.getuid === undefined || stats.uid === process.getuid();
      const isShut = process.platform === "win32" || (stats.mode & 0o077) === 0;
      if (!isOwn || !isShut || stats.size > mostBytes) return undefined;
      return read(0, stats.size).toString("utf8");
    });
  } catch (error) {
    if (error instanceof FileRefused || errorCode(error) !== "") return undefined;
    throw error;
  }
}

const fileName = "tokens.json";
const mostBytes = 1_048_576;
