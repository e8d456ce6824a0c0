import { expect, test } from "vitest";
import { requestsOf, textIn, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls } from "./kit/script.ts";
import { transcripts } from "./kit/transcripts.ts";

test("the person sees how many facts there are and why a call was held, and the model sees neither notice", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall("touch with care", onCommand("^touch\\b"), { delivery: "hold" }),
    pitfall("not looked at yet", onCommand("^git status\\b"), { status: "candidate" }),
  );
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(bash("touch touched")), "done"] },
  });
  const held = "Held once: touch with care → take care: touch with care";
  expect(noticesIn(sandbox)).toEqual([
    expect.stringMatching(
      /^lessons: 1 fact\b.* · 1 needs you\b.*\b1 candidate\b.*: \/?lessons[ :]review$/,
    ),
    `lessons: ${held}`,
  ]);
  const [, second] = requestsOf(run, "main");
  expect(toolResultsIn(second)[0]?.text.split("\n")[0]).toBe(`PreToolUse:Bash hook error: ${held}`);
  expect(textIn(second)).not.toMatch(/lessons: (?:1 fact|Held once)/);
});

/** What the program showed to the person for hooks, as its own log keeps it. */
function noticesIn(sandbox: Sandbox): readonly unknown[] {
  return transcripts(sandbox)
    .flatMap(({ lines }) => lines)
    .flatMap(({ attachment }) => {
      const { type, content } = (attachment ?? {}) as Readonly<Record<string, unknown>>;
      return type === "hook_system_message" ? [content] : [];
    });
}
