import { expect, test } from "vitest";
import { plainMessage } from "./plain-message.ts";

const messages: readonly (readonly [string, string])[] = [
  ["/bin/bash: line 12: frob: command not found", "frob: command not found"],
  ["(eval):3: no matches found: *.tmp", "no matches found: *.tmp"],
  ["zsh:1: command not found: frob", "command not found: frob"],
  ["npm error code ENEEDAUTH", "code ENEEDAUTH"],
  ["remote: error: GH013: Rule violations found.", "GH013: Rule violations found"],
  ["PreToolUse:Fetch hook error: [/opt/hooks/a.sh]: Use the mirror", "Use the mirror"],
  ['level=error msg="no files to check"', 'no files to check"'],
  ["open /home/[user]/work/demo/cache/ab12: not permitted", "open …/ab12: not permitted"],
  ["Get https://proxy.example.com/mod/list failed", "Get proxy.example.com failed"],
  ["\u001B[31mred\u001B[0m [?25lalert", "red alert"],
  ["token [redacted:token] is bad", "token … is bad"],
  ["error: ", "error"],
];

test.each(messages)("%j is told as %j", (message, plain) => {
  expect(plainMessage(message)).toBe(plain);
});
