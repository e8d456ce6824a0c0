import { expect, test } from "vitest";
import { citationsIn } from "./citations.ts";

test.each([
  ["This applies ADR-003 and avoids PF-012.", ["applies ADR-003", "avoids PF-012"]],
  ["**Applies** is no verb here, but Applies `ADR-1234` is", ["applies ADR-1234"]],
  ["applies ADR-003, and again applies ADR-003", ["applies ADR-003"]],
  ["cite `applies ADR-NNN` / `avoids PF-NNN`", []],
  ["ADR-003 alone, reapplies ADR-004, applies ADR-5", []],
])("in %j there are %j", (text, citations) => {
  expect(citationsIn(text).map(({ verb, entry }) => `${verb} ${entry}`)).toEqual(citations);
});
