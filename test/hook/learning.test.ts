import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { HookGround, silent } from "../kit/hook-ground.ts";

/** In the place of the program: it writes down what it was asked for, and which keys it was given. */
function recordStarts(ground: HookGround): () => readonly string[] {
  const file = join(ground.userHome, "started");
  const program = `
    const keys = Object.keys(process.env).filter((name) => name.endsWith("_KEY"));
    require("node:fs").appendFileSync(${JSON.stringify(file)}, [...process.argv.slice(2), ...keys].join(" ") + "\\n");
  `;
  writeFileSync(join(ground.home, "hook/lessons.js"), program);
  return () => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").toSorted() : []);
}

const environment = { ANTHROPIC_API_KEY: "k" };

test("where learning is on, a session that ends is handed over with what the agent signs in by", async () => {
  const ground = new HookGround([], { config: { isLearning: true } });
  const started = recordStarts(ground);
  const payload = { reason: "other", transcript_path: "/logs/one.jsonl" };
  expect(ground.event("SessionEnd", payload, { environment })).toEqual(silent);
  await vi.waitFor(
    () =>
      expect(started()).toEqual([
        "learn ended /logs/one.jsonl ANTHROPIC_API_KEY",
        "scan --auto --path /logs/one.jsonl",
      ]),
    5000,
  );
});

test("our own question to a model ends no session that would be learned from", () => {
  const ground = new HookGround([], { config: { isLearning: true } });
  const started = recordStarts(ground);
  const payload = { reason: "other", transcript_path: "/logs/one.jsonl" };
  ground.event("SessionEnd", payload, { environment: { LESSONS_DISABLED: "1" } });
  expect(started()).toEqual([]);
});

test("where learning is off, only the scan starts", async () => {
  const ground = new HookGround();
  const started = recordStarts(ground);
  ground.event("SessionEnd", { reason: "other", transcript_path: "/logs/one.jsonl" });
  await vi.waitFor(() => expect(started()).toEqual(["scan --auto --path /logs/one.jsonl"]), 5000);
});
