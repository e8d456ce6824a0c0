import { appendFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder, noon } from "../../../test/kit/store.ts";
import { claudeCode } from "../../agents/claude-code/sessions.ts";
import { gemini } from "../../agents/gemini/sessions.ts";
import type { Adapter } from "../../agents/adapter.ts";
import type { FoundLog } from "../../agents/list-logs.ts";
import { beginningOf, formatLogMemory, logTask, pathKeyOf } from "./log-task.ts";
import { SessionFold } from "../session/session-fold.ts";
import type { LogMark } from "../ledger/logs.ts";
import { configDefaults } from "../../platform/configuration/settings.ts";

const incremental = { isFull: false };
const memory = formatLogMemory({
  reader: null,
  fold: new SessionFold({
    settings: configDefaults.detectors,
    redact: (text) => text,
    fallbackTime: noon,
    identifyProject: (id) => ({ id, label: id }),
  }).memory(),
});
const memoryOf = () => memory;

test("a log that was never read is read from its beginning", () => {
  const log = logWith("one\ntwo\n");
  const { dev, ino, mtimeMs } = log.stats;
  expect(logTask(log, undefined, memoryOf, incremental)).toEqual({
    agent: "claude-code",
    path: log.path,
    pathKey: pathKeyOf(log.path),
    identity: `${dev}:${ino}`,
    size: 8,
    modifiedMs: mtimeMs,
    from: { byte: 0, line: 0 },
  });
});

test("a log that has not changed is not read", () => {
  const log = logWith("one\n");
  expect(logTask(log, markOf(log), memoryOf, incremental)).toBeUndefined();
});

test("a log that has not changed is read again when everything is", () => {
  const log = logWith("one\n");
  const task = logTask(log, markOf(log), memoryOf, { isFull: true });
  expect({ from: task?.from, memory: task?.memory }).toEqual({
    from: { byte: 0, line: 0 },
    memory: undefined,
  });
});

test("a log that grew is read on from where it was left", () => {
  const log = logWith("one\ntw");
  const mark = markOf(log, { byte: 4, line: 1 });
  appendFileSync(log.path, "o\n");
  const task = logTask(found(log.path), mark, memoryOf, incremental);
  expect({ from: task?.from, memory: task?.memory, size: task?.size }).toEqual({
    from: { byte: 4, line: 1 },
    memory,
    size: 8,
  });
});

const changes: readonly (readonly [what: string, change: (path: string) => void])[] = [
  ["shrank below where it was left", (path) => writeFileSync(path, "on")],
  ["begins differently", (path) => writeFileSync(path, "one\nTwo\nthree\n")],
  [
    "is another file under the same name",
    (path) => {
      writeFileSync(`${path}.new`, "one\ntwo\nthree\n");
      renameSync(`${path}.new`, path);
    },
  ],
];

test.each(changes)("a log that %s is read from its beginning", (_, change) => {
  const log = logWith("one\ntwo\n");
  const mark = markOf(log);
  change(log.path);
  const task = logTask(found(log.path), mark, memoryOf, incremental);
  expect({ from: task?.from, memory: task?.memory }).toEqual({
    from: { byte: 0, line: 0 },
    memory: undefined,
  });
});

test.each([null, '{"version":0,"state":{}}', "{}"])(
  "a log with the memory %j is read from its beginning",
  (known) => {
    const log = logWith("one\n");
    const mark = markOf(log);
    appendFileSync(log.path, "two\n");
    const task = logTask(found(log.path), mark, () => known, incremental);
    expect({ from: task?.from, memory: task?.memory }).toEqual({
      from: { byte: 0, line: 0 },
      memory: undefined,
    });
  },
);

test("a document that changed is read whole", () => {
  const log = logWith("{}", gemini);
  const mark = markOf(log);
  appendFileSync(log.path, "\n");
  const task = logTask(found(log.path, gemini), mark, memoryOf, incremental);
  expect({ from: task?.from, memory: task?.memory }).toEqual({
    from: { byte: 0, line: 0 },
    memory: undefined,
  });
});

test("a log that vanished after it was found ends nothing: whoever reads it will say so", () => {
  const log = logWith("one\n");
  const mark = { ...markOf(log), size: 2 };
  rmSync(log.path);
  expect(logTask(log, mark, memoryOf, incremental)?.from).toEqual({ byte: 0, line: 0 });
});

test("how a log begins is known up to what was read of it", () => {
  const { path } = logWith("one\n");
  const before = beginningOf(path, 4);
  appendFileSync(path, "two\n");
  expect(beginningOf(path, 4)).toBe(before);
  expect(beginningOf(path, 8)).not.toBe(before);
});

test("the key of a path does not show it", () => {
  expect(pathKeyOf("/home/someone/log.jsonl")).toMatch(/^[\da-f]{32}$/);
  expect(pathKeyOf("/a")).not.toBe(pathKeyOf("/b"));
});

function logWith(text: string, adapter?: Adapter): FoundLog {
  const path = join(freshFolder(), "chat.jsonl");
  writeFileSync(path, text);
  return found(path, adapter);
}

function found(path: string, adapter: Adapter = claudeCode): FoundLog {
  const shape = adapter.shapeOf(path);
  if (shape === undefined) throw new Error(`${path} is no log`);
  return { adapter, shape, path, stats: statSync(path) };
}

/** As a scan would have left it. */
function markOf({ path, stats }: FoundLog, place = { byte: stats.size, line: 1 }): LogMark {
  return {
    number: 1,
    pathKey: pathKeyOf(path),
    identity: `${stats.dev}:${stats.ino}`,
    size: stats.size,
    modifiedMs: stats.mtimeMs,
    projectId: null,
    system: null,
    beginning: beginningOf(path, place.byte),
    ...place,
    records: 1,
    unknownRecords: 0,
    unreadableRecords: 0,
  };
}
