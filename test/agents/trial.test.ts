import { expect, test } from "vitest";
import { isWithheld } from "../../src/deliver/trial/assignment.ts";
import { ActedAgent } from "../kit/acted-agent.ts";
import { requestsOf } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessons, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls } from "./kit/script.ts";

const failing = {
  command: "no-such-jq . a.json",
  exitStatus: 127,
  error: "/bin/bash: line 1: no-such-jq: command not found",
};
const words = "Lesson from your history: no-such-jq is missing.";

interface Report {
  readonly id: string;
  readonly draw: unknown;
  readonly overAll: Readonly<Record<string, unknown>>;
}

function reportOf(sandbox: Sandbox, ...args: readonly string[]): Report {
  return JSON.parse(lessons(sandbox, ["trial", ...args, "--json"])).trial;
}

test("a trial over 40 sessions, six of them with the real program, ends in a report", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall(
      "no-such-jq is missing",
      { ...onCommand("^no-such-jq\\b"), injectOn: ["PostToolUseFailure"] },
      { slug: "no-jq" },
    ),
  );
  // The test says when logs are read.
  lessons(sandbox, ["config", "set", "autoScanIntervalHours", "0"]);
  lessons(sandbox, ["trial", "start", "--share", "50%"]);
  const { id } = reportOf(sandbox);
  const lesson = JSON.parse(lessons(sandbox, ["show", "no-jq", "--json"])).lesson.id as string;
  const isWithout = (session: string) =>
    isWithheld({ id, share: 500, lessons: [lesson] }, session, lesson);

  const counts = { without: { hits: 0, all: 0 }, with: { hits: 0, all: 0 } };
  const count = (session: string, isAgain: boolean) => {
    const side = counts[isWithout(session) ? "without" : "with"];
    side.all += 1;
    side.hits += isAgain ? 1 : 0;
  };

  // The real program: whoever has read the lesson does it another way, whoever has not does it again.
  for (let number = 0; number < 6; number += 1) {
    let isTold = false;
    const run = await runWithLessons(sandbox, {
      prompt: "go",
      script: {
        main: (body, turn) => {
          if (turn === 0) return calls(bash(failing.command));
          isTold = JSON.stringify(body.messages).includes(words);
          if (turn === 1) return calls(bash(isTold ? "echo fine" : failing.command));
          return "done";
        },
      },
    });
    expect(requestsOf(run, "main")).toHaveLength(3);
    expect(isTold).toBe(!isWithout(run.sessionId));
    count(run.sessionId, !isTold);
  }

  // The others are played, with the same hook: 17 of each side.
  const agent = new ActedAgent(sandbox.home, sandbox.project);
  const ids = Array.from(
    { length: 200 },
    (_, number) => `5e55101a-0000-4000-8000-${String(number).padStart(12, "0")}`,
  );
  for (const isOnSide of [isWithout, (session: string) => !isWithout(session)])
    for (const [number, session] of ids.filter(isOnSide).slice(0, 17).entries()) {
      const isAgain = isWithout(session) ? number % 6 !== 0 : number % 6 === 0;
      const said = agent.session(
        session,
        failing,
        () => failing.command,
        () => (isAgain ? failing.command : "echo fine"),
      );
      expect(said.includes(words)).toBe(!isWithout(session));
      count(session, isAgain);
    }

  lessons(sandbox, ["scan", "--auto", "--json"]);
  const page = lessons(sandbox, ["trial", "stop"]).replaceAll(/\s+/gu, " ");
  const { draw, overAll } = reportOf(sandbox);
  expect(counts.without.all + counts.with.all).toBe(40);
  expect(draw).toEqual({ all: 40, without: counts.without.all, isAsDrawn: true });
  expect(overAll).toMatchObject({ ...counts, says: "helps" });
  expect(page).toContain("40 sessions, 40 pairs of session and lesson");
  expect(page).toContain(`mistake repeated in ${counts.without.hits} of ${counts.without.all}`);
  expect(page).toContain("lessons prevent the mistake");
  expect(page).toContain("Limits");
}, 180_000);
