import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { newsFile } from "../index/news-file.ts";
import { nameIn } from "./target-places.ts";
import type { RenderReport } from "./render-project.ts";

/** Leaves a note for the next session in that project, which is told once what is new there. */
export function tellNextSession(home: string, { root, steps, isDryRun }: RenderReport): void {
  const names = steps.filter(({ does }) => does === "add").map(nameOf);
  if (isDryRun || names.length === 0) return;
  const file = join(home, newsFile(root));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  appendFileSync(file, `${names.join("\n")}\n`, { mode: 0o600 });
}

function nameOf({ path, anchor, lesson }: RenderReport["steps"][number]): string {
  if (anchor !== undefined) return `${anchor} (${lesson.summary})`;
  const command = nameIn("claude-command", path);
  if (command !== undefined) return `/self-learning:${command}`;
  const skill = nameIn("claude-skill", path) ?? nameIn("agents-skill", path);
  return skill === undefined ? path : `skill ${skill}`;
}
