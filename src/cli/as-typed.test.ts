import { expect, test } from "vitest";
import { asTyped, callableAs } from "./as-typed.ts";

test("commands are named as they work here; the word in a sentence stays", () => {
  const text = "3 lessons wait: lessons review, or lessons --help. Your lessons help.";
  expect(asTyped(text, "npm run lessons --")).toBe(
    "3 lessons wait: npm run lessons -- review, or npm run lessons -- --help. Your lessons help.",
  );
  expect(asTyped(text)).toBe(text);
});

test.each([
  ["lessons", { PATH: "/nowhere" }, "/usr/bin/lessons"],
  [
    "npm run lessons --",
    { PATH: "/nowhere", npm_package_name: "lessons", npm_lifecycle_event: "start" },
    "/checkout/src/cli/main.ts",
  ],
  ["node /checkout/dist/lessons.js", { PATH: "/nowhere" }, "/checkout/dist/lessons.js"],
  ["node '/my checkout/dist/lessons.js'", {}, "/my checkout/dist/lessons.js"],
])("%s", (calledAs, environment, script) => expect(callableAs(environment, script)).toBe(calledAs));

test("a command is found behind a colour, too", () => {
  expect(asTyped("\u001B[36mlessons review\u001B[39m now", "npm run lessons --")).toBe(
    "\u001B[36mnpm run lessons -- review\u001B[39m now",
  );
});

test("a line that grows past the width goes on below where its text begins", () => {
  const wide = (text: string) => asTyped(text, "npm run lessons --", 40);
  expect(wide("  agent  not connected yet: lessons init")).toBe(
    "  agent  not connected yet: npm run\n         lessons -- init",
  );
  expect(wide("  14 candidates wait for you: lessons review\n")).toBe(
    "  14 candidates wait for you: npm run\n  lessons -- review\n",
  );
  // What was long before is somebody's path or code.
  const path = `  ${"x".repeat(50)}`;
  expect(wide(path)).toBe(path);
});
