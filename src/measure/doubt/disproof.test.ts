import { expect, test } from "vitest";
import { ledgerCall } from "../../../test/kit/ledger.ts";
import { disproves, isDisprovable, provenCommand } from "./disproof.ts";

const ran = (command: string) => ledgerCall({ head: "x", command });

test.each([
  ["not-installed jq", "jq . a.json", true],
  ["not-installed jq", "cat a.json\njq .", true],
  ["not-installed jq", "jq . a.json\nhead", false],
  ["not-installed jq", "jq . a.json\ntrue", false],
  ["not-installed jq", "which jq\njq .", false],
  ["not-installed jq", 'echo "$()"\njq .', false],
  ["not-installed jq", "docker exec box jq .", false],
  ["not-installed jq", "ssh box\njq .", false],
  ["no-option cat -A", "cat -A a", true],
  ["no-option cat -A", "cat a", false],
  ["no-option cat -A", "docker exec box cat -A a", false],
  ["no-option cat", "cat a", false],
  ["no-option git log --frob", "git log --frob=1", true],
  ["no-option git log --frob", "git log --frob --help", false],
  ["no-command rtk bun", "rtk bun run test", true],
  ["no-command rtk bun", "rtk test bun", false],
  ["no-task npm run build", "npm run --silent build", true],
  ["no-task npm run build", "npm run builds", false],
  ["no-option rtk grep", "rtk grep -c x a.txt", false],
  ["timeout jq", "jq .", false],
])("%s is disproved by %j: %s", (name, command, isProof) => {
  const [kind = "", ...subject] = name.split(" ");
  const proven = provenCommand(ran(command));
  const fact = { class: kind, subject: subject.join(" ") };
  expect(proven !== undefined && disproves(proven, fact)).toBe(isProof);
});

test("a call that failed, or that we had a hand in, proves nothing", () => {
  expect(provenCommand(ran("jq ."))?.program).toBe("jq");
  expect(provenCommand({ ...ran("jq ."), outcome: "error" })).toBeUndefined();
  for (const treatment of ["held", "rewritten", "repaired"] as const)
    expect(provenCommand({ ...ran("jq ."), treatment })).toBeUndefined();
});

test("what depends on a state that comes and goes cannot be disproved by a call", () => {
  const named = (name: string) => isDisprovable({ class: name, subject: "" });
  expect(["not-installed", "no-option", "no-command", "no-task"].every(named)).toBe(true);
  expect(["port-in-use", "git-lock", "timeout", "zsh-glob", "toString"].some(named)).toBe(false);
});

test("a host that could not be reached is disproved by the command that failed, not by another one", () => {
  const fact = { class: "unreachable", subject: "example.com" };
  const failed = new Set(["git push"]);
  const shows = (line: string) => {
    const proven = provenCommand(ran(line));
    return proven !== undefined && disproves(proven, fact, failed);
  };
  expect([shows("git push origin main"), shows("git status")]).toEqual([true, false]);
});
