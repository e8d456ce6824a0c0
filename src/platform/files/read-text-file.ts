import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileFault } from "./file-fault.ts";

/**
 * A whole text file, without the byte order mark that some editors put in front. A path that somebody typed is seen
 * `from` where they are.
 */
export function readTextFile(path: string, from = ""): string {
  try {
    return readFileSync(resolve(from, path), "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw fileFault(error, "read", path);
  }
}
