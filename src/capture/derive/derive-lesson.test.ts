import { expect, test } from "vitest";
import type { ReportStory } from "../episodes/episode.ts";
import { reportDraft } from "./derive-lesson.ts";

const report = (triggerText: string, ...toolNames: readonly string[]): ReportStory => ({
  is: "report",
  from: "tag",
  isFull: false,
  draft: {
    kind: "pitfall",
    summary: "s",
    body: { mistake: "m", remediation: "r" },
    tags: [],
    triggers: toolNames.length === 0 ? {} : { toolNames },
    triggerText,
    flags: [],
  },
});

test.each([
  ["src/api/client.ts", ["Edit"], { toolNames: ["Edit"], pathPatterns: ["**/client.ts"] }],
  ["src/api/client.ts", [], { pathPatterns: ["**/client.ts"] }],
  ["deploy.sh", ["Bash"], { toolNames: ["Bash"], commandPatterns: ["^deploy\\.sh\\b"] }],
  ["git push --force", [], { commandPatterns: ["^git\\s+push(?!\\S)(?=.*\\s--force(?![^\\s=]))"] }],
])("the trigger %s with the tools %j aims at %j", (text, tools, triggers) => {
  expect(reportDraft([report(text, ...tools)], "global", "global").triggers).toEqual(triggers);
});
