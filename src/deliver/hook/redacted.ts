import { homedir } from "node:os";
import { resolve } from "node:path";
import { ownerOf, makeRedact, type Redact } from "../../redact/redact.ts";

/** Text as it may be kept: the same as a scan would make of it, so that both give a project the same name. */
export function redacted(text: string): string {
  const { HOME, USERPROFILE } = process.env;
  redact ??= makeRedact(ownerOf(process.env, resolve(HOME || USERPROFILE || homedir())));
  return redact(text);
}

let redact: Redact | undefined;
