import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutOurLessons } from "../../src/agents/recorded-text.ts";
import { holdReason } from "../../src/agents/our-text/hold-reason.ts";
import { renderLesson } from "../../src/deliver/text/lesson-text.ts";
import { protocolExample, protocolText } from "../../src/capture/reports/protocol.ts";
import { findReports } from "../../src/capture/reports/find-reports.ts";
import { anyNastyLesson } from "../kit/delivery-samples.ts";
import { law } from "../kit/law.ts";

/** What we tell an agent comes back in its answers and in its logs. */

const forms = ["short", "full"] as const;
const origin = { sessions: 4, lastSeenAt: "2026-11-02T09:30:00.000Z" };

test("whatever a lesson says, an agent that repeats it reports nothing", () => {
  fc.assert(
    fc.property(anyNastyLesson, (lesson) => {
      const { text, shortText } = renderLesson(lesson, origin);
      expect(findReports(`${text}\n${shortText}`)).toEqual([]);
    }),
    law({ quick: 500 }),
  );
});

test.each(forms)("an agent that repeats the %s protocol reports nothing", (form) => {
  const text = protocolText(form);
  const quoted = text.replaceAll(/^/gmu, "> ");
  const fenced = `I was told this:\n\n\`\`\`\n${text}\n\`\`\`\n`;
  expect([text, quoted, fenced].flatMap(findReports)).toEqual([]);
});

test("the example with other words is a report, field by field", () => {
  const text = protocolText("full")
    .replace(protocolExample.trigger, "cargo test")
    .replace(protocolExample.mistake, "cargo test runs no example")
    .replace(protocolExample.fix, "add --examples")
    .replace(protocolExample.tags, "lang:rust, tool:cargo");
  expect(
    findReports(text).map((report) => (report.is === "lesson" ? report.draft : report)),
  ).toEqual([
    {
      kind: "pitfall",
      summary: "cargo test runs no example",
      body: { mistake: "cargo test runs no example", remediation: "add --examples" },
      tags: ["lang:rust", "tool:cargo"],
      triggers: { toolNames: ["Bash"] },
      triggerText: "cargo test",
      flags: [],
    },
  ]);
});

test("the short protocol filled in is a report, too", () => {
  const text = protocolText("short")
    .replace("<what went wrong and why>", "cargo test runs no example")
    .replace("<what to do instead>", "add --examples");
  expect(findReports(text)).toMatchObject([
    { is: "lesson", draft: { body: { remediation: "add --examples" } } },
  ]);
});

test("a reader of logs finds nothing of ours in the refusal", () => {
  const inLog = `PreToolUse:Bash hook error: ${holdReason("### HIGH pitfall: x", "x")}`;
  expect(withoutOurLessons(inLog)).toBe("PreToolUse:Bash hook error:");
});
