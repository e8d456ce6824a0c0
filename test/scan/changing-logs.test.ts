import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import type { Context } from "../../src/platform/context.ts";
import { freshContext } from "../kit/store.ts";
import { Home, inStore } from "./home.ts";
import { correction, missingPython, session } from "./one-session.ts";
import type { WrittenFile } from "./written-session.ts";

const first = session(1, [...missingPython("a"), ...missingPython("b")]);
const other = session(1, correction("no, that's wrong, never edit the generated files by hand"));

const changes: readonly (readonly [what: string, change: (home: Home) => void])[] = [
  ["shrank", (home) => home.write(first, first.text.length / 2)],
  ["is empty now", (home) => home.write({ ...first, text: "" })],
  ["was written anew, shorter", (home) => home.write({ ...first, text: other.text })],
  ["was written anew, longer", (home) => home.write({ ...first, text: twice(other.text) })],
  [
    "was written anew with the same beginning and a longer end",
    (home) => {
      const behind = linesOf(session(1, [...missingPython("y"), ...missingPython("z")]));
      const text = [...linesOf(first).slice(0, 6), ...behind.slice(1)].join("");
      home.write({ ...first, text });
    },
  ],
  [
    "was replaced by another of the same size",
    (home) => replace(home, { ...first, text: first.text.replaceAll("python", "pythom") }),
  ],
  ["was replaced by a larger one", (home) => replace(home, { ...first, text: twice(other.text) })],
  [
    "was deleted and came back",
    (home) => {
      rmSync(home.at(first.path));
      home.write(first);
    },
  ],
  [
    "was deleted and came back as another",
    (home) => {
      rmSync(home.at(first.path));
      home.write({ ...first, text: other.text });
    },
  ],
  [
    "grew by a line without an end",
    (home) => home.write({ ...first, text: first.text.slice(0, -1) }),
  ],
  ["grew by a blank line", (home) => home.write({ ...first, text: `${first.text}\n\n` })],
  [
    "grew by bytes that are no text",
    (home) => append(home, Buffer.from([0xff, 0xfe, 0x22, 0xc3, 0x28, 0x0a])),
  ],
];

test.each(changes)("a log that %s is known as one scan would know it", (_, change) => {
  const home = new Home();
  home.write(first);
  const often = inStore((context) => {
    home.scan(context);
    change(home);
    home.scan(context);
    home.scan(context);
  });
  expect(often).toEqual(home.scanned());
});

test("a log that is gone keeps what was found in it", () => {
  const home = new Home();
  home.write(first);
  const before = home.scanned();
  const after = inStore((context) => {
    home.scan(context);
    rmSync(home.at(first.path));
    home.scan(context);
    home.scan(context, { isFull: true });
  });
  expect(after).toEqual(before);
});

test("a log whose memory another version of us wrote is read again, and nothing is doubled", () => {
  const home = new Home();
  home.write(first, first.text.length / 2);
  const often = inStore((context) => {
    home.scan(context);
    context.database.exec("UPDATE log_memories SET memory = json_set(memory, '$.version', 0)");
    home.write(first);
    home.scan(context);
  });
  expect(often).toEqual(home.scanned());
});

test("lines with a carriage return may be torn anywhere", () => {
  const home = new Home();
  const windows = { ...first, text: first.text.replaceAll("\n", "\r\n") };
  home.write(windows);
  const once = home.scanned();
  const often = inStore((context) => {
    for (let at = windows.text.indexOf("\r"); at >= 0; at = windows.text.indexOf("\r", at + 1)) {
      home.write(windows, at);
      home.scan(context);
    }
    home.write(windows);
    home.scan(context);
  });
  expect(often).toEqual(once);
});

test("two records on one line may be torn between them", () => {
  const home = new Home();
  const glued = { ...first, text: linesOf(first).join("").replace("}\n{", "}{") };
  home.write(glued, glued.text.indexOf("}{") + 1);
  const often = inStore((context) => {
    home.scan(context);
    home.write(glued);
    home.scan(context);
  });
  const once = home.scanned();
  expect({ ...often, logs: [] }).toEqual({ ...once, logs: [] });
});

test("folders, links and pipes that are called like logs are no logs", () => {
  const home = new Home();
  const folder = dirname(home.at(first.path));
  mkdirSync(`${folder}/folder.jsonl`, { recursive: true });
  writeFileSync(`${home.folder}/elsewhere.jsonl`, first.text);
  symlinkSync(`${home.folder}/elsewhere.jsonl`, `${folder}/link.jsonl`);
  symlinkSync(`${home.folder}/nowhere.jsonl`, `${folder}/dangling.jsonl`);
  symlinkSync(folder, `${folder}/circle`);
  const context = freshContext();
  expect(home.scan(context)).toMatchObject({
    logs: { found: 0, read: 0, unchanged: 0 },
    unreadable: { count: 0, places: [] },
  });
});

test("the same file under two names is two logs, and its calls count once", () => {
  const home = new Home();
  home.write(first);
  linkSync(home.at(first.path), home.at(first.path.replace(".jsonl", "0.jsonl")));
  const context = freshContext();
  expect(home.scan(context).logs.read).toBe(2);
  expect(countOf(context, "calls WHERE is_copy = 0")).toBe(4);
});

test.skipIf(process.getuid?.() === 0)(
  "a log that may not be read is said, the others are read",
  () => {
    const home = new Home();
    home.write(first);
    home.write(session(2, missingPython("c")));
    chmodSync(home.at(first.path), 0o000);
    const context = freshContext();
    const { logs, unreadable } = home.scan(context);
    expect({ read: logs.read, count: unreadable.count, places: unreadable.places }).toEqual({
      read: 1,
      count: 1,
      places: [{ file: `~/${first.path}`, problem: expect.stringContaining("permission denied") }],
    });
    chmodSync(home.at(first.path), 0o600);
    expect(home.scan(context).logs.read).toBe(1);
  },
);

test("a record that cannot be read is counted with its place, and the lines after it are read", () => {
  const home = new Home();
  const [head = "", ...rest] = linesOf(first);
  home.write({ ...first, text: [head, '{"torn": \n', ...rest].join("") });
  const context = freshContext();
  const { calls, unreadable } = home.scan(context);
  expect({ calls, unreadable }).toEqual({
    calls: 4,
    unreadable: {
      count: 1,
      places: [{ file: `~/${first.path}`, line: 2, problem: "is not a record of this format" }],
    },
  });
  expect(home.scan(context)).toMatchObject({ logs: { read: 0 }, unreadable: { count: 0 } });
});

function linesOf({ text }: WrittenFile): readonly string[] {
  return text.split(/(?<=\n)/);
}

function twice(text: string): string {
  return text + text.replaceAll("uuid-1-", "uuid-1-again-");
}

/** Another file under the name, as editors save. */
function replace(home: Home, file: WrittenFile): void {
  home.write({ ...file, path: `${file.path}.new` });
  renameSync(home.at(`${file.path}.new`), home.at(file.path));
}

function append(home: Home, bytes: Buffer): void {
  writeFileSync(home.at(first.path), bytes, { flag: "a" });
}

function countOf({ database }: Context, what: string): number {
  return Number(database.prepare(`SELECT count(*) AS count FROM ${what}`).get()?.["count"]);
}
