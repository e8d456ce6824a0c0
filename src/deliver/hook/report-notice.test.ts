import { expect, test } from "vitest";
import { reportsIn } from "../../capture/reports/report-marks.ts";
import { reportNotice } from "./report-notice.ts";

const deploy = "#lesson\nmistake: deploy stops without a target\nfix: name one\n#/lesson";
const checklist =
  '[PROCESS_KNOWLEDGE]\ntype: checklist\nlabel: "Files of a release"\nchecklist:\n  items:\n    - a\n[/PROCESS_KNOWLEDGE]';

test.each([
  ["nothing", "All done.", ""],
  [
    "one",
    `Done.\n${deploy}`,
    '1 lesson was reported in this answer: "deploy stops without a target". To review it: lessons scan, then lessons review',
  ],
  [
    "two, written otherwise",
    `${deploy.replace("#lesson", "**#LESSON**")}\n${checklist}`,
    '2 lessons were reported in this answer: "deploy stops without a target", "Files of a release". To review them: lessons scan, then lessons review',
  ],
  [
    "one that is not finished",
    "#Lesson\nmistake: deploy stops",
    '1 report was rejected: "deploy stops" (it has no #/lesson). All: lessons scan problems',
  ],
  [
    "one that does not say what goes wrong, beside a good one",
    `${deploy}\n#lesson\nfix: try again\n#/lesson`,
    '1 lesson was reported in this answer: "deploy stops without a target". To review it: lessons scan, then lessons review' +
      " 1 report was rejected: a #lesson tag (it does not say what goes wrong). All: lessons scan problems",
  ],
  [
    "a block of a kind that nobody knows",
    "[PROCESS_KNOWLEDGE]\ntype: poem\nlabel: Roses\n[/PROCESS_KNOWLEDGE]",
    '1 report was rejected: "Roses" (its type "poem" is unknown). All: lessons scan problems',
  ],
  ["the protocol itself", "#lesson\nmistake: <what went wrong and why>\nfix: <fix>\n#/lesson", ""],
])("the person reads what was reported and what was refused: %s", (_, answer, notice) => {
  expect(reportNotice(reportsIn(answer))).toBe(notice);
});

test("a long label is cut, and of many only the first are named", () => {
  const many = Array.from(
    { length: 5 },
    (_, at) => `#lesson\nmistake: m${at} ${"x".repeat(90)}\n#/lesson`,
  );
  const notice = reportNotice(reportsIn(many.join("\n")));
  expect(notice).toMatch(/^5 lessons were reported in this answer: "m0 x{56}…", .* and 2 more\. /u);
});
