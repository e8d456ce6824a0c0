import { expect, test } from "vitest";
import { examineSpace } from "./home-checks.ts";

test("a full disk is broken, a nearly full one a warning, and space enough is only said", () => {
  expect(examineSpace(9_999_999)).toMatchObject({ severity: "broken" });
  expect(examineSpace(10_000_000)).toMatchObject({ severity: "warning" });
  expect(examineSpace(200_000_000)).toBe("200 MB free");
  expect(examineSpace(31_500_000_000)).toBe("31 GB free");
});
