import { expect, test } from "vitest";
import { listLessons } from "../../src/lesson/table/list.ts";
import type { Story, ShellStep } from "../adapters/scribe.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { session } from "./one-session.ts";

/** What a scan of sessions makes of them: each candidate with its advice and its list. */
function candidates(...stories: readonly Story[]) {
  const context = freshContext();
  const home = new Home();
  for (const [at, story] of stories.entries()) home.write(session(at + 1, story));
  home.scan(context);
  const asked = { statuses: ["candidate"], sort: "newest", limit: 100 } as const;
  return listLessons(context.database, asked).lessons.map((lesson) => ({
    summary: lesson.summary,
    advice: lesson.kind === "pitfall" ? lesson.body.remediation : undefined,
    isFirst: !lesson.flags.includes("maybe"),
  }));
}

function fails(callId: string, command: string, output: string, exitStatus = 1): ShellStep {
  return { step: "shell", callId, command, exitStatus, output };
}

function works(callId: string, command: string): ShellStep {
  return { step: "shell", callId, command, exitStatus: 0, output: "ok" };
}

test("work that fails until another command has run, in three sessions, is a fact", () => {
  const story = (id: string): Story => [
    fails(`${id}1`, "npm run typecheck", "src/a.ts(1,1): error TS2307: Cannot find './api'"),
    works(`${id}2`, "npm run generate"),
    works(`${id}3`, "npm run typecheck"),
  ];
  expect(candidates(story("a"), story("b"))).toMatchObject([{ isFirst: false }]);
  expect(candidates(story("a"), story("b"), story("c"))).toEqual([
    {
      summary: "`npm run typecheck` fails until `npm run generate` has run",
      advice: "Run `npm run generate` first. (Worked 3 times.)",
      isFirst: true,
    },
  ]);
});

test("work that goes well after an edit, a look or two other commands is work", () => {
  const failed = (id: string) =>
    fails(`${id}1`, "npm run typecheck", "src/a.ts(1,1): error TS2307: Cannot find './api'");
  const worked = (id: string) => works(`${id}9`, "npm run typecheck");
  const between: readonly ((id: string) => Story)[] = [
    (id) => [works(`${id}2`, "git status")],
    (id) => [works(`${id}2`, "npm run generate"), works(`${id}3`, "npm run clean")],
    (id) => [works(`${id}2`, "npm run generate"), works(`${id}3`, "sed -i s/a/b/ src/a.ts")],
  ];
  for (const steps of between) {
    const stories = ["a", "b", "c"].map((id) => [failed(id), ...steps(id), worked(id)]);
    expect(candidates(...stories)).toEqual([]);
  }
});

test("another program that does the same is the fix, if it comes at once and works on the same", () => {
  const missing = fails("a1", "yq .name conf/app.yaml", "bash: yq: command not found", 127);
  const other = works("a5", "ruby -ryaml conf/app.yaml");
  const looks = ["a2", "a3", "a4"].map((id) => works(id, "git log -3"));
  const advice = (...story: Story) => candidates(story).map((candidate) => candidate.advice);
  expect(advice(missing, other)).toEqual(["Use `ruby -ryaml` instead of `yq`."]);
  expect(advice(missing, ...looks, other)).toEqual(["Do without `yq`."]);
  expect(advice(missing, works("a2", "ruby -ryaml other.yaml"))).toEqual(["Do without `yq`."]);
});

test("the same call that works after one other command needed that command first", () => {
  const missing = fails("a1", "npm run lint", "sh: 1: frobfmt: not found", 127);
  const again = works("a3", "npm run lint");
  const advice = (...story: Story) => candidates(story).map((candidate) => candidate.advice);
  expect(advice(missing, works("a2", "npm install"), again)).toEqual(["Run `npm install` first."]);
  expect(advice(missing, works("a2", "git status"), again)).toEqual(["Do without `frobfmt`."]);
});
