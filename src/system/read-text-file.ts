import { readFileSync } from "node:fs";
import { fileFault } from "./file-fault.ts";

/** A whole text file, without the byte order mark that some editors put in front. */
export function readTextFile(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw fileFault(error, "read", path);
  }
}
