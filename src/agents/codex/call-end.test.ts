import { expect, test } from "vitest";
import { endOfOutput } from "./call-end.ts";

const frame = { type: "input_text", text: "Script completed\nWall time 0.6 seconds\nOutput:\n" };
const printed = (result: object) => [frame, { type: "input_text", text: JSON.stringify(result) }];

test("a script that prints what a command returned says how it ended, whichever fields it chose", () => {
  const output = "error: no such thing\n";
  const ended = { ending: undefined, exitStatus: 101, output, durationMs: 600 };
  expect(endOfOutput(printed({ exit_code: 101, output }))).toEqual(ended);
  expect(endOfOutput(printed({ output, exit_code: 101 }))).toEqual(ended);
  expect(endOfOutput(printed({ chunk_id: "1", exit_code: 101, output }))).toEqual(ended);
});

test("what a script prints of its own is its output", () => {
  const text = JSON.stringify({ name: "exit_code", count: 3 });
  expect(endOfOutput([frame, { type: "input_text", text }])).toMatchObject({
    exitStatus: undefined,
    output: text,
  });
});
