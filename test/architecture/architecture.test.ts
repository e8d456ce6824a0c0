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
  ["shell/x.ts", `import { readFileSync } from "node:fs";`, "may not use node:fs"],
  [
    "match/x.ts",
    `import type { Fault } from "../platform/fault.ts";`,
    "may not import platform/fault.ts",
  ],
  [
    "redact/x.ts",
    `import { type Fault, other } from "../platform/fault.ts";`,
    "may not import platform/fault.ts",
  ],
  [
    "lesson/record/x.ts",
    `type F = import("../../platform/fault.ts").Fault;`,
    "may not import platform/fault.ts",
  ],
  ["lesson/record/x.ts", `export { addLessons } from "../add.ts";`, "may not import lesson/add.ts"],
  ["shell/x.ts", `export * from "../platform/fault.ts";`, "may not import platform/fault.ts"],
  ["shell/x.ts", `const z = require("zod");`, "may not use the package zod"],
  ["shell/x.ts", `const fs = process.getBuiltinModule("node:fs");`, "may not use node:fs"],
  ["capture/scan/x.ts", `await import("../../review/deck.ts");`, "may not import review/deck.ts"],
  [
    "review/x.ts",
    `import { list } from "../lesson/commands/list.ts";`,
    "may not import lesson/commands/list.ts",
  ],
  ["cli/x.ts", `await import(name);`, "imports a module whose name is computed"],
  [
    "lesson/table/x.ts",
    `import type { DatabaseSync } from "node:sqlite";`,
    "node:sqlite belongs to platform/database/",
  ],
  ["care/x.ts", `import { z } from "zod";`, "may not use the package zod"],
  [
    "deliver/hook/x.ts",
    `import { scan } from "../../agents/codex/transcript.ts";`,
    "may not import agents/codex/transcript.ts",
  ],
  [
    "deliver/hook/x.ts",
    `import { openDatabase } from "../../platform/database/database.ts";`,
    "may not import platform/database/database.ts",
  ],
  [
    "agents/codex/x.ts",
    `import { y } from "../pi/y.ts";`,
    "may not import another agent's agents/pi/y.ts",
  ],
  [
    "deliver/init/x.ts",
    `import { codex } from "../../agents/codex/sessions.ts";`,
    "may not import an agent's own agents/codex/sessions.ts",
  ],
  [
    "deliver/hook/x.ts",
    `import { read } from "../../agents/codex/hook.ts";`,
    "may not import agents/codex/hook.ts",
  ],
  [
    "platform/x.ts",
    `import { x } from "../../scripts/build.ts";`,
    "reaches out of src: ../scripts/build.ts",
  ],
  ["helpers/x.ts", "", "is in no room of the table"],
])("a violation in %s is found: %s", (path, code, problem) => {
  expect(findViolations(path, code)).toEqual([`${path}: ${problem}`]);
});

test.each([
  ["deliver/hook/agent.ts", `export { read } from "../../agents/codex/hook.ts";`],
  ["deliver/hook/x.ts", `import type { HookDoor } from "../../agents/delivery.ts";`],
  ["deliver/init/x.ts", `import { deliveryDoor } from "../../agents/delivery-doors.ts";`],
  ["agents/all.ts", `import { codex } from "./codex/sessions.ts";`],
  ["agents/codex/x.ts", `import type { Adapter } from "../adapter.ts";`],
  ["lesson/commands/x.ts", `import { scan } from "../../capture/scan/scan.ts";`],
  ["shell/x.test.ts", `import { test } from "vitest"; import "../../test/kit.ts";`],
])("what the table allows is allowed: %s", (path, code) => {
  expect(findViolations(path, code)).toEqual([]);
});
