import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../test/kit/store.ts";
import { pauseFile, pauseIn } from "./pause.ts";

const noon = new Date("2026-01-01T12:00:00.000Z");
const onePm = "2026-01-01T13:00:00.000Z";

test.each([
  ["{}", {}],
  [`{"until":"${onePm}"}`, { until: onePm }],
  ['{"until":"2026-01-01T11:00:00.000Z"}', undefined],
  ['{"until":"2026-01-01T12:00:00.000Z"}', undefined],
  ['{"until":"whenever"}', undefined],
  ['{"until":5}', {}],
  ["null", undefined],
  ["", undefined],
  ["{", undefined],
])("at noon, the file %j is the pause %j", (content, pause) => {
  const home = freshFolder();
  writeFileSync(join(home, pauseFile), content);
  expect(pauseIn(home, noon)).toEqual(pause);
});

test("without a file there is no pause", () => {
  expect(pauseIn(freshFolder(), noon)).toBeUndefined();
});
