import { writeSync } from "node:fs";

/** Hands the answer to the agent. Not `process.stdout`: making that stream takes longer than all of the matching. */
export function print(answer: string): void {
  const bytes = Buffer.from(answer, "utf8");
  let written = 0;
  for (let tries = 0; written < bytes.length && tries < mostTries; tries += 1) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (!isFull(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** A reader that does not read for this many milliseconds is gone. */
const mostTries = 1000;

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}
