import { readSync, writeSync } from "node:fs";
import { longestPayloadBytes } from "../../agents/delivery.ts";
import { hasCode } from "./hook-log.ts";

/** What the agent says: the launcher hands it on in the environment, and what is too long for that on standard input. */
export function readPayload(): string | undefined {
  return process.env["LESSONS_PAYLOAD"] || readInput();
}

/**
 * Everything on standard input; undefined when that is more than a payload may be, and then the rest stays
 * unread. Whoever started us may have left it so that an empty pipe is an error.
 */
function readInput(): string | undefined {
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
      // Windows says it this way.
      if (hasCode(error, "EOF")) return Buffer.concat(parts).toString("utf8");
      if (!isNotReady(error) || (waits += 1) > mostWaits) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
  return undefined;
}

const partBytes = 65_536;
const mostWaits = 200;
const waitMs = 5;

/** Hands the answer to the agent. Not `process.stdout`: making that stream takes longer than all of the matching. */
export function print(answer: string): void {
  hasAnswered = true;
  const bytes = Buffer.from(answer, "utf8");
  let written = 0;
  for (let tries = 0; written < bytes.length && tries < mostTries; tries += 1) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (!isNotReady(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

let hasAnswered = false;

/** Whether this run had something to say. */
export function hasPrinted(): boolean {
  return hasAnswered;
}

/** A reader that does not read for this many milliseconds is gone. */
const mostTries = 1000;

/** A pipe that is empty as yet, or full. */
function isNotReady(error: unknown): boolean {
  return hasCode(error, "EAGAIN");
}
