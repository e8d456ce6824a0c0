import { expect, test } from "vitest";
import { readShellOutput } from "./answer.ts";

const blocked =
  "Command injection detected: command substitution syntax ($(), backticks, <() or >()) found in command arguments. This is a security risk and the command was blocked.";

test.each([
  [
    "an exit code",
    "Output: oops\nExit Code: 7\nProcess Group PGID: 1",
    { output: "oops", exitStatus: 7 },
  ],
  [
    "no exit code, which is 0",
    "Output: fine\nProcess Group PGID: 1",
    { output: "fine", exitStatus: 0 },
  ],
  ["nothing to show", "Output: (empty)\nProcess Group PGID: 1", { output: "", exitStatus: 0 }],
  ["a signal", "Output: half\nSignal: 15\nProcess Group PGID: 1", { output: "half" }],
  [
    "an exit code that the command printed",
    "Output: a\nExit Code: 3\nExit Code: 1\nProcess Group PGID: 1",
    { output: "a\nExit Code: 3", exitStatus: 1 },
  ],
  [
    "an error that the command printed",
    "Output: a\nError: two tests failed\nProcess Group PGID: 1",
    { output: "a\nError: two tests failed", exitStatus: 0 },
  ],
  [
    "a command that looks like the frame",
    "Output: Exit Code: 9\nProcess Group PGID: 1",
    { output: "Exit Code: 9", exitStatus: 0 },
  ],
  ["no end that anybody saw", "Output: a", { output: "a" }],
  [
    "the frame of older versions",
    "Command: cat <<X\nX\nDirectory: (root)\nOutput: a\nb\nError: (none)\nExit Code: 2\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 1",
    { output: "a\nb", exitStatus: 2 },
  ],
  [
    "the end by a signal in older versions",
    "Command: sleep 9\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: (none)\nSignal: 15\nBackground PIDs: (none)\nProcess Group PGID: 1",
    { output: "" },
  ],
  [
    "the background",
    "Command moved to background (PID: 4).",
    { output: "Command moved to background (PID: 4)." },
  ],
  [
    "a person who stopped it",
    "Command was cancelled by user before it could complete. There was no output before it was cancelled.",
    { ending: "interrupted", output: "" },
  ],
  [
    "a person who stopped it before it began",
    "Command was cancelled by user before it could start.",
    { ending: "interrupted", output: "" },
  ],
  ["a command that Gemini itself blocks", blocked, { ending: "refused", output: blocked }],
])("%s is read from what the model was shown", (_, text, expected) => {
  expect(readShellOutput(text)).toEqual(expected);
});
