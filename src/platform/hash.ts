import { createHash } from "node:crypto";

/** `sha256:` and 64 hexadecimal digits. */
export function sha256(text: string): string {
  return `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;
}
