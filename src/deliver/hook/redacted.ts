import { resolve } from "node:path";
import { ownerOf } from "../../redact/owner.ts";
import { makeRedact, type Redact } from "../../redact/redact.ts";
import { userHome } from "./home.ts";

/** Text as it may be kept: the same as a scan would make of it, so that both give a project the same name. */
export function redacted(text: string): string {
  redact ??= makeRedact(ownerOf(process.env, resolve(userHome(process.env))));
  return redact(text);
}

let redact: Redact | undefined;
