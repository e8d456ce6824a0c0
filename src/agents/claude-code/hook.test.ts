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
