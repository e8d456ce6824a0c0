import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Sandbox } from "./sandbox.ts";

/** A PATH on which everything of the sandbox's is found but one program. */
export function pathWithout(sandbox: Sandbox, program: string): string {
  const folder = join(sandbox.root, `without-${program}`);
  mkdirSync(folder);
  for (const from of (sandbox.environment["PATH"] ?? "").split(delimiter).filter(existsSync)) {
    for (const name of readdirSync(from)) {
      const link = join(folder, name);
      if (name !== program && !existsSync(link)) symlinkSync(join(from, name), link);
    }
  }
  return folder;
}
