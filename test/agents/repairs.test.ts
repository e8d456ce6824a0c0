import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestsOf, textIn, toolResultsIn, type ToolResult } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { lessons, runWithLessons } from "./kit/lessons.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls, subagent } from "./kit/script.ts";

const shells = ["/bin/bash", "/usr/bin/zsh"];
const said = (results: readonly ToolResult[]) => results.map(({ text }) => text).join("\n");

/** A folder with programs that no PATH names. */
function folderWithPrograms({ home }: Sandbox): string {
  const folder = join(realpathSync(home), "tools");
  mkdirSync(folder, { mode: 0o755 });
  for (const name of ["sing", "gh"])
    writeFileSync(join(folder, name), "#!/bin/sh\necho la la\n", { mode: 0o755 });
  return folder;
}

for (const SHELL of shells)
  test.skipIf(!existsSync(SHELL))(`repairs that are on are seen in ${SHELL}`, async () => {
    const sandbox = freshSandbox();
    const folder = folderWithPrograms(sandbox);
    lessons(sandbox, ["repairs", "on", "zsh-globs"]);
    lessons(sandbox, ["repairs", "on", "zsh-equals"]);
    lessons(sandbox, ["repairs", "on", "path", folder]);
    lessons(sandbox, ["repairs", "on", "gh-repo", "octocat/hello"]);
    const run = await runWithLessons(sandbox, {
      prompt: "go",
      environment: { SHELL },
      script: {
        main: [
          calls(bash("echo nothing*here; echo ===; sing; echo $GH_REPO")),
          calls(subagent("look around")),
          "done",
        ],
        subagent: [calls(bash("sing")), "seen"],
      },
    });
    const main = requestsOf(run, "main");
    expect(textIn(main[0])).toContain(
      `Repairs on: zsh globs (nonomatch), zsh equals signs (no equals), PATH (${folder}), GH_REPO (octocat/hello)`,
    );
    expect(toolResultsIn(main[1])).toEqual([
      { text: "nothing*here\n===\nla la\noctocat/hello", isError: false },
    ]);
    expect(said(toolResultsIn(requestsOf(run, "subagent")[1]))).toBe("la la");
  });

test.skipIf(!existsSync("/usr/bin/zsh"))(
  "in zsh the same line fails without the repair, and again after it is switched off and the session resumed",
  async () => {
    const sandbox = freshSandbox();
    const go = (more = {}) =>
      runWithLessons(sandbox, {
        prompt: "go",
        environment: { SHELL: "/usr/bin/zsh" },
        script: { main: [calls(bash("echo nothing*here")), "done"] },
        ...more,
      });
    const answer = async (more = {}) => {
      const run = await go(more);
      return { run, text: said(toolResultsIn(requestsOf(run, "main")[1])) };
    };
    expect((await answer()).text).toContain("no matches found");
    lessons(sandbox, ["repairs", "on", "zsh-globs"]);
    const { run, text } = await answer();
    expect(text).toBe("nothing*here");
    expect((await answer({ resume: run.sessionId })).text).toBe("nothing*here");
    lessons(sandbox, ["repairs", "off", "zsh-globs"]);
    expect((await answer({ resume: run.sessionId })).text).toContain("no matches found");
  },
);

test("an agent cannot switch a repair on, and the calls that one concerns are marked by the next scan", async () => {
  const sandbox = freshSandbox();
  lessons(sandbox, ["repairs", "on", "path", folderWithPrograms(sandbox)]);
  lessons(sandbox, ["repairs", "on", "gh-repo", "octocat/hello"]);
  const program = join(import.meta.dirname, "../../dist/lessons.js");
  const switching = `'${process.execPath}' '${program}' repairs on zsh-globs`;
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [calls(bash(switching)), calls(bash("gh pr view")), calls(bash("ls")), "done"],
    },
  });
  const [refused] = toolResultsIn(requestsOf(run, "main")[1]);
  expect(refused?.text).toContain("an agent cannot switch repairs; a person can");
  lessons(sandbox, ["scan", "--auto"]);
  const { calls: made } = JSON.parse(lessons(sandbox, ["ledger", "--json"])) as {
    calls: readonly { command: string; treatment: string | null }[];
  };
  const marks = made.map(({ command, treatment }) => [command.split(/\s/u)[0], treatment]);
  expect(marks).toContainEqual(["gh", "repaired"]);
  expect(marks).toContainEqual(["ls", null]);
});
