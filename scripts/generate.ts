import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedFiles } from "./generated-files.ts";

/** Writes what is derived from the source: JSON Schemas and reference pages. A test fails when one is out of step. */
for (const { path, content } of await generatedFiles()) {
  writeFileSync(join(import.meta.dirname, "..", path), content);
}
