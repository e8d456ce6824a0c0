import { expect, test } from "vitest";
import { claudeCodeHook } from "./hook.ts";

test("the answers are the ones that the program accepts", () => {
  const { adviceAnswer, holdAnswer, userNotice } = claudeCodeHook;
  expect([adviceAnswer("PreToolUse", 'a\n"b"'), holdAnswer("wait"), userNotice("2 noted")]).toEqual(
    [
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"a\\n\\"b\\""}}',
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"wait"}}',
      '{"systemMessage":"2 noted"}',
    ],
  );
});

test.each([
  ["/h/.claude/session-env/5e55/sessionstart-hook-0.sh", {}, true],
  ["/c/session-env/5e55/sessionstart-hook-0.sh", { CLAUDE_CONFIG_DIR: "/c/" }, true],
  ["/h/.claude/session-env/5e55/sessionstart-hook-0.sh", { CLAUDE_CONFIG_DIR: "/c" }, false],
  ["/h/.claude/session-env/../settings.sh", {}, false],
  ["/h/.claude/session-env/5e55/../x.sh", {}, false],
  ["/h/.claude/session-env/x.sh", {}, false],
  ["/h/my-env.sh", {}, false],
  ["", {}, false],
])("%j is a file of the session with %j: %s", (file, environment, isOfSession) => {
  const named = claudeCodeHook.environmentFile({ ...environment, CLAUDE_ENV_FILE: file }, "/h");
  expect(named).toBe(isOfSession ? file : undefined);
});
