import { expect, test } from "vitest";
import { findReports } from "./find-reports.ts";
import { protocolText, protocolVersion } from "./protocol.ts";
import { reportsIn } from "./report-marks.ts";

const forms = ["short", "full"] as const;
/** Fewer than a token has in English prose, so that the estimate is too high rather than too low. */
const charactersPerToken = 3.5;

test.each(forms)("the %s protocol takes at most 250 tokens", (form) => {
  expect(protocolText(form).length / charactersPerToken).toBeLessThanOrEqual(250);
});

test("the short protocol is shorter", () => {
  expect(protocolText("short").length).toBeLessThan(protocolText("full").length * 0.6);
});

test("the protocol teaches the block form once, short, and neither reader takes it for a report", () => {
  const text = protocolText("full");
  const blocks =
    text.match(/^\[PROCESS_KNOWLEDGE\]\n(?:.+\n){1,3}\[\/PROCESS_KNOWLEDGE\]$/gmu) ?? [];
  expect(blocks).toHaveLength(1);
  expect(blocks[0]?.length).toBeLessThan(130);
  expect(protocolText("short")).not.toContain("PROCESS_KNOWLEDGE");
  expect([findReports(text), reportsIn(text)]).toEqual([[], []]);
  const said = blocks[0]?.replace("<what for>", "Release").replaceAll("<step>", "tag it") ?? "";
  expect(findReports(said)).toMatchObject([{ draft: { kind: "checklist", summary: "Release" } }]);
});

test.each(forms)("the %s protocol names its version", (form) => {
  expect(protocolText(form)).toContain(`protocol ${protocolVersion}`);
});
