import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { guideBlocks, shownNow } from "./guide-blocks.ts";
import { GuideHome } from "./guide-home.ts";

const guide = join(import.meta.dirname, "../../docs/guide.md");

/**
 * Runs `docs/guide.md` from its first line to its last in one fresh home, with the built program and the hook that
 * `lessons init` puts there. In its `console` blocks
 *
 * - a line behind `$ ` is run, and what it prints must stand below it; a line `…` stands for any number of lines;
 * - `$ claude` is a session: `session-script.ts` says how it is read. Its log is written as Claude Code writes it, and
 *   the hook is asked at each call. What the hook says must stand behind `│`, and nothing where it says nothing.
 *
 * Names, times and places that differ from run to run are given fixed ones first (`settled.ts`). After a change that is
 * meant, `npx vitest run test/docs/guide.test.ts -u` writes what is said now into the guide; then read it.
 */
test("what the guide shows is what the program does", { timeout: 180_000 }, async () => {
  const home = new GuideHome();
  const said = guideBlocks(readFileSync(guide, "utf8")).map((part) => {
    if (part.is === "prose") return part.text;
    const steps = part.steps.map(({ command, shown }) => {
      return [`$ ${command}`, ...shownNow(home.run(command, shown), shown)].join("\n");
    });
    return ["```console", ...steps, "```"].join("\n");
  });
  await expect(said.join("\n")).toMatchFileSnapshot(guide);
});

test("the guide has no block that is not run", () => {
  const fences = readFileSync(guide, "utf8").match(/^```.*/gm) ?? [];
  expect(new Set(fences)).toEqual(new Set(["```console", "```"]));
});
