import { expect, test } from "vitest";
import { messageSubject, plainMessage } from "./blame.ts";

const messages: readonly (readonly [string, string, string | undefined])[] = [
  ["no-such-flag", "tar: illegal option -- Q", "-Q"],
  ["no-such-flag", "error: unexpected argument '--now' found", "--now"],
  ["no-such-flag", "error: unknown option `no-edit'", "--no-edit"],
  ["no-such-flag", "flag provided but not defined: -fast", "-fast"],
  ["command-not-found", "sh: 1: frob: not found", "frob"],
  ["command-not-found", "@demo/core build: /bin/sh: line 1: frob: command not found", "frob"],
  ["no-such-subcommand", 'Error: unknown command "sing" for "frob"', "sing"],
  ["no-such-task", 'error: Script not found "polish"', "polish"],
  ["zsh-glob", "zsh:1: == not found", "==="],
  ["missing-variable", "run.sh: line 3: DEMO_KEY: unbound variable", "DEMO_KEY"],
  ["no-such-field", 'Unknown JSON field: "color"', "color"],
  ["port-in-use", "listen EADDRINUSE: address already in use :::3000", "3000"],
  ["zsh-glob", "zsh:1: no matches found: /home/[user]/x*", undefined],
  ["git-lock", "fatal: Unable to create 'index.lock'", undefined],
  ["constructor", "unknown option -x", undefined],
];

test.each(messages)("the %s %j is about %j", (failureClass, headline, subject) => {
  expect(messageSubject({ failureClass, headline })).toBe(subject);
});

const plainMessages: readonly (readonly [string, string])[] = [
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

test.each(plainMessages)("%j is told as %j", (message, plain) => {
  expect(plainMessage(message)).toBe(plain);
});
