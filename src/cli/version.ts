import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../platform/paths.ts";

/** The package's own version; package.json is the one place that says it. */
export const version: string = JSON.parse(
  readFileSync(join(packageRoot(), "package.json"), "utf8"),
).version;
