import { expect, test } from "vitest";
import { withinDeadline } from "./deadline.ts";

test("work that ends in time comes to its result", () => {
  expect(withinDeadline(200, () => "done")).toEqual({ is: "done", result: "done" });
  expect(withinDeadline(200, () => undefined)).toEqual({ is: "done", result: undefined });
});

test("work that never ends is stopped", () => {
  const attempt = withinDeadline(200, () => {
    let rounds = 0;
    while (rounds >= 0) rounds += 1;
  });
  expect(["stopped", "busy"]).toContain(attempt.is);
});

test("an expression that never comes to an end is stopped", () => {
  const endless = new RegExp("^(?:a+)+$");
  const attempt = withinDeadline(200, () => endless.test(`${"a".repeat(40)}b`));
  expect(["stopped", "busy"]).toContain(attempt.is);
});

test("what goes wrong in the work goes wrong outside", () => {
  const failing = () =>
    withinDeadline(200, () => {
      throw new Error("broken");
    });
  expect(failing).toThrow("broken");
});
