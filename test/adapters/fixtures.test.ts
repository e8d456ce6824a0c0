import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codexScribes } from "./codex-scribe.ts";
import { copilotScribes } from "./copilot-scribe.ts";
import { piScribes } from "./pi-scribe.ts";
import { readWrittenLog } from "./read-written-log.ts";

/**
 * A short log of every generation of a format, written by hand after what the real program writes, and
 * beside it all that is read in it. `npx vitest run test/adapters/fixtures.test.ts -u` writes the latter: read what changed.
 */
const folder = join(import.meta.dirname, "..", "fixtures", "agents");

for (const [scribe] of [codexScribes, copilotScribes, piScribes]) {
  if (scribe === undefined) continue;
  const { agent } = scribe.adapter;
  const path = scribe.write([])?.path ?? "";
  const versions = readdirSync(join(folder, agent)).filter((name) => name.endsWith(".jsonl"));

  test.for(versions)(`${agent}: %s is read whole`, async (name) => {
    const lines = readFileSync(join(folder, agent, name), "utf8")
      .trimEnd()
      .split("\n");
    const { events, unknown, unreadable } = readWrittenLog(scribe, { shape: "lines", path, lines });
    expect({ unknown, unreadable }).toEqual({ unknown: 0, unreadable: 0 });
    const listed = events.map(({ is, ...event }) => JSON.stringify({ is, ...event })).join("\n");
    const golden = join(folder, agent, name.replace(/\.jsonl$/, ".events.txt"));
    await expect(`${listed}\n`).toMatchFileSnapshot(golden);
  });
}
