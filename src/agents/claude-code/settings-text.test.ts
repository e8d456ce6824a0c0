import fc from "fast-check";
import { expect, test } from "vitest";
import { ourStatusLine, statusLineIn, withoutStatusLine, withStatusLine } from "./settings-text.ts";
import { law } from "../../../test/kit/law.ts";

const file = "settings.json";
const ours = ourStatusLine("/home/me/.lessons/hook");

test("it is set where there is none, and taken out again to the byte", () => {
  const text = '{\n  // mine\n  "model": "opus",\n}\n';
  const changed = withStatusLine(text, ours, file);
  expect(changed).toBe(
    '{\n  // mine\n  "model": "opus",\n  "statusLine": {\n    "type": "command",\n    "command": "/home/me/.lessons/hook/node /home/me/.lessons/hook/lessons-statusline.cjs"\n  },\n}\n',
  );
  expect(withoutStatusLine(changed, file)).toBe(text);
});

test("an empty file becomes one", () => {
  expect(statusLineIn(withStatusLine("", ours, file), file)).toBe(ours);
});

test.each([
  ["{}", undefined],
  ['{"statusLine":{"type":"command","command":"mine.sh"}}', "mine.sh"],
  ['{"statusLine":null}', ""],
])("what stands in %s is %j", (text, command) => {
  expect(statusLineIn(text, file)).toBe(command);
});

test("a folder with any name is one word for the shell", () => {
  expect(ourStatusLine("/home/it's me/h")).toBe(
    "'/home/it'\\''s me/h/node' '/home/it'\\''s me/h/lessons-statusline.cjs'",
  );
});

test("whatever else is in the file stays", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()).filter((value) => !("statusLine" in value)),
      fc.constantFrom(0, 2),
      (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const changed = withStatusLine(text, ours, file);
        expect(JSON.parse(withoutStatusLine(changed, file))).toEqual(JSON.parse(text));
        expect(JSON.parse(changed).statusLine.command).toBe(ours);
      },
    ),
    law(),
  );
});
