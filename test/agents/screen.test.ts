import { expect, test } from "vitest";
import { ClaudeTerminal } from "./kit/claude-terminal.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessons, lessonsPlugin, onCommand, pitfall } from "./kit/lessons.ts";
import { bash, calls } from "./kit/script.ts";
import { startScriptedModel } from "./kit/scripted-model.ts";

test("on the screen: how many facts there are, why a call was held, what was corrected, and what came with an error", async () => {
  const sandbox = freshSandbox();
  const fix = {
    how: "instead" as const,
    from: "ecko",
    to: "echo",
    times: 3,
    repairs: 3,
    sessions: 3,
  };
  keep(
    sandbox,
    pitfall("touch with care", onCommand("^touch\\b"), { delivery: "hold" }),
    pitfall("ecko is no program", onCommand("^ecko\\b"), {
      slug: "no-ecko",
      delivery: "fix",
      fix,
    }),
    pitfall("no-such-jq is missing", {
      ...onCommand("^no-such-jq\\b"),
      injectOn: ["PostToolUseFailure"],
    }),
    pitfall("not looked at yet", onCommand("^git status\\b"), { status: "candidate" }),
  );
  lessons(sandbox, ["config", "set", "notify", "all"]);
  const model = await startScriptedModel({
    main: [
      calls(bash("touch touched")),
      calls(bash("ecko fine")),
      calls(bash("no-such-jq .")),
      "done",
    ],
  });
  try {
    const flags = ["--plugin-dir", lessonsPlugin, "--permission-mode", "default"];
    const screen = new ClaudeTerminal(sandbox, model.url, [...flags, "--allowedTools=Bash"]);
    await screen.shows("SessionStart:startup says: lessons: 3 facts");
    await screen.shows("1 needs you");
    await screen.shows("/lessons:review");
    await screen.type("go");
    await screen.shows("says: lessons: Held once: touch with care → take care: touch with care");
    await screen.shows(
      "says: lessons: This call was corrected before it ran: `echo` instead of `ecko`. ecko is no program (lessons show no-ecko)",
    );
    await screen.shows("says: lessons: no-such-jq is missing → take care: no-such-jq is missing");
    expect(await screen.leave()).toBe(0);
  } finally {
    await model.close();
  }
});
