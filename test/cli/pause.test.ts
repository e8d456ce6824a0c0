import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";

test("a pause is a private file that the hook reads; resume takes it away", () => {
  const program = new Program();
  const file = join(program.home, ".lessons", "paused.json");
  expect(program.ok(["pause"])).toContain("until you run lessons pause --off");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({});
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(program.ok(["resume"])).toBe("Resumed: agents see lessons again\n");
  expect(existsSync(file)).toBe(false);
});

test("a pause with a length says when it ends, and the next one takes its place", () => {
  const program = new Program();
  program.ok(["pause"]);
  const before = Date.now();
  const { until, ...rest } = program.json(["pause", "--for", "2h"]);
  expect(rest).toEqual({ type: "lessons-pause", version: 1, isPaused: true });
  const length = Date.parse(String(until)) - before;
  expect(Math.round(length / 60_000)).toBe(120);
  const file = join(program.home, ".lessons", "paused.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ until });
  expect(program.ok(["pause", "--for", "30m"])).toMatch(/until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
});

test("resume says when there is nothing to resume, and ends with 1", () => {
  const program = new Program();
  expect(program.run(["resume"])).toEqual({
    status: 1,
    out: "",
    err: "Lessons were not paused.\n",
  });
  program.ok(["pause"]);
  const file = join(program.home, ".lessons", "paused.json");
  writeFileSync(file, '{"until":"2020-01-01T00:00:00.000Z"}');
  expect(program.run(["resume", "--json"]).status).toBe(1);
  expect(existsSync(file)).toBe(false);
});

test.each(["soon", "2", "0m", "-1h", "900d"])(
  "--for %s is refused, and nothing is paused",
  (time) => {
    const program = new Program();
    const { status, err } = program.run(["pause", `--for=${time}`]);
    expect(status).toBe(2);
    expect(err).toContain("30m, 2h, 1d");
    expect(existsSync(join(program.home, ".lessons", "paused.json"))).toBe(false);
  },
);
