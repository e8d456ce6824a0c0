import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pictures } from "./pictures.ts";

const root = join(import.meta.dirname, "../..");

test("the pictures of the README show what the program does today (npm run pictures makes them anew)", async () => {
  const made = await pictures();
  for (const [name, content] of made)
    expect({ name, content: readFileSync(join(root, "docs/pictures", name), "utf8") }).toEqual({
      name,
      content,
    });
  const readme = readFileSync(join(root, "README.md"), "utf8");
  expect([...made.keys()].filter((name) => !readme.includes(`docs/pictures/${name}`))).toEqual([]);
});
