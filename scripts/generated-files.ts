import { agentsPage } from "./agents-page.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { BenchResults } from "../bench/bench-row.ts";
import { pluginHooksText } from "../src/agents/claude-code/hook-entries.ts";
import { cacheSchema } from "../src/deliver/compile/cache-schema.ts";
import { configSchema } from "../src/platform/configuration/schema.ts";
import { learningAnswerSchema } from "../src/knowledge/learn/read-answer.ts";
import { learningFileSchema } from "../src/knowledge/learn/learning-settings.ts";
import { lessonDraftSchema, lessonRecordSchema } from "../src/lesson/schema.ts";
import { reviewAnswerSchema } from "../src/review/opinions/answer-schema.ts";
import { commandReference } from "./command-reference.ts";
import { configReference } from "./config-reference.ts";
import { hookBundles } from "./hook-bundles.ts";
import { architecturePage } from "./house.ts";
import { lessonFormat } from "./lesson-format.ts";
import { performancePage } from "./performance-page.ts";

export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

export async function generatedFiles(): Promise<readonly GeneratedFile[]> {
  return [
    {
      path: "schemas/config.schema.json",
      content: jsonSchema("lessons configuration", configSchema),
    },
    { path: "schemas/lesson.schema.json", content: jsonSchema("lesson", lessonRecordSchema) },
    {
      path: "schemas/lesson-draft.schema.json",
      content: jsonSchema("a lesson to add", lessonDraftSchema),
    },
    { path: "schemas/lesson-cache.schema.json", content: jsonSchema("lesson cache", cacheSchema) },
    {
      path: "schemas/review-answer.schema.json",
      content: jsonSchema("a model's answer to lessons review --prepare", reviewAnswerSchema),
    },
    {
      path: "schemas/learning-answer.schema.json",
      content: jsonSchema("a model's answer to lessons learn run", learningAnswerSchema),
    },
    {
      path: "schemas/learning-file.schema.json",
      content: jsonSchema("a project's settings of learning", learningFileSchema),
    },
    { path: "plugin/hooks/hooks.json", content: pluginHooksText() },
    ...(await hookBundles()),
    { path: "docs/agents.md", content: agentsPage() },
    { path: "docs/cli.md", content: await commandReference() },
    { path: "docs/configuration.md", content: configReference() },
    { path: "docs/lesson-format.md", content: lessonFormat() },
    { path: "docs/performance.md", content: performancePage(benchResults()) },
    { path: "ARCHITECTURE.md", content: architecturePage() },
  ];
}

/** What was measured last: `npm run bench -- --write` keeps it. */
function benchResults(): BenchResults {
  const file = join(import.meta.dirname, "../bench/results.json");
  return JSON.parse(readFileSync(file, "utf8")) as BenchResults;
}

function jsonSchema(title: string, schema: z.ZodType): string {
  return `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "ref" }) }, null, 2)}\n`;
}
