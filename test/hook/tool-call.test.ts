import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { frameDelivery } from "../../src/agents/our-text/frame.ts";
import { adviceIn, HookGround, session, silent, stash } from "../kit/hook-ground.ts";

test.each(["dash", "bash"])(
  "under %s a matching call is advised, in the agent's shape",
  (shell) => {
    const ground = new HookGround([stash]);
    const outcome = ground.bash("cd x && git stash", { shell });
    expect(outcome).toEqual({
      status: 0,
      out: JSON.stringify({
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          additionalContext: frameDelivery([stash.text ?? ""]),
        },
      }),
      err: "",
    });
    expect(ground.bash("git status", { shell })).toEqual(silent);
    expect(ground.bash("git stash pop", { shell })).toEqual(silent);
  },
);

test("a tool that no lesson names, and a home without a cache, do not start Node", () => {
  const ground = new HookGround([stash]);
  expect(ground.call({ tool_name: "Read", tool_input: { file_path: "git stash" } })).toEqual(
    silent,
  );
  expect(ground.raw("{}", { environment: { LESSONS_HOME: "/nowhere" } })).toEqual(silent);
  expect(ground.starts).toBe(0);
});

test("a lesson comes once per session, over main and subagents, and once more in the next session", () => {
  const ground = new HookGround([stash]);
  const inSubagent = { payload: { agent_id: "a1", agent_type: "general-purpose" } };
  expect(adviceIn(ground.bash("git stash").out)).toContain("git stash leaves");
  expect(ground.bash("git stash -q", inSubagent)).toEqual(silent);
  expect(ground.bash("git stash", { payload: { session_id: "other" } }).out).not.toBe("");
  expect(ground.names("sessions")).toEqual([session, "other"]);
  expect(ground.lines(`sessions/${session}/seen`)).toEqual(["lesson-0"]);
});

test("with dedupeScope agent each agent of a session is told once", () => {
  const ground = new HookGround([stash], { config: { dedupeScope: "agent" } });
  const as = (agent: string) => ({ payload: { agent_id: agent } });
  const told = [{}, {}, as("a1"), as("a1"), as("a2"), {}].map(
    (more) => ground.bash("git stash", more).out !== "",
  );
  expect(told).toEqual([true, false, true, false, true, false]);
});

test("how well a lesson must fit is a setting", () => {
  const strict = new HookGround([stash], { config: { relevanceThreshold: 1400 } });
  expect(strict.bash("git stash")).toEqual(silent);
  const lenient = new HookGround([stash], { config: { relevanceThreshold: 1350 } });
  expect(lenient.bash("git stash").out).not.toBe("");
});

test("what LESSONS_SEEN names is neither told nor claimed", () => {
  const ground = new HookGround([stash]);
  const seen = { environment: { LESSONS_SEEN: "another,lesson-0" } };
  expect(ground.bash("git stash", seen)).toEqual(silent);
  expect(ground.bash("git stash").out).not.toBe("");
});

test("of fifty calls at once one is told, and nobody is blamed for the crowd", async () => {
  const ground = new HookGround([stash]);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      ground.bashAtOnce(`git stash ${index}`, { payload: { agent_id: `a${index % 3}` } }),
    ),
  );
  expect(answers.filter((answer) => answer !== "").map((answer) => adviceIn(answer))).toEqual([
    frameDelivery([stash.text ?? ""]),
  ]);
  expect(ground.records("spool/deliveries.jsonl")).toHaveLength(1);
  expect(ground.names("cache/current/slow")).toEqual([]);
});

test("a delivery is spooled with everything that is measured later", () => {
  const ground = new HookGround([stash]);
  ground.bash("git stash", { payload: { agent_id: "a1", tool_use_id: "toolu_9" } });
  const [entry, ...more] = ground.records("spool/deliveries.jsonl");
  expect(more).toEqual([]);
  expect(entry).toEqual({
    version: 1,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    lesson: "L0",
    slug: "lesson-0",
    agent: "claude-code",
    session,
    subagent: "a1",
    call: "toolu_9",
    tool: "Bash",
    mode: "advise",
    form: "full",
    score: 1350,
    matched: ["injectionPoint", "scope", "tool", "command", "target", "specific"],
    tookMs: expect.any(Number),
  });
});

test("the text stays within the budget in bytes, and what found no room is not claimed", () => {
  const wide = (letter: string) => ({
    ...stash,
    text: letter.repeat(300),
    shortText: `${letter.repeat(60)} short`,
  });
  const ground = new HookGround([wide("ä"), wide("ö"), wide("ü"), wide("é")], {
    config: { injectionBudgetBytes: 1000, maxLessonsPerInjection: 3 },
  });
  const told = ground.bash("git stash").out;
  expect(Buffer.byteLength(adviceIn(told))).toBeLessThanOrEqual(1000);
  expect(ground.records("spool/deliveries.jsonl").map(({ slug, form }) => [slug, form])).toEqual([
    ["lesson-0", "full"],
    ["lesson-1", "short"],
    ["lesson-2", "short"],
  ]);
  expect(ground.names(`sessions/${session}/claims`)).toEqual(["L0.7", "L1.7", "L2.7"]);
  expect(adviceIn(ground.bash("git stash").out)).toContain("é");
});

test("the comment for debugging names what came and what was left out, within the budget", () => {
  const ground = new HookGround([stash, stash, stash], {
    config: { debugComment: true, maxLessonsPerInjection: 2 },
  });
  expect(adviceIn(ground.bash("git stash").out)).toMatch(
    /<!-- lessons: injected=lesson-0,lesson-1 dropped=lesson-2 -->$/,
  );
});

test("of more lessons about a tool than the cap the best are told, a line names the rest, and those come later", () => {
  const about = { ...stash, tags: ["tool:git" as const] };
  const path = "~/.lessons/skills/cli-intel/git/SKILL.md";
  const ground = new HookGround([about, about, about, about, stash], {
    skills: { git: { lessons: 7, path } },
  });
  const text = adviceIn(ground.bash("git stash").out);
  expect(text).toContain("Also about this call: lesson-3, lesson-4. All 7 lessons about git");
  expect(text).toContain(path);
  expect(text.match(/leaves untracked files behind/g)).toHaveLength(3);
  const forms = () => ground.records("spool/deliveries.jsonl").map(({ form }) => form);
  expect(forms()).toEqual(["full", "full", "full"]);
  expect(ground.names(`sessions/${session}/claims`)).toEqual(["L0.7", "L1.7", "L2.7"]);
  expect(adviceIn(ground.bash("git stash").out).match(/leaves untracked/g)).toHaveLength(2);
  expect(ground.bash("git stash")).toEqual(silent);
});

test("nothing is delivered while lessons are paused; the pause ends by itself", () => {
  const ground = new HookGround([stash]);
  const pause = (until?: string) =>
    writeFileSync(join(ground.home, "paused.json"), JSON.stringify({ until }));
  pause();
  expect(ground.bash("git stash")).toEqual(silent);
  pause(new Date(Date.now() + 3_600_000).toISOString());
  expect(ground.bash("git stash")).toEqual(silent);
  pause(new Date(Date.now() - 1000).toISOString());
  expect(ground.bash("git stash").out).not.toBe("");
});

test.each(["LESSONS_DISABLED", "DISABLE_EXPERIENCE_INJECTION"])("%s=1 switches it off", (name) => {
  const ground = new HookGround([stash]);
  expect(ground.bash("git stash", { environment: { [name]: "1" } })).toEqual(silent);
  expect(ground.event("SessionStart", {}, { environment: { [name]: "1" } })).toEqual(silent);
  expect(ground.starts).toBe(0);
  expect(ground.bash("git stash", { environment: { [name]: "0" } }).out).not.toBe("");
});

test("a command over 64 kB is matched as it is, by its beginning", () => {
  const ground = new HookGround([stash]);
  expect(ground.bash(`git stash <<'X'\n${"y".repeat(70_000)}\nX`).out).not.toBe("");
});

test("words of the conversation count, of the last five messages only", () => {
  const ground = new HookGround([
    { ...stash, actionKeywords: ["deploy"], contextKeywords: ["staging"], priority: 5 },
  ]);
  const transcript = join(ground.userHome, "t.jsonl");
  const said = (text: string) =>
    JSON.stringify({ type: "user", message: { role: "user", content: text } });
  const payload = { transcript_path: transcript };
  const score = (id: string) =>
    ground
      .records("spool/deliveries.jsonl")
      .filter((entry) => entry["session"] === id)
      .map((entry) => entry["score"]);
  writeFileSync(transcript, `${said("deploy to staging")}\n`);
  ground.bash("git stash", { payload: { ...payload, session_id: "near" } });
  const later = Array.from({ length: 5 }, (_, index) => `${said(`${index}`)}\n`).join("");
  writeFileSync(transcript, `${said("deploy to staging")}\n${later}`);
  ground.bash("git stash", { payload: { ...payload, session_id: "far" } });
  expect([score("near"), score("far")]).toEqual([[1000], [800]]);
});

test.each(["x", "ü", "𝄞"])("a call comes whole, however long it is, in %s", (letter) => {
  const ground = new HookGround([stash]);
  for (const length of [10, 14_900, 29_700, 40_000, 200_000]) {
    const command = `git stash # ${letter.repeat(length)}`;
    const told = ground.bash(command, { payload: { session_id: `s${length}` } });
    expect([length, told.out !== ""]).toEqual([length, true]);
  }
  expect(ground.log).toEqual([]);
});

test("what the agent's environment has under the name that the launcher uses is no call", () => {
  const ground = new HookGround([stash]);
  const environment = { LESSONS_PAYLOAD: "not ours" };
  const long = `git stash # ${"x".repeat(40_000)}`;
  expect(adviceIn(ground.bash(long, { environment }).out)).toContain("stash");
  expect(ground.event("SessionStart", {}, { environment }).out).not.toBe("");
  expect(ground.log).toEqual([]);
});
