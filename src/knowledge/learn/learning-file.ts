import { statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { parseJson } from "../../platform/json/parse.ts";
import { valueSchema } from "../../platform/configuration/schema.ts";
import { settings } from "../../platform/configuration/settings.ts";
import { describeIssues } from "../../platform/describe-issues.ts";
import { Fault } from "../../platform/fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";

const { model, batchSize, dailyCap, debug } = settings.learning;

/** `.memory/learning.json`: what a project says about learning, over the settings of whoever works in it. */
export const learningFileSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  enabled: z
    .boolean()
    .exactOptional()
    .describe("false switches learning off here; only a person switches it on"),
  model: valueSchema(model).exactOptional(),
  batchSize: valueSchema(batchSize).exactOptional(),
  dailyCap: valueSchema(dailyCap).exactOptional(),
  debug: valueSchema(debug).exactOptional(),
});

export type LearningFile = z.output<typeof learningFileSchema>;

/** The keys that `lessons learn --configure` sets. */
export const learningFileKeys = ["model", "batchSize", "dailyCap", "debug"] as const;
export type LearningFileKey = (typeof learningFileKeys)[number];

export function learningFileIn(root: string): string {
  return join(root, ".memory", "learning.json");
}

/** What the file says; nothing where there is none. A fault names the file and the key. */
export function readLearningFile(root: string): LearningFile {
  const file = learningFileIn(root);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return {};
  if (!found.isFile() || found.size > longestFile) throw unusable(file, "is not a small file");
  const parsed = parseJson(readTextFile(file));
  if ("problem" in parsed) throw unusable(file, `is not JSON: ${parsed.problem}`);
  const checked = learningFileSchema.safeParse(parsed.value);
  if (checked.success) return checked.data;
  throw unusable(file, describeIssues(checked.error)[0] ?? "is not a configuration");
}

const longestFile = 65_536;

function unusable(file: string, problem: string): Fault {
  return new Fault("bad-config", `${file}: ${problem}`, {
    hint: 'for example { "model": "haiku", "batchSize": 5, "dailyCap": 2, "debug": true }; lessons learn --configure asks',
  });
}
