import { expect, test } from "vitest";
import { isHangComplaint } from "./hang-complaint.ts";

test.each([
  "it's stuck",
  "its hanging again",
  "this hangs when I run it",
  "the tests have been stuck for ten minutes",
  "seems frozen",
  "this is taking forever",
  "the command never returns",
])("%s is a complaint", (text) => {
  expect(isHangComplaint(text)).toBe(true);
});

test.each([
  "I'm stuck on the types, any idea?",
  "we are stuck mid-merge",
  "the picture hangs on the left",
  "```\nit's stuck\n```",
  "wait for the build",
])("%s is none", (text) => {
  expect(isHangComplaint(text)).toBe(false);
});
