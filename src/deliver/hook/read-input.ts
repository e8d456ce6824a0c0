import { readSync } from "node:fs";
import { longestPayloadBytes } from "../../agents/claude-code/hook-payload.ts";

/**
 * Everything on standard input; undefined when that is more than a payload may be, and then the rest stays
 * unread. Whoever started us may have left it so that an empty pipe is an error.
 */
export function readInput(): string | undefined {
  const parts: Buffer[] = [];
  let bytes = 0;
  let waits = 0;
  while (bytes <= longestPayloadBytes) {
    const part = Buffer.allocUnsafe(partBytes);
    try {
      const read = readSync(0, part);
      if (read === 0) return Buffer.concat(parts).toString("utf8");
      parts.push(part.subarray(0, read));
      bytes += read;
    } catch (error) {
      if (isEnd(error)) return Buffer.concat(parts).toString("utf8");
      if (!isEmptyYet(error) || (waits += 1) > mostWaits) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
  return undefined;
}

const partBytes = 65_536;
const mostWaits = 200;
const waitMs = 5;

function isEmptyYet(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}

/** Windows says it this way. */
function isEnd(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EOF";
}
