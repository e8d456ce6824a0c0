import fc from "fast-check";
import { expect, test } from "vitest";
import { anySettingsText } from "../../../test/kit/arbitrary-settings.ts";
import {
  appendTo,
  cutOut,
  itemsOf,
  parseJsonText,
  plainValue,
  propertiesOf,
  propertyOf,
  valueOf,
  type JsonNode,
} from "./text.ts";
import { law } from "../../../test/kit/law.ts";

const entry = { list: [1, { a: "b" }] };

test("a new property stands at the end, laid out like the others", () => {
  expect(added('{\n    "a": 1\n}\n')).toBe(
    '{\n    "a": 1,\n    "new": {\n        "list": [\n            1,\n            {\n                "a": "b"\n            }\n        ]\n    }\n}\n',
  );
  expect(added('{"a":1}')).toBe('{"a":1,"new":{"list":[1,{"a":"b"}]}}');
});

test("tabs, line ends, comments and trailing commas stay what they are", () => {
  expect(added('{\r\n\t"a": 1, // one\r\n}', 2)).toBe('{\r\n\t"a": 1,\r\n\t"new": 2, // one\r\n}');
  expect(added('{\n  "a": 1 // one\n}', 2)).toBe('{\n  "a": 1,\n  "new": 2 // one\n}');
  expect(added("{ /* nothing yet */ }", 2)).toBe('{\n  "new": 2\n /* nothing yet */ }');
});

test("into an empty object it is spread, and the brace gets a line of its own", () => {
  expect(added("{}", 2)).toBe('{\n  "new": 2\n}');
  expect(added('{\n  "a": {}\n}', 2, "a")).toBe('{\n  "a": {\n    "new": 2\n  }\n}');
  expect(added('{"a":{}}', 2, "a")).toBe('{"a":{"new":2}}');
});

test("cutting out takes one comma and no comment of another line", () => {
  expect(cut('{ "a": 1, "b": 2, "c": 3 }', "b")).toBe('{ "a": 1, "c": 3 }');
  expect(cut('{ "a": 1, "b": 2 }', "b")).toBe('{ "a": 1 }');
  expect(cut('{ "b": 2, "c": 3 }', "b")).toBe('{ "c": 3 }');
  expect(cut('{\n  "a": 1, // one\n  "b": 2 }', "b")).toBe('{\n  "a": 1 // one\n  }');
  expect(cut('{\n  // mine\n  "b": 2 // more\n}', "b")).toBe("{\n  // mine\n  // more\n}");
});

test("of two properties of the same name the last one holds", () => {
  expect(added('{"a":{},"a":{}}', 2, "a")).toBe('{"a":{},"a":{"new":2}}');
});

test("what is wrong with a text has a place; blank text has no tree and is no error", () => {
  expect(parseJsonText('{"a": }')).toEqual({ brokenAt: 6 });
  expect(parseJsonText(" \n")).toEqual({ root: undefined });
});

test("what is appended can be cut out again, and every byte is as it was", () => {
  fc.assert(
    fc.property(anySettingsText({ hasEmpty: false }), fc.boolean(), (marked, isList) => {
      const text = marked.replace(/^\uFEFF/, "");
      const list = valueOf(propertyOf(rootOf(text), "last"));
      const container = isList && list !== undefined ? list : rootOf(text);
      const longer = appendTo(text, container, entry, isList && list ? {} : { name: "new" });
      const again = rootOf(longer);
      const node =
        isList && list
          ? itemsOf(valueOf(propertyOf(again, "last"))).at(-1)
          : propertyOf(again, "new");
      expect(node && cutOut(longer, node)).toBe(text);
    }),
    law({ quick: 500 }),
  );
});

test("appending says nothing else than before, and more", () => {
  fc.assert(
    fc.property(anySettingsText(), (marked) => {
      const text = marked.replace(/^\uFEFF/, "");
      const before = plainValue(rootOf(text)) as object;
      const after = plainValue(rootOf(appendTo(text, rootOf(text), entry, { name: "new" })));
      expect(Object.entries(after as object)).toEqual([...Object.entries(before), ["new", entry]]);
    }),
    law({ quick: 300 }),
  );
});

test("cutting out any property leaves JSON that says the rest", () => {
  fc.assert(
    fc.property(anySettingsText(), fc.nat(), (marked, number) => {
      const text = marked.replace(/^\uFEFF/, "");
      const properties = propertiesOf(rootOf(text));
      const node = properties[number % Math.max(properties.length, 1)];
      if (node === undefined) return;
      const before = Object.entries(plainValue(rootOf(text)) as object);
      const rest = before.filter(([name]) => name !== node.children?.[0]?.value);
      const after = plainValue(rootOf(cutOut(text, node))) as object;
      expect(Object.entries(after)).toEqual(rest);
    }),
    law({ quick: 500 }),
  );
});

function added(text: string, value: unknown = entry, inside?: string): string {
  const root = rootOf(text);
  const container = inside === undefined ? root : valueOf(propertyOf(root, inside));
  return container === undefined ? "" : appendTo(text, container, value, { name: "new" });
}

function cut(text: string, name: string): string {
  const node = propertyOf(rootOf(text), name);
  return node === undefined ? "" : cutOut(text, node);
}

function rootOf(text: string): JsonNode {
  const parsed = parseJsonText(text);
  if ("root" in parsed && parsed.root !== undefined) return parsed.root;
  throw new Error(`not JSON: ${text}`);
}
