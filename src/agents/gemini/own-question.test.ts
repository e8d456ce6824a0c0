import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { listLogs } from "../list-logs.ts";
import { gemini } from "./sessions.ts";

const digest = "ab".repeat(32);

test("a chat in which we asked ourselves is no log, whether its folder has the name or a digest of it", () => {
  const home = freshFolder();
  const write = (path: string, text: string) => {
    const file = join(home, ".gemini/tmp", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write("lessons-ask-x1y2z3/chats/session-1.jsonl", "{}\n");
  write(`${digest}/chats/session-2.json`, "{}");
  write(`${digest}/.project_root`, "/tmp/lessons-ask-Q0w9e8\n");
  write("lessons/chats/session-3.jsonl", "{}\n");
  write(`${"cd".repeat(32)}/chats/session-4.json`, "{}");
  write(`${"ef".repeat(32)}/chats/session-5.json`, "{}");
  write(`${"ef".repeat(32)}/.project_root`, "/srv/api\n");
  const { logs } = listLogs([gemini], { home, environment: {} }, { extraPlaces: [] });
  expect(logs.map(({ path }) => path.slice(-"session-1.json".length))).toEqual([
    "session-4.json",
    "session-5.json",
    "ession-3.jsonl",
  ]);
});
