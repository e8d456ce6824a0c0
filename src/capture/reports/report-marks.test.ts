import fc from "fast-check";
import { expect, test } from "vitest";
import { protocolText } from "./protocol.ts";
import { reportsIn as marked } from "./report-marks.ts";
import { law } from "../../../test/kit/law.ts";

const reportsIn = (message: string) =>
  marked(message).flatMap(({ text, isFinished }) => (isFinished ? [text] : []));

const tag = (mistake: string) => `#lesson\nmistake: ${mistake}\n#/lesson`;
const block = "[PROCESS_KNOWLEDGE]\ntype: pitfall\n[/PROCESS_KNOWLEDGE]";

test("reports come as they stand in the message, in its order", () => {
  expect(reportsIn(`Done.\n${tag("one")}\nand\n${block}\n${tag("two")}\nBye.`)).toEqual([
    tag("one"),
    block,
    tag("two"),
  ]);
});

test.each([
  ["quoted", "> #lesson\n> mistake: one\n> #/lesson"],
  ["in a list", "- #lesson\n  mistake: one\n  #/lesson"],
  ["in bold", "**#lesson**\nmistake: one\n**#/lesson**"],
  ["in capitals", "#LESSON\nmistake: one\n#/LESSON"],
  ["in mixed case", "#Lesson\nmistake: one\n#/lesson"],
  ["of a block in lower case", "[process_knowledge]\ntype: pitfall\n[/Process_Knowledge]"],
  ["as code", "`#lesson`\nmistake: one\n`#/lesson`  "],
])("marks that are %s are marks", (_, report) => {
  expect(reportsIn(`Done.\n${report}\n`)).toEqual([report]);
});

test("lines of Windows are lines", () => {
  expect(reportsIn("#lesson\r\nmistake: one\r\n#/lesson\r\n")).toEqual([
    "#lesson\r\nmistake: one\r\n#/lesson\r",
  ]);
});

test.each([
  ["no report", "All done."],
  ["one that has no end", "#lesson\nmistake: one"],
  ["words about the mark", "I write #lesson when I learn something.\n#/lesson"],
  ["the protocol's own example", protocolText("full")],
  ["a mark behind a long line of signs", `${">".repeat(300)} #lesson\nmistake: one\n#/lesson`],
])("%s is none", (_, message) => {
  expect(reportsIn(message)).toEqual([]);
});

test.each([
  ["the last one", `${tag("one")}\n${tag("two")}\n#lesson:cancel`, [tag("one")]],
  ["the two last ones", `${tag("one")}\n${tag("two")}\n#lesson:cancel\n#lesson:cancel`, []],
  ["a block", `${tag("one")}\n${block}\n> **#lesson:cancel**`, [tag("one")]],
  ["nothing that comes later", `#lesson:cancel\n${tag("one")}`, [tag("one")]],
  ["what is not finished", `${tag("one")}\n#lesson\nmistake: two\n#lesson:cancel`, [tag("one")]],
  ["the last one with an end behind it", `${tag("one")}\n#lesson:cancel\n#/lesson`, []],
  ["the last one in capitals", `${tag("one")}\n#LESSON:CANCEL`, []],
  ["another one by its name", `${tag("one")}\n#lesson:cancel stash-ab12`, [tag("one")]],
  [
    "nothing from within a block",
    `[PROCESS_KNOWLEDGE]\n#lesson:cancel\n[/PROCESS_KNOWLEDGE]`,
    ["[PROCESS_KNOWLEDGE]\n#lesson:cancel\n[/PROCESS_KNOWLEDGE]"],
  ],
])("a cancel takes back %s", (_, message, left) => {
  expect(reportsIn(message)).toEqual(left);
});

test("as many are left as were reported and not taken back since", () => {
  const step = fc.constantFrom("report", "cancel");
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const left: string[] = [];
      const message = steps.map((each, index) => {
        if (each === "report") left.push(tag(`${index}`));
        else left.pop();
        return each === "report" ? tag(`${index}`) : "#lesson:cancel";
      });
      expect(reportsIn(message.join("\n\n"))).toEqual(left);
    }),
    law(),
  );
});

test.each([
  ["spaces", " "],
  ["stars", "*"],
  ["quotation marks", ">"],
  ["spaces between words", `${" ".repeat(199)}x`],
  ["short lines of signs", `${"*".repeat(150)}x\n`],
  ["lines of spaces", `x${" ".repeat(198)}x\n`],
  ["beginnings", "#lesson\n"],
  ["whole reports", `${tag("one")}\n`],
  ["cancels", "#lesson:cancel\n"],
])("a message of %s takes time in proportion to its length", (_, part) => {
  const message = `#lesson\nx${part.repeat(Math.ceil(131_072 / part.length))}x`;
  expect(cpuMs(() => reportsIn(message))).toBeLessThan(1000);
});

/** Time of the processor, not of the clock: others work on the same machine. */
function cpuMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1000;
}
