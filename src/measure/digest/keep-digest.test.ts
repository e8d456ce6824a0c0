import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshContext, freshFolder } from "../../../test/kit/store.ts";
import { resolvePaths } from "../../platform/paths.ts";
import { keepDigest } from "./keep-digest.ts";

const earlier = 1000;
const digested = 2000;
const later = 3000;

test.each([
  ["was written to before it was kept", "stays", { "lessons.db": earlier }],
  ["was written to since", "is made anew", { "lessons.db": later }],
  ["has a log with more", "is made anew", { "lessons.db": earlier, "lessons.db-wal": later }],
  ["was written to in that moment", "is made anew", { "lessons.db": digested }],
])("where the store %s, the digest %s", async (_, then, written) => {
  const paths = resolvePaths({ LESSONS_HOME: freshFolder() });
  const put = (name: string, at: number) => {
    const file = join(paths.home, name);
    writeFileSync(file, "something");
    utimesSync(file, at, at);
  };
  put("last-session.json", digested);
  for (const [name, at] of Object.entries(written)) put(name, at);
  const context = freshContext();
  let looks = 0;
  await keepDigest({
    paths,
    inContext: async (work) => {
      looks += 1;
      return work(context);
    },
  });
  expect(looks).toBe(then === "stays" ? 0 : 1);
});
