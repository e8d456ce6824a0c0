import { readFileSync } from "node:fs";
import { join } from "node:path";
import { walkFiles } from "../src/platform/files/walk-files.ts";

/** The floor of a scan: split the bytes of every log and parse every line, one thread, nothing kept. */
const [folder = ""] = process.argv.slice(2);
for (const name of walkFiles(folder).files) {
  const bytes = readFileSync(join(folder, name));
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline < 0 ? bytes.length : newline;
    if (end > start) parse(bytes.toString("utf8", start, end));
    start = end + 1;
  }
}

/** A document of several lines, or two records on one, is no line of JSON; trying costs the same. */
function parse(line: string): void {
  try {
    JSON.parse(line);
  } catch {}
}
