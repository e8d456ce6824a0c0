import { expect, test } from "vitest";
import { makeRedact } from "../redact.ts";

const redact = makeRedact({ home: "/home/alice", userName: "alice" });

test.each([
  ["cd /home/alice/work && ls", "cd ~/work && ls"],
  ["it is in /home/alice.", "it is in ~."],
  [`{"cwd":"/home/alice"}`, `{"cwd":"~"}`],
  [`"out:\\n/home/alice/a.ts"`, `"out:\\n~/a.ts"`],
  ["file:///home/alice/a", "file://~/a"],
  ["/home/alice2/x /home/alice-old/x", "/home/[user]/x /home/[user]/x"],
  ["~/.claude/projects/-home-alice-work/a.jsonl", "~/.claude/projects/-~-work/a.jsonl"],
  ["~/.claude/projects/-home-bob-work", "~/.claude/projects/-home-[user]-work"],
  ["-Users-alice-x", "-Users-[user]-x"],
  ["ls /home/bob/x /Users/bob", "ls /home/[user]/x /Users/[user]"],
  [
    "C:\\Users\\bob\\x C:\\\\Users\\\\bob C:/Users/bob",
    "C:\\Users\\[user]\\x C:\\\\Users\\\\[user] C:/Users/[user]",
  ],
  ["C:\\Users\\Bob B\\x", "C:\\Users\\[user]\\x"],
  ["/c/Users/bob/x /mnt/c/Users/bob/x", "/c/Users/[user]/x /mnt/c/Users/[user]/x"],
  ["/mnt/disk/home/alice/x", "/mnt/disk/home/[user]/x"],
  ["alice@box:~/work$ make", "[user]@box:~/work$ make"],
  ["%2Fhome%2Fbob%2Fx", "%2Fhome%2F[user]%2Fx"],
])("%s becomes %s", (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test("a home on Windows is found however its backslashes are written", () => {
  const onWindows = makeRedact({ home: "C:\\Users\\alice", userName: "alice" });
  expect(onWindows("C:\\Users\\alice\\x C:\\\\Users\\\\alice C:/Users/alice/x")).toBe("~\\x ~ ~/x");
  expect(onWindows("projects\\C--Users-alice-work")).toBe("projects\\-~-work");
});

test("a user name that is also a word is only taken where a name stands", () => {
  const short = makeRedact({ home: "/home/dev", userName: "dev" });
  const text = "npm run dev && cat /dev/null; dev@latest src/dev/a dev: ok";
  expect(short(text)).toBe(text);
  expect(short("/home/dev/x dev@box:~$")).toBe("~/x [user]@box:~$");
});

test("an owner without a home or a name hides nothing by it", () => {
  const nobody = makeRedact({ home: "/", userName: "" });
  expect(nobody("cd / && ls /usr/bin @scope/pkg")).toBe("cd / && ls /usr/bin @scope/pkg");
});
