import { outputLines } from "./output-lines.ts";

/**
 * The line of an output that says what went wrong: the first that opens like a complaint, else the
 * exception at the end of a traceback, else the first. Empty when there is none.
 */
export function tellingLine(output: string): string {
  const lines = outputLines(output);
  const complaint = lines.find((line) => complaints.test(line));
  if (complaint !== undefined) return complaint.trim();
  const exception = lines.findLast((line) => exceptions.test(line));
  return (exception ?? lines[0] ?? "").trim();
}

/** Who speaks, then what is wrong; or what is wrong at the end of the line. */
const complaints = new RegExp(
  [
    /^(?:[\w./() -]{1,60}: ){0,3}(?:error|Error|ERROR|fatal|FATAL|panic|illegal|invalid|unknown)\b/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:unrecognized|unexpected|[Nn]o such|[Cc]annot|can't|[Cc]ould not)\b/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:command not found|no matches found|[Pp]ermission denied)\b/,
    /: (?:command not found|No such file or directory|[Pp]ermission denied|[Oo]peration not permitted)$/,
    /^\s{0,9}! \[|^\s{0,12}--- FAIL|^CONFLICT/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
const exceptions = /^[\w.]{1,80}(?:Error|Exception|Interrupt|Exit)\b/;
