import { expect, test } from "vitest";
import { personText } from "./message.ts";

const none: ReadonlySet<string> = new Set();

test.each([
  ["plain text", "use tabs", "use tabs"],
  ["a list of parts", [{ text: "use" }, "tabs"], "use\ntabs"],
  [
    "words beside an image",
    [{ inlineData: { mimeType: "image/png", data: "AAAA" } }, { text: "like this" }],
    "like this",
  ],
  [
    "words beside what a hook said",
    [{ text: "<hook_context>a</hook_context>use tabs<hook_context>b" }],
    "use tabs",
  ],
  [
    "files that were named",
    [{ text: "see @a.ts" }, { text: "--- Content from referenced files ---" }, { text: "let a" }],
    "see @a.ts",
  ],
  ["a command for the program", "/compress now", undefined],
  ["a path", "/home/dev/project is the wrong place", "/home/dev/project is the wrong place"],
  ["the program asking to go on", "System: Please continue.", undefined],
  [
    "the description of the workspace",
    [{ text: "<session_context>\nhello\n</session_context>" }],
    undefined,
  ],
  [
    "the editor's context",
    "Here is the user's editor context as a JSON object. This is for your information only.",
    undefined,
  ],
  ["a thought", [{ text: "hm", thought: true }], undefined],
  [
    "the answer to a call",
    [{ functionResponse: { id: "c", response: {} } }, { text: "binary" }],
    undefined,
  ],
  ["nothing", undefined, undefined],
])("%s", (_, content, expected) => {
  expect(personText({ type: "user", content }, none)).toBe(expected);
});

test("what was typed is taken from the text for display", () => {
  const message = {
    type: "user",
    content: [{ text: "all of it" }],
    displayContent: [{ text: "a part" }],
  };
  expect(personText(message, none)).toBe("a part");
  expect(personText(message, new Set(["all of it"]))).toBeUndefined();
});
