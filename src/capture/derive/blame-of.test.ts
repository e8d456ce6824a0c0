import { expect, test } from "vitest";
import { messageSubject } from "./blame-of.ts";

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
  ["bad-argument", 'Unknown JSON field: "color"', "color"],
  ["port-in-use", "listen EADDRINUSE: address already in use :::3000", "3000"],
  ["zsh-glob", "zsh:1: no matches found: /home/[user]/x*", undefined],
  ["git-lock", "fatal: Unable to create 'index.lock'", undefined],
  ["constructor", "unknown option -x", undefined],
];

test.each(messages)("the %s %j is about %j", (failureClass, headline, subject) => {
  expect(messageSubject({ failureClass, headline })).toBe(subject);
});
