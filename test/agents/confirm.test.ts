import { expect, test } from "vitest";
import { ClaudeTerminal } from "./kit/claude-terminal.ts";
import { requestsOf, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import {
  keep,
  lessons,
  lessonsPlugin,
  onCommand,
  pitfall,
  runWithLessons,
  summaries,
} from "./kit/lessons.ts";
import { textOf, type RequestBody } from "./kit/messages-api.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls, subagent } from "./kit/script.ts";
import { startScriptedModel } from "./kit/scripted-model.ts";

/** A sandbox with a candidate that wants to hold its call, on the list that was last shown. */
function withCandidate(): Sandbox {
  const sandbox = freshSandbox();
  lessons(sandbox, ["init", "--yes", "--settings", `${sandbox.root}/unused-settings.json`]);
  keep(
    sandbox,
    pitfall("look twice", onCommand("^git status\\b"), { slug: "look-twice", status: "candidate" }),
  );
  return sandbox;
}

const decide = calls(bash("lessons review 'approve look-twice hold'"));

/** The digest that our program has printed to the model. */
function digestIn(body: RequestBody): string {
  const text = body.messages.map(({ content }) => textOf(content)).join("\n");
  return /lessons confirm ([0-9a-f]{32})/.exec(text)?.[1] ?? "no digest";
}

const confirm = (body: RequestBody) => calls(bash(`lessons confirm ${digestIn(body)}`));

test.each([
  ["although every command is allowed", ["--permission-mode", "default", "--allowedTools=Bash"]],
  ["although permissions are bypassed", ["--permission-mode", "bypassPermissions"]],
])("on the screen the person is asked about the plan in our words, %s", async (_, flags) => {
  const sandbox = withCandidate();
  const isBypassed = flags.includes("bypassPermissions");
  const model = await startScriptedModel({
    main: (body, turn) => [decide, confirm(body), "all is done"][turn] ?? "ok",
  });
  // The program refuses that mode to the superuser, who tests often are, outside of a sandbox.
  const environment = { ...sandbox.environment, IS_SANDBOX: "1" };
  try {
    const screen = new ClaudeTerminal({ ...sandbox, environment }, model.url, [
      "--plugin-dir",
      lessonsPlugin,
      ...flags,
    ]);
    if (isBypassed) {
      await screen.shows("Yes, I accept");
      screen.press("\u001B[B");
      await screen.shows("❯Yes, I accept");
      screen.press("\r");
    }
    await screen.shows(isBypassed ? "bypass permissions on" : "manual mode on");
    await screen.type("go");
    await screen.shows("lessons confirm");
    await screen.shows("lessons will do this:");
    await screen.shows("approve look-twice as hold (global): look twice");
    await screen.shows("Do you want to proceed?");
    expect(summaries(sandbox, "active")).toEqual([]);
    screen.press("1");
    await screen.shows("all is done");
    expect(summaries(sandbox, "active")).toEqual(["look twice"]);
    expect(lessons(sandbox, ["reviews"])).toContain("by person (permission prompt)");
    expect(await screen.leave()).toBe(0);
  } finally {
    await model.close();
  }
});

test("a plan that the person was asked about and did not confirm is refused by another way", async () => {
  const sandbox = withCandidate();
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: (body, turn) =>
        [
          decide,
          confirm(body),
          calls(bash(`word=confirm; lessons $word ${digestIn(body)}`)),
          "the end",
        ][turn] ?? "ok",
    },
  });
  const [asked, tried] = [2, 3].map((turn) => toolResultsIn(requestsOf(run, "main")[turn])[0]);
  expect(asked?.text).toContain("lessons will do this");
  expect(tried?.text).toContain("no person confirmed this plan");
  expect(summaries(sandbox, "active")).toEqual([]);
});

test.each([
  ["alone", (digest: string) => `lessons confirm ${digest}`],
  ["chained", (digest: string) => `true && lessons confirm ${digest}`],
  ["wrapped", (digest: string) => `bash -c 'lessons confirm ${digest}'`],
  ["piped", (digest: string) => `echo yes | lessons confirm ${digest}`],
])("where nobody can be asked it is refused, %s, whatever is allowed", async (_, line) => {
  const sandbox = withCandidate();
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: (body, turn) => [decide, calls(bash(line(digestIn(body)))), "done"][turn] ?? "ok",
    },
  });
  const [prepared, refused] = [1, 2].map((turn) => toolResultsIn(requestsOf(run, "main")[turn])[0]);
  expect(prepared?.text).toContain("Nothing has changed yet");
  expect(refused?.isError).toBe(true);
  expect(refused?.text).toMatch(/lessons will do this|as a separate command/);
  expect(summaries(sandbox, "active")).toEqual([]);
});

test("in a subagent it is asked about as well", async () => {
  const sandbox = withCandidate();
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    allowedTools: ["Bash", "Agent"],
    script: {
      main: [calls(subagent("confirm it")), "done"],
      subagent: (body, turn) => [decide, confirm(body), "sub done"][turn] ?? "ok",
    },
  });
  const results = requestsOf(run, "subagent").flatMap((request) => toolResultsIn(request));
  expect(results.at(-1)).toMatchObject({
    isError: true,
    text: expect.stringContaining("lessons will do this"),
  });
  expect(summaries(sandbox, "active")).toEqual([]);
});
