import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "./sandbox.ts";

export interface Transcript {
  readonly path: string;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

/** The session logs that the program wrote, those of subagents among them. */
export function transcripts({ home }: Sandbox): readonly Transcript[] {
  const folder = join(home, ".claude/projects");
  return globSync("**/*.jsonl", { cwd: folder }).map((name) => {
    const path = join(folder, name);
    const lines = readFileSync(path, "utf8").split("\n");
    return { path, lines: lines.filter((line) => line !== "").map((line) => JSON.parse(line)) };
  });
}
