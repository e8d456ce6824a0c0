import fc from "fast-check";
import { expect, test } from "vitest";
import { measureGrowth } from "../../match/pattern/speed.ts";
import { moreFields, plainText, simpleValue, valueOrObject, wholeNumber } from "./grammar.ts";
import { law } from "../../../test/kit/law.ts";

/** What is written like JSON, and what is nearly JSON. */
const nearlyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  fc.string({
    unit: fc.constantFrom(
      '"',
      "\\",
      "u",
      "n",
      "0",
      "1",
      "-",
      ".",
      "e",
      "+",
      "{",
      "}",
      ":",
      ",",
      "\t",
    ),
    maxLength: 8,
  }),
  fc
    .string({
      unit: fc.constantFrom("\\", '"', "/", "x", "u", "0041", "n", "\u0001", "é"),
      maxLength: 6,
    })
    .map((text) => `"${text}"`),
  fc.constantFrom(
    "null",
    "true",
    "false",
    "nul",
    "TRUE",
    "01",
    "-",
    "1.",
    ".5",
    "1e5",
    "-0",
    "NaN",
  ),
);

test("law: a simple value is what JSON.parse takes as one", () => {
  const whole = new RegExp(`^${simpleValue}$`);
  fc.assert(
    fc.property(nearlyValue, (text) => {
      expect(whole.test(text)).toBe(isSimple(parsed(text)) && text === text.trim());
    }),
    law({ quick: 5000 }),
  );
});

test("law: what a value with an object matches is JSON", () => {
  const whole = new RegExp(`^${valueOrObject(valueOrObject(simpleValue))}$`);
  const objects = fc
    .array(fc.tuple(fc.constantFrom('"a"', '"b_1"', '"c', "d"), nearlyValue), { maxLength: 3 })
    .map((fields) => `{${fields.map(([name, value]) => `${name}:${value}`).join(",")}}`);
  fc.assert(
    fc.property(objects, (text) => {
      if (whole.test(text)) expect(parsed(text)).toBeTypeOf("object");
    }),
    law({ quick: 3000 }),
  );
  expect(whole.test('{"a":{"b":1,"c":"}"},"d":null}')).toBe(true);
  expect(whole.test('{"a":{"b":{}}}')).toBe(false);
});

test("further fields have none of the names that were kept apart", () => {
  const whole = new RegExp(`^${moreFields(simpleValue, "id", "type")}$`);
  expect(
    ["", ',"ids":1,"my_type":"x"', ',"id":1', ',"a":1,"type":"x"', ',"i\\u0064":1', '"a":1'].map(
      (fields) => whole.test(fields),
    ),
  ).toEqual([true, true, false, false, false, false]);
});

test("law: plain text and whole numbers are their own decoding", () => {
  fc.assert(
    fc.property(nearlyValue, (text) => {
      const plain = new RegExp(`^${plainText}$`).exec(text)?.[1];
      expect(plain).toBe(plain === undefined ? undefined : parsed(text));
      const whole = new RegExp(`^${wholeNumber}$`).exec(text)?.[1];
      expect(whole && Number(whole)).toBe(whole === undefined ? undefined : parsed(text));
    }),
    law({ quick: 3000 }),
  );
});

test("no text takes it long", () => {
  const fields = `^\\{"a":${simpleValue}${moreFields(valueOrObject(simpleValue), "id")}\\}$`;
  expect(measureGrowth({ source: fields, flags: "" })).toBeUndefined();
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSimple(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
