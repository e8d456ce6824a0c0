import { closeSync, openSync, readSync } from "node:fs";

/** How a file begins, as characters; empty when it cannot be read, which whoever reads it will say. */
export function firstBytes(path: string, most = 4096): string {
  try {
    const head = Buffer.alloc(most);
    const descriptor = openSync(path, "r");
    try {
      return head.toString("latin1", 0, readSync(descriptor, head, 0, most, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return "";
  }
}
