import { expect, test } from "vitest";
import { protocolText, protocolVersion } from "./protocol.ts";

const forms = ["short", "full"] as const;
/** Fewer than a token has in English prose, so that the estimate is too high rather than too low. */
const charactersPerToken = 3.5;

test.each(forms)("the %s protocol takes at most 250 tokens", (form) => {
  expect(protocolText(form).length / charactersPerToken).toBeLessThanOrEqual(250);
});

test("the short protocol is shorter", () => {
  expect(protocolText("short").length).toBeLessThan(protocolText("full").length * 0.6);
});

test.each(forms)("the %s protocol names its version", (form) => {
  expect(protocolText(form)).toContain(`protocol ${protocolVersion}`);
});
