import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { runProgram, type ProgramRun } from "./run-program.ts";

/** A shell that starts a child which holds its pipes; the child's number is in the file `child`. */
function shell(script: string, more: Partial<ProgramRun> = {}) {
  const folder = freshFolder();
  const run = runProgram({
    program: "/bin/sh",
    args: ["-c", script],
    input: "",
    folder,
    environment: { PATH: process.env["PATH"] },
    timeoutMs: 60_000,
    mostPrintedBytes: 1_000_000,
    ...more,
  });
  return { run, folder };
}

const holding = "tail -f /dev/null & echo $! > child.new; mv child.new child";

async function childIn(folder: string): Promise<number> {
  const file = join(folder, "child");
  while (!existsSync(file)) await setImmediate();
  return Number(readFileSync(file, "utf8"));
}

/** A process that was ended may wait for its new parent to look at it. */
async function isGone(pid: number): Promise<boolean> {
  for (;;) {
    try {
      process.kill(pid, 0);
      if (/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))) return true;
    } catch {
      return true;
    }
    await setImmediate();
  }
}

test("the time limit holds for what a program has started, too", async () => {
  const { run, folder } = shell(`${holding}; wait`, { timeoutMs: 500 });
  const child = await childIn(folder);
  expect(await run).toEqual({ status: "SIGKILL", out: "", err: "", limit: "time" });
  expect(await isGone(child)).toBe(true);
});

test("a child that prints without end is ended at the limit, and no more is kept of it", async () => {
  const { run } = shell("yes & yes >&2 & wait");
  const { out, err, limit } = await run;
  expect(limit).toBe("size");
  expect(Math.max(out.length, err.length)).toBeLessThanOrEqual(1_000_000);
});

test("a child that left the group and holds the pipes does not keep us waiting", async () => {
  const { run, folder } = shell(`setsid ${holding}; echo said; wait`, { timeoutMs: 500 });
  const child = await childIn(folder);
  expect(await run).toMatchObject({ out: "said\n", limit: "time" });
  process.kill(child, "SIGKILL");
});

test("a program that ends and leaves a child at the pipes has ended, with its answer", async () => {
  const { run, folder } = shell(`${holding}; echo answer`);
  const child = await childIn(folder);
  expect(await run).toEqual({ status: 0, out: "answer\n", err: "" });
  expect(await isGone(child)).toBe(true);
});

test("who stops a program stops what it has started", async () => {
  const controller = new AbortController();
  const { run, folder } = shell(`${holding}; wait`, { signal: controller.signal });
  const child = await childIn(folder);
  controller.abort();
  expect(await run).toMatchObject({ status: "SIGTERM" });
  expect(await isGone(child)).toBe(true);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "when %s ends us, the program and what it has started end",
  async (signal) => {
    const folder = freshFolder();
    const module = JSON.stringify(join(import.meta.dirname, "run-program.ts"));
    const task = JSON.stringify({
      program: "/bin/sh",
      args: ["-c", `${holding}; wait`],
      input: "",
      folder,
      environment: { PATH: process.env["PATH"] },
      timeoutMs: 60_000,
      mostPrintedBytes: 1000,
    });
    const file = join(folder, "asks.ts");
    writeFileSync(
      file,
      `const { runProgram } = await import(${module});\nawait runProgram(${task});\n`,
    );
    const us = spawn(process.execPath, [file], { stdio: "ignore" });
    const child = await childIn(folder);
    us.kill(signal);
    expect(await once(us, "exit")).toEqual([null, signal]);
    expect(await isGone(child)).toBe(true);
  },
);

test("a program that is not there is an error, and no clock keeps us alive", async () => {
  const { run } = shell("", { program: "no-such-program" });
  await expect(run).rejects.toMatchObject({ code: "ENOENT" });
  expect(process.listenerCount("SIGHUP")).toBe(0);
});
