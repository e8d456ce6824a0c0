import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { logExcerpt } from "../../src/capture/session/log-excerpt.ts";
import { openReview } from "../../src/review/review-rows.ts";
import { allScribes } from "../adapters/all-scribes.ts";
import type { Story } from "../adapters/scribe.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { missingPython } from "./one-session.ts";
import { openCodeForm, writeLog, writeStoredSession } from "./written-session.ts";

const token = `ghp_${"a1B2".repeat(9)}`;
const story: Story = [
  { step: "person-says", text: `build it with ${token}` },
  ...missingPython("call-1"),
];

const forms = allScribes.flatMap(({ title }) => {
  const plan = { form: title, number: 1, project: "/srv/api", story };
  if (title === openCodeForm)
    return [{ title, write: (home: Home) => home.writeDatabase([writeStoredSession(plan)]) }];
  const file = writeLog(plan);
  // What a person exported is in no agent's folder.
  if (file === undefined || !file.path.startsWith(".")) return [];
  return [{ title, write: (home: Home) => home.write(file) }];
});

test.each(forms)(
  "$title: the log says what was asked, what failed and what came next",
  async ({ write }) => {
    const home = new Home();
    write(home);
    const environment = { HOME: home.folder };
    const context = { ...freshContext(), place: { environment, workingDirectory: home.folder } };
    home.scan(context);
    const { cards } = await openReview(context);
    const [sighting] = cards[0]?.sightings ?? [];
    if (sighting === undefined) throw new Error("nothing was seen");
    const lines = logExcerpt(context, sighting);
    const texts = lines.map(({ by, text, isMistake }) => `${isMistake ? "!" : " "} ${by}: ${text}`);
    expect(texts).toContain("! call: $ python build.py");
    expect(texts.join("\n")).toContain("! result: bash: python: command not found");
    expect(texts).toContain("  call: $ python3 build.py");
    expect(texts.join("\n")).not.toContain(token);
    rmSync(home.folder, { recursive: true });
    expect(logExcerpt(context, sighting)).toEqual([]);
  },
);
