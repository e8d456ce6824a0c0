import { expect, test } from "vitest";
import { holdReason } from "../../src/agents/our-text/hold-reason.ts";
import { adviceIn, HookGround, reasonIn, session, silent, stash } from "../kit/hook-ground.ts";

const held = { ...stash, delivery: "hold" as const };
const heldPush = { ...held, commandPatterns: ["^git\\s+push\\b"], text: "### push" };

test("the first call is refused with the lesson as the reason, the same call again goes through", () => {
  const ground = new HookGround([held]);
  expect(ground.bash("git stash")).toEqual({
    status: 0,
    out: JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: holdReason(stash.text ?? "", stash.notice ?? ""),
      },
    }),
    err: "",
  });
  expect(ground.bash("git stash")).toEqual(silent);
  expect(ground.bash("git stash")).toEqual(silent);
  expect(ground.records("spool/deliveries.jsonl").map(({ mode, form }) => [mode, form])).toEqual([
    ["hold", "hold"],
  ]);
});

test("never two calls in a row are held, and the one in between is advised", () => {
  const ground = new HookGround([held, heldPush]);
  expect(reasonIn(ground.bash("git stash").out)).toContain("git stash leaves");
  expect(adviceIn(ground.bash("git push").out)).toContain("### push");
});

test("after the held call has gone through, another lesson may hold a call", () => {
  const ground = new HookGround([held, heldPush]);
  expect(reasonIn(ground.bash("git stash").out)).toContain("git stash leaves");
  expect(ground.bash("git stash")).toEqual(silent);
  expect(reasonIn(ground.bash("git push").out)).toContain("### push");
});

test("of calls at once one is held, and each lesson is told once", async () => {
  const lessons = ["stash", "push", "fetch", "merge"].map((word) => ({
    ...held,
    commandPatterns: [`^git\\s+${word}\\b`],
    text: `### ${word}`,
  }));
  const ground = new HookGround(lessons);
  const words = ["stash", "push", "fetch", "merge"];
  const answers = await Promise.all(
    [...words, ...words].map((word) => ground.bashAtOnce(`git ${word}`)),
  );
  const told = answers.filter((answer) => answer !== "");
  expect(told).toHaveLength(4);
  expect(ground.names(`sessions/${session}/claims`)).toEqual(["L0.7", "L1.7", "L2.7", "L3.7"]);
  const refused = told.filter((answer) => answer.includes('"deny"')).length;
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(4);
});

test("neither a compaction nor another agent makes a lesson hold again", () => {
  const afterCompaction = new HookGround([held]);
  expect(reasonIn(afterCompaction.bash("git stash").out)).not.toBe("");
  afterCompaction.bash("git stash");
  afterCompaction.event("SessionStart", { source: "compact" });
  expect(adviceIn(afterCompaction.bash("git stash").out)).not.toBe("");

  const perAgent = new HookGround([held], { config: { dedupeScope: "agent" } });
  expect(reasonIn(perAgent.bash("git stash").out)).not.toBe("");
  perAgent.bash("git stash");
  const inSubagent = { payload: { agent_id: "a1" } };
  expect(adviceIn(perAgent.bash("git stash", inSubagent).out)).not.toBe("");
});

test("a lesson that has held leaves the hold to one that has not", () => {
  const ground = new HookGround([held, { ...held, commandPatterns: ["--keep"], text: "### keep" }]);
  expect(reasonIn(ground.bash("git stash").out)).toContain("git stash leaves");
  ground.bash("git stash");
  ground.event("SessionStart", { source: "compact" });
  expect(reasonIn(ground.bash("git stash --keep").out)).toContain("### keep");
});

test("only what looks at the call itself may refuse one", () => {
  const ground = new HookGround([
    { delivery: "hold", toolNames: ["Write"], pathPatterns: ["**/x.ts"], text: "### path" },
    { delivery: "hold", toolNames: ["Write"], contentPatterns: ["debugger"], text: "### content" },
  ]);
  const write = (content: string) =>
    ground.call({ tool_name: "Write", tool_input: { file_path: "/p/x.ts", content } }).out;
  expect(adviceIn(write("fine"))).toContain("### path");
  expect(reasonIn(write("debugger"))).toContain("### content");
});

test("the reason stays within the budget, too", () => {
  const ground = new HookGround([{ ...held, text: "ä".repeat(500), shortText: "ö".repeat(400) }], {
    config: { injectionBudgetBytes: 512 },
  });
  const reason = reasonIn(ground.bash("git stash").out);
  expect(reason).toContain("öö");
  expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(512);
});
