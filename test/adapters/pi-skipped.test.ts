import { expect, test } from "vitest";
import { piScribes } from "./pi-scribe.ts";
import { readWrittenLog } from "./read-written-log.ts";
import type { Scribe } from "./scribe.ts";

const [scribe] = piScribes as readonly [Scribe];

test("a call of Pi that was skipped because a person spoke never ran", () => {
  const log = scribe.write([
    { step: "shell", callId: "a", command: "make", exitStatus: 1, output: "skipped" },
  ]);
  if (log?.shape !== "lines") throw new Error("Pi writes lines");
  const [result = ""] = log.lines.slice(-1);
  const record = JSON.parse(result) as { message: object };
  const content = [{ type: "text", text: "Skipped due to queued user message." }];
  const skipped = { ...record, message: { ...record.message, content, isError: true } };
  const lines = [...log.lines.slice(0, -1), JSON.stringify(skipped)];
  const { events } = readWrittenLog(scribe, { ...log, lines });
  expect(events.filter(({ is }) => is === "result")).toMatchObject([
    { callId: "a", ending: "cancelled" },
  ]);
});
