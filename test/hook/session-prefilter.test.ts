import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hookHome } from "../../src/deliver/hook/home.ts";
import { Judge } from "../../src/deliver/hook/judge.ts";
import type { CallContext } from "../../src/deliver/hook/run-judged.ts";
import { answerToolCall, judgeToolCall } from "../../src/deliver/hook/tool-call.ts";
import { adviceIn, HookGround, session, silent, stash } from "../kit/hook-ground.ts";
import type { ReadyDraft } from "../kit/ready-lesson.ts";
import { law } from "../kit/law.ts";

const push: ReadyDraft = { ...stash, commandPatterns: ["^git\\s+push\\b"], text: "### push" };
const filterOf = (id: string) => `cache/current/sessions/${id}/bash`;

test("after its delivery the same call no longer starts Node", () => {
  const ground = new HookGround([stash]);
  ground.bash("git stash");
  expect(ground.starts).toBe(1);
  expect(ground.bash("git stash")).toEqual(silent);
  expect(ground.starts).toBe(1);
});

test("what was not delivered still is", () => {
  const ground = new HookGround([stash, push]);
  ground.bash("git stash");
  expect(adviceIn(ground.bash("git push").out)).toContain("### push");
  ground.bash("git stash && git push");
  expect(ground.starts).toBe(2);
});

test("where each agent is told on its own, no filter hides it from the next one", () => {
  const ground = new HookGround([stash], { config: { dedupeScope: "agent" } });
  ground.bash("git stash");
  expect(ground.bash("git stash", { payload: { agent_id: "a1" } }).out).not.toBe("");
});

test("a compaction makes it wide again, and so does a session that is resumed elsewhere", () => {
  const ground = new HookGround([stash, { ...push, scope: "project:there" }]);
  ground.bash("git stash");
  expect(existsSync(join(ground.home, filterOf(session)))).toBe(true);
  ground.event("SessionStart", { source: "compact" });
  expect(existsSync(join(ground.home, filterOf(session)))).toBe(false);
  ground.bash("git stash");
  ground.event("SessionStart", { source: "resume" });
  expect(existsSync(join(ground.home, filterOf(session)))).toBe(false);
});

test("the end of a session takes its filters away", () => {
  const ground = new HookGround([stash]);
  ground.bash("git stash");
  ground.event("SessionEnd", { reason: "clear" });
  expect(ground.names("cache/current/sessions")).toEqual([]);
});

test("a session whose id the environment does not have yet is told everything", () => {
  const ground = new HookGround([stash]);
  const late = { payload: { session_id: "new" }, session };
  ground.bash("git stash");
  ground.event("SessionStart", { session_id: "new", source: "clear" }, { session });
  expect(ground.bash("git stash", late).out).not.toBe("");
});

test("after a new compilation one repeated call narrows the new filter", () => {
  const ground = new HookGround([stash]);
  ground.bash("git stash");
  ground.publish([stash, push]);
  expect(ground.bash("git stash")).toEqual(silent);
  expect(ground.bash("git stash")).toEqual(silent);
  expect(ground.starts).toBe(2);
});

test("a compilation that comes back brings no old filter with it", () => {
  const ground = new HookGround([stash]);
  ground.bash("git stash");
  ground.publish([stash, push]);
  ground.event("SessionStart", { source: "compact" });
  ground.publish([stash]);
  expect(adviceIn(ground.bash("git stash").out)).toContain("git stash leaves");
});

test("without a note of the project the filter does not fix one", () => {
  const ground = new HookGround([stash, { ...push, scope: "project:there" }], {
    projects: { "/home/dev/there": "project:there" },
  });
  ground.bash("git stash");
  expect(adviceIn(ground.bash("git push", { payload: { cwd: "/home/dev/there" } }).out)).toContain(
    "### push",
  );
});

test("a filter that cannot be written costs no delivery", () => {
  const ground = new HookGround([stash, push]);
  rmSync(join(ground.home, "cache/current/narrowing"), { recursive: true });
  expect(ground.bash("git stash").out).not.toBe("");
  expect(ground.bash("git push").out).not.toBe("");
});

const words = ["stash", "push", "merge", "rebase"] as const;
const anyDraft = fc
  .record({
    patterns: fc.uniqueArray(
      fc.constantFrom(
        ...words.map((word) => `^git\\s+${word}\\b`),
        "\\bgit\\b",
        "push.*--force",
        "^(?:npm|git) (?!stash)",
        "origin|stash",
      ),
      { minLength: 1, maxLength: 3 },
    ),
    priority: fc.constantFrom(5, 7, 9),
    scope: fc.constantFrom("global" as const, "project:here" as const),
  })
  .map(({ patterns, priority, scope }): ReadyDraft => ({
    toolNames: ["Bash"],
    commandPatterns: patterns,
    priority,
    scope,
  }));
const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      command: fc.constantFrom(
        ...words.map((word) => `git ${word}`),
        "git push --force origin",
        "cd x && git  stash",
        "git 's'tash",
        "npm test",
        "ls",
      ),
      cwd: fc.constantFrom("/home/dev/here", "/home/dev/elsewhere"),
    }),
  },
  { weight: 1, arbitrary: fc.constant("recompile" as const) },
);

test("with the filters of sessions exactly the same is delivered as without", () => {
  fc.assert(
    fc.property(
      fc.array(anyDraft, { minLength: 1, maxLength: 5 }),
      fc.array(anyStep, { minLength: 2, maxLength: 8 }),
      fc.constantFrom("session" as const, "agent" as const),
      (drafts, steps, dedupeScope) => {
        const settings = {
          config: { dedupeScope, maxLessonsPerInjection: 2 },
          projects: { "/home/dev/here": "project:here" },
        };
        const filtered = new HookGround(drafts, settings);
        const open = new HookGround(drafts, settings);
        // In place of Node, so that only the launcher's word is taken.
        filtered.recordNode("echo started");
        let waiting = 0;
        for (const step of steps) {
          if (step === "recompile") {
            waiting = 1 - waiting;
            filtered.publish(drafts, { ...settings, needs: { candidates: waiting } });
            open.publish(drafts, { ...settings, needs: { candidates: waiting } });
            continue;
          }
          const call = { tool_name: "Bash", tool_input: { command: step.command }, cwd: step.cwd };
          const isStarted = filtered.call(call).out === "started\n";
          const payload = { hook_event_name: "PreToolUse", session_id: session, ...call };
          const answer = isStarted ? answered(filtered, payload) : "";
          expect(toldIn(answer)).toEqual(toldIn(answered(open, payload)));
        }
        expect(filtered.names(`sessions/${session}/claims`)).toEqual(
          open.names(`sessions/${session}/claims`),
        );
        rmSync(filtered.userHome, { recursive: true });
        rmSync(open.userHome, { recursive: true });
      },
    ),
    law({ quick: 9, deep: 40 }),
  );
});

/** All six stages, in this process. */
function answered(ground: HookGround, payload: object): string {
  const log = (line: string) => expect.unreachable(line);
  const context: CallContext = {
    home: hookHome({ HOME: ground.userHome }),
    environment: {},
    now: new Date(),
    log,
    say: (line) => expect.unreachable(line),
    judge: new Judge(log),
  };
  let answer = "";
  const judged = judgeToolCall(JSON.stringify(payload), context);
  if (judged !== undefined) answerToolCall(judged, context, (said) => (answer = said));
  return answer;
}

/** Which lessons, in which order. */
function toldIn(answer: string): readonly string[] {
  return answer.match(/text \d+/g) ?? [];
}
