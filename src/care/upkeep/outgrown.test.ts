import { expect, test } from "vitest";
import { outgrownBy, type ToolUse } from "./outgrown.ts";

const use = (day: number, change: Partial<ToolUse> = {}): ToolUse => ({
  session: `s${day}`,
  agent: "claude-code",
  version: "2.1.9",
  model: "old",
  at: `2026-01-${String(day).padStart(2, "0")}`,
  hasSlipped: false,
  ...change,
});
const slip = (day: number) => use(day, { hasSlipped: true });
const many = (count: number, change: Partial<ToolUse>) =>
  Array.from({ length: count }, (_, index) => use(10 + index, change));

test.each([
  ["a newer version", { version: "2.1.10" }],
  ["another model", { model: "new" }],
])("a slip is outgrown when %s had enough occasions and never made it", (_, change) => {
  expect(outgrownBy([slip(1), slip(2), ...many(10, change)])).toEqual({
    sessions: 10,
    before: { made: 2, all: 2 },
  });
  expect(outgrownBy([slip(1), slip(2), ...many(9, change)])).toBeUndefined();
});

test("a rare slip needs more occasions: three times as many as one is expected in", () => {
  const before = [slip(1), use(2), use(3), use(4), slip(5)];
  const rare = before.map((each, index) => (index === 0 ? use(1) : each));
  expect(outgrownBy([...rare, ...many(14, { model: "new" })])).toBeUndefined();
  expect(outgrownBy([...rare, ...many(15, { model: "new" })])?.sessions).toBe(15);
});

test("sessions like those that slipped, and what is not known, say nothing", () => {
  expect(outgrownBy([slip(1), ...many(20, {})])).toBeUndefined();
  expect(outgrownBy([slip(1), ...many(20, { version: "2.1.8" })])).toBeUndefined();
  expect(outgrownBy([slip(1), ...many(20, { version: null, model: null })])).toBeUndefined();
  expect(outgrownBy(many(20, { model: "new" }))).toBeUndefined();
});

test("who makes it again has not outgrown it", () => {
  const again = use(19, { model: "new", hasSlipped: true });
  expect(outgrownBy([slip(1), ...many(9, { model: "new" }), again])).toBeUndefined();
});
