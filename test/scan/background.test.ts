import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { holdFileLock } from "../../src/platform/database/file-lock.ts";
import { Program } from "../kit/program.ts";

const background = { LESSONS_BACKGROUND: "600" };

test("of the scans that hooks start one is at work: another one leaves, and a person's does not wait", () => {
  const program = new Program(background);
  mkdirSync(join(program.home, ".lessons"), { mode: 0o700 });
  const lock = join(program.home, ".lessons/background-scan.lock");
  const release = holdFileLock(lock, { inTheWay: "a test" });
  expect(program.run(["scan", "--auto"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("another scan is running"),
  });
  delete program.environment["LESSONS_BACKGROUND"];
  expect(program.run(["scan", "--auto"]).status).toBe(0);
  release();
  program.environment["LESSONS_BACKGROUND"] = "600";
  expect(program.run(["scan", "--auto"]).status).toBe(0);
});

test("what hooks start ends when its time is up, whatever it does", async () => {
  const lifetime = JSON.stringify(
    join(import.meta.dirname, "../../src/platform/process/lifetime.ts"),
  );
  const code = `const { endInTime } = await import(${lifetime}); await endInTime(process.env); /(a+)+$/.test("a".repeat(60) + "!")`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    env: { LESSONS_BACKGROUND: "0.5" },
    stdio: "ignore",
  });
  const signal = await new Promise((resolve) => child.on("exit", (_, by) => resolve(by)));
  expect(signal).toBe("SIGKILL");
});

test("a program that is done does not wait for its time", () => {
  const program = new Program(background);
  expect(program.runBuilt(["list"]).status).toBe(1);
});
