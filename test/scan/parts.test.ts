import { expect, test } from "vitest";
import { formatOf } from "../../src/agents/formats.ts";
import { claudeCode } from "../../src/agents/claude-code/sessions.ts";
import { readGrowingLog, type LogPart } from "../../src/capture/scan/read-log.ts";
import { configDefaults } from "../../src/platform/configuration/settings.ts";
import { beginning } from "../../src/platform/files/read-lines.ts";
import { noon } from "../kit/store.ts";
import { Home } from "./home.ts";
import { storyOf } from "./moves.ts";
import { session } from "./one-session.ts";

const options = {
  settings: configDefaults.detectors,
  redact: (text: string) => text,
  fallbackTime: noon,
  identifyProject: (id: string) => ({ id, label: id }),
  callsPerPart: 1,
};

const story = storyOf(
  (["corrected", "fixed", "loop", "tagged", "corrected", "diagnosed", "withdrawn"] as const).map(
    (move, variant) => ({ move, variant }),
  ),
  "call",
);

test("only the last part is the last", () => {
  const home = new Home();
  home.write(session(1, story));
  const lasts = readParts(home.at(session(1, story).path)).map(({ part }) => part.isLast);
  expect(lasts).toEqual(lasts.map((_, index) => index === lasts.length - 1));
});

test("reading goes on behind any part as if it had not stopped", () => {
  const home = new Home();
  home.write(session(1, story));
  const path = home.at(session(1, story).path);
  const all = readParts(path).map(({ atOnce }) => atOnce);
  expect(all.length).toBeGreaterThan(5);
  for (const [index, atOnce] of all.entries()) {
    const { place, memory } = JSON.parse(atOnce) as LogPart;
    const rest = readParts(path, { place, memory }).map((part) => part.atOnce);
    // The last part is what is left behind the last call, here again and empty.
    expect(rest.slice(0, -1)).toEqual(all.slice(index + 1, -1));
  }
});

function readParts(
  path: string,
  start: Parameters<typeof readGrowingLog>[2] = { place: beginning },
) {
  const format = formatOf(claudeCode.agent, path);
  if (format?.shape !== "lines") throw new Error("a log of lines");
  const parts: { readonly part: LogPart; readonly atOnce: string }[] = [];
  readGrowingLog(path, format, start, options, (part) => {
    parts.push({ part, atOnce: JSON.stringify(part) });
  });
  return parts;
}
