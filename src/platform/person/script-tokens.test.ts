import { chmodSync, readFileSync, renameSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder, noon } from "../../../test/kit/store.ts";
import { createToken, listTokens, noteTokenUse, revokeToken, tokenNamed } from "./script-tokens.ts";

test("a token is known by its value, and its file has only the digest and is its owner's alone", () => {
  const home = freshFolder();
  const value = createToken(home, "ci", noon);
  expect(tokenNamed(home, value)).toBe("ci");
  expect(tokenNamed(home, `${value}x`)).toBeUndefined();
  expect(tokenNamed(home, "")).toBeUndefined();
  const file = join(home, "tokens.json");
  expect(readFileSync(file, "utf8")).not.toContain(value);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("tokens are listed with their last use, and one that was revoked is refused", () => {
  const home = freshFolder();
  const [ci, cron] = [createToken(home, "ci", noon), createToken(home, "cron", noon)];
  noteTokenUse(home, "ci", "approve lessons", noon);
  expect(listTokens(home)).toEqual([
    { name: "ci", createdAt: noon, lastUsedAt: noon, lastUsedFor: "approve lessons" },
    { name: "cron", createdAt: noon, lastUsedAt: undefined, lastUsedFor: undefined },
  ]);
  revokeToken(home, "ci");
  expect([tokenNamed(home, ci), tokenNamed(home, cron)]).toEqual([undefined, "cron"]);
  expect(() => revokeToken(home, "ci")).toThrow("there is no token ci");
});

test("two tokens do not share a name, and a name is a word", () => {
  const home = freshFolder();
  createToken(home, "ci", noon);
  expect(() => createToken(home, "ci", noon)).toThrow("token ci already exists");
  for (const name of ["", "a b", "../x", "A", "x".repeat(41)])
    expect(() => createToken(home, name, noon)).toThrow("is not a valid token name");
});

test.skipIf(process.platform === "win32")(
  "a file that others can read or that is a link has no tokens",
  () => {
    const home = freshFolder();
    const value = createToken(home, "ci", noon);
    const file = join(home, "tokens.json");
    chmodSync(file, 0o644);
    expect(tokenNamed(home, value)).toBeUndefined();
    chmodSync(file, 0o600);
    expect(tokenNamed(home, value)).toBe("ci");
    renameSync(file, join(home, "elsewhere"));
    symlinkSync(join(home, "elsewhere"), file);
    expect(tokenNamed(home, value)).toBeUndefined();
  },
);
