import { resolve } from "node:path";
import { readBoundedText } from "../../platform/files/read-text-file.ts";
import { Fault } from "../../platform/fault.ts";
import { realPath } from "../../platform/paths.ts";

/** The answer of a reviewer, from the file that somebody names. */
export function readAnswer(workingDirectory: string, typed: string): string {
  const file = readBoundedText(realPath(resolve(workingDirectory, typed)), longestAnswer);
  if ("text" in file) return file.text;
  throw new Fault("file-unreadable", `${typed} ${file.problem}`, {
    hint: "name the file that the reviewer wrote: lessons gates create-runs says where it goes",
  });
}

const longestAnswer = 16_000_000;
