import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { projectFile } from "../../src/knowledge/index/project-file.ts";
import { frameDelivery } from "../../src/agents/our-text/frame.ts";
import { adviceIn, HookGround, silent } from "../kit/hook-ground.ts";

const quiet = { config: { protocol: "off" as const } };
const entries = {
  ".memory/knowledge/decisions.md":
    "## ADR-001: One\n\n## ADR-002: Two\n\n- **Status**: Deprecated\n",
  ".memory/knowledge/pitfalls.md": "## PF-001: Three\n\n## PF-002: Four\n",
};
const line =
  "This project has 1 decision and 2 pitfalls on record. Read them before you plan or change something: lessons project knowledge index";

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function groundWithEntries(): HookGround {
  const ground = new HookGround([], quiet);
  for (const [path, text] of Object.entries(entries)) write(join(ground.userHome, path), text);
  return ground;
}

test("a session and its subagents are told in one line that something is on record", () => {
  const ground = groundWithEntries();
  expect(adviceIn(ground.event("SessionStart").out, "SessionStart")).toBe(frameDelivery([line]));
  expect(adviceIn(ground.event("SubagentStart", { agent_id: "a1" }).out, "SubagentStart")).toBe(
    frameDelivery([line]),
  );
});

test("where nothing is on record nothing is said", () => {
  expect(new HookGround([], quiet).event("SessionStart")).toEqual(silent);
});

test("what was rendered is told to the next session, once", () => {
  const ground = new HookGround([], quiet);
  write(
    join(ground.home, projectFile(ground.userHome, "news")),
    "/self-learning:release\nADR-001 (One)\n",
  );
  expect(adviceIn(ground.event("SessionStart").out, "SessionStart")).toBe(
    frameDelivery(["New lessons in this project: /self-learning:release, ADR-001 (One)"]),
  );
  expect(ground.event("SessionStart")).toEqual(silent);
});

test("in a project with a manifest a reconciliation starts behind the session", async () => {
  const ground = new HookGround([], quiet);
  const calls = join(ground.userHome, "calls");
  writeFileSync(
    join(ground.home, "hook/lessons.js"),
    `require("node:fs").appendFileSync(${JSON.stringify(calls)}, process.argv.slice(2).join(" ") + "\\n")`,
  );
  ground.event("SessionStart");
  write(join(ground.userHome, ".memory/.learning-manifest.json"), "{}");
  ground.event("SessionStart");
  await vi.waitFor(() => {
    const said = existsSync(calls) ? readFileSync(calls, "utf8") : "";
    expect(said.split("\n").filter((each) => each.startsWith("reconcile"))).toEqual([
      `reconcile --project ${ground.userHome}`,
    ]);
  }, 5000);
});
