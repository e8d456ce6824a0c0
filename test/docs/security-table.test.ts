import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "SECURITY.md"), "utf8");

test("every attack has a defence and a test, and every test that is named is there", () => {
  const [, table = ""] = text.split("| attack | defence | test |");
  const rows = table
    .split("\n\n")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split(" | "));
  expect(rows?.length).toBeGreaterThan(20);
  const files = globSync("{src,test}/**/*.ts", { cwd: root });
  const known = new Set([...files, ...files.map((file) => basename(file))]);
  for (const [attack = "", defence = "", tests = ""] of rows ?? []) {
    const names = [...tests.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "");
    expect({
      attack,
      hasDefence: defence.trim() !== "",
      missing: names.filter((name) => !known.has(name)),
    }).toEqual({
      attack,
      hasDefence: true,
      missing: [],
    });
    expect(names).not.toEqual([]);
  }
});
