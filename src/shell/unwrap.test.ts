import { expect, test } from "vitest";
import { unwrap } from "./unwrap.ts";

test.each([
  ["sudo -E -H ls", ["sudo"], "ls"],
  ["sudo -nu deploy -- ls -l", ["sudo"], "ls -l"],
  ["sudo -udeploy --group=x --chdir /tmp ls", ["sudo"], "ls"],
  ["doas -u root ls", ["doas"], "ls"],
  ["env -i - -u NAME --chdir=/tmp ls", ["env"], "ls"],
  ["timeout -s KILL -k 5 10s ls", ["timeout"], "ls"],
  ["gtimeout --signal=TERM --foreground 5 ls", ["gtimeout"], "ls"],
  ["xargs -0 -r -n 1 -P4 -I {} ls {}", ["xargs"], "ls {}"],
  ["nice -n 5 ionice -c3 nohup ls", ["nice", "ionice", "nohup"], "ls"],
  ["nice -10 ls", ["nice"], "ls"],
  ["stdbuf -oL -e 0 ls", ["stdbuf"], "ls"],
  [
    "time -p exec -a name command -p builtin setsid ls",
    ["time", "exec", "command", "builtin", "setsid"],
    "ls",
  ],
  ["/usr/bin/time -f %e ls", ["time"], "ls"],
  ["sudo --not-an-option ls", ["sudo"], "ls"],
  ["npx ls", [], "npx ls"],
])("%j is %j around %j", (line, wrappers, command) => {
  const words = line.split(" ");
  const unwrapped = unwrap(words);
  expect(unwrapped.wrappers).toEqual(wrappers);
  expect(words.slice(unwrapped.start).join(" ")).toBe(command);
});

test("the variables that a wrapper sets are told from its options", () => {
  const words = ["env", "A=secret", "-u", "B", "sudo", "C=a b", "ls", "D=1"];
  expect(unwrap(words)).toEqual({
    start: 6,
    wrappers: ["env", "sudo"],
    assigned: ["A=secret", "C=a b"],
    innerLine: undefined,
  });
});

test.each([
  "",
  "env",
  "env A=1",
  "sudo -v",
  "sudo -l ls",
  "command -v git",
  "timeout 5",
  "xargs -n 1",
])("%j runs nothing else, so it is the program itself", (line) => {
  expect(unwrap(line.split(" "))).toEqual({
    start: 0,
    wrappers: [],
    assigned: [],
    innerLine: undefined,
  });
});

test("no more than 8 wrappers are taken off", () => {
  const words = [...Array.from({ length: 10 }, () => "nohup"), "ls"];
  expect(unwrap(words).start).toBe(8);
});

test.each([
  ["sh -c LINE", 2],
  ["bash -lc LINE name argument", 2],
  ["zsh -c -l LINE", 3],
  ["bash --norc --rcfile file -euo pipefail -c -- LINE", 8],
  ["dash +o posix -ec LINE", 4],
  ["/bin/sh -c LINE", 2],
])("the line that %j runs is the word at %j", (line, at) => {
  expect(unwrap(line.split(" ")).innerLine).toEqual({ text: "LINE", from: at, to: at + 1 });
});

test.each(["bash script.sh -c x", "bash", "bash -c", "bash --noprofile", "fish -c x"])(
  "%j runs no line",
  (line) => {
    expect(unwrap(line.split(" ")).innerLine).toBeUndefined();
  },
);

test("eval runs its words as one line", () => {
  expect(unwrap(["sudo", "eval", "a b", "&&", "c"])).toEqual({
    start: 1,
    wrappers: ["sudo"],
    assigned: [],
    innerLine: { text: "a b && c", from: 2, to: 5 },
  });
});
