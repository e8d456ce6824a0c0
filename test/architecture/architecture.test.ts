import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findViolations } from "./find-violations.ts";

const source = join(import.meta.dirname, "../../src");

test("every import of every file points the way the table says", () => {
  const files = globSync("**/*.ts", { cwd: source });
  expect(files.length).toBeGreaterThan(20);
  expect(
    files.flatMap((file) => findViolations(file, readFileSync(join(source, file), "utf8"))),
  ).toEqual([]);
});

test.each([
  ["core/x.ts", `import { readFileSync } from "node:fs";`, "may not use node:fs"],
  [
    "core/x.ts",
    `import type { Fault } from "../system/fault.ts";`,
    "may not import system/fault.ts",
  ],
  [
    "core/x.ts",
    `import { type Fault, other } from "../system/fault.ts";`,
    "may not import system/fault.ts",
  ],
  ["core/x.ts", `type F = import("../system/fault.ts").Fault;`, "may not import system/fault.ts"],
  ["core/x.ts", `export { Fault } from "../system/fault.ts";`, "may not import system/fault.ts"],
  ["core/x.ts", `export * from "../system/fault.ts";`, "may not import system/fault.ts"],
  ["core/x.ts", `const z = require("zod");`, "may not use the package zod"],
  ["core/x.ts", `const fs = process.getBuiltinModule("node:fs");`, "may not use node:fs"],
  ["review/x.ts", `await import("../store/open.ts");`, "may not import store/open.ts"],
  ["ui/cli/x.ts", `import { fold } from "../../ingest/fold.ts";`, "may not import ingest/fold.ts"],
  ["ui/cli/x.ts", `await import(name);`, "imports a module whose name is computed"],
  ["app/x.ts", `import { DatabaseSync } from "node:sqlite";`, "node:sqlite belongs to store"],
  ["app/x.ts", `import { z } from "zod";`, "may not use the package zod"],
  [
    "hook/x.ts",
    `import { scan } from "../adapters/codex/transcript.ts";`,
    "may not import adapters/codex/transcript.ts",
  ],
  [
    "adapters/codex/x.ts",
    `import { y } from "../pi/y.ts";`,
    "may not import another agent's adapters/pi/y.ts",
  ],
  [
    "store/x.ts",
    `import { x } from "../../scripts/build.ts";`,
    "reaches out of src: ../scripts/build.ts",
  ],
  ["helpers/x.ts", "", "the folder helpers is not in the table"],
])("a violation in %s is found: %s", (path, code, problem) => {
  expect(findViolations(path, code)).toEqual([`${path}: ${problem}`]);
});

test("what the table allows is allowed", () => {
  expect(
    findViolations("hook/x.ts", `import { read } from "../adapters/codex/hook-payload.ts";`),
  ).toEqual([]);
  expect(findViolations("adapters/all.ts", `import { codex } from "./codex/sessions.ts";`)).toEqual(
    [],
  );
  expect(
    findViolations("adapters/codex/x.ts", `import type { Adapter } from "../adapter.ts";`),
  ).toEqual([]);
  expect(
    findViolations("store/x.test.ts", `import { test } from "vitest"; import "../../test/kit.ts";`),
  ).toEqual([]);
});
