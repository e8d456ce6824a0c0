import { expect, test } from "vitest";
import { withinDeadline } from "./deadline.ts";

test("work that ends in time comes to its result", () => {
  expect(withinDeadline(() => "done")).toEqual({ is: "done", result: "done" });
  expect(withinDeadline(() => undefined)).toEqual({ is: "done", result: undefined });
});

test("work that never ends is stopped", () => {
  const attempt = withinDeadline(() => {
    let rounds = 0;
    while (rounds >= 0) rounds += 1;
  });
  expect(["stopped", "busy"]).toContain(attempt.is);
});

test("an expression that never comes to an end is stopped", () => {
  const endless = new RegExp("^(?:a+)+$");
  const attempt = withinDeadline(() => endless.test(`${"a".repeat(40)}b`));
  expect(["stopped", "busy"]).toContain(attempt.is);
});

test("what goes wrong in the work goes wrong outside", () => {
  const failing = () =>
    withinDeadline(() => {
      throw new Error("broken");
    });
  expect(failing).toThrow("broken");
});
