import { expect, test } from "vitest";
import { diskFindings } from "./check-disk.ts";

test("a full disk is broken, a nearly full one a warning, and space enough is only said", () => {
  expect(diskFindings(9_999_999).findings).toMatchObject([{ severity: "broken" }]);
  expect(diskFindings(10_000_000).findings).toMatchObject([{ severity: "warning" }]);
  expect(diskFindings(200_000_000)).toEqual({ findings: [], fine: "200 MB free" });
  expect(diskFindings(31_500_000_000)).toEqual({ findings: [], fine: "31 GB free" });
});
