import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../test/kit/law.ts";
import { forgottenText, makeForget } from "./forgotten.ts";

const forget = makeForget([forgottenText("Zanzibar Corp"), forgottenText("ключ-42")]);

test("it is known again in any capitals, wherever it stands and however often", () => {
  expect(forget("zanzibar corp, ZANZIBAR CORP; КЛЮЧ-42")).toBe(
    "[redacted:forgotten], [redacted:forgotten]; [redacted:forgotten]",
  );
});

test("law: what was not forgotten stays, and what was is gone", () => {
  const word = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom("Zanzibar", "Corp", "ключ"));
  fc.assert(
    fc.property(fc.array(word), fc.array(word), (before, after) => {
      const [left, right] = [before.join(" "), after.join(" ")];
      fc.pre(!/zanzibar corp|ключ-42/i.test(`${left} ${right}`));
      expect(forget(`${left} ${right}`)).toBe(`${left} ${right}`);
      expect(forget(`${left}Zanzibar Corp${right}`)).toBe(`${left}[redacted:forgotten]${right}`);
    }),
    law(),
  );
});

test("what is remembered neither says what it was nor that two are the same", () => {
  const [one, other] = [forgottenText("Zanzibar Corp"), forgottenText("Zanzibar Corp")];
  expect(JSON.stringify(one)).not.toMatch(/zanzibar/i);
  expect(one.digest).not.toBe(other.digest);
});
