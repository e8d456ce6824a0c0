import { existsSync } from "node:fs";
import { parseJson } from "../json/parse.ts";
import { exampleFor } from "./setting.ts";
import { configSchema } from "./schema.ts";
import { describeIssues } from "../describe-issues.ts";
import { Fault } from "../fault.ts";
import { readTextFile } from "../files/read-text-file.ts";
import { isTree } from "./tree.ts";

/** The settings that a file says itself, checked; `undefined` when there is no file. */
export function readConfigFile(path: string): Readonly<Record<string, unknown>> | undefined {
  if (!existsSync(path)) return undefined;
  return checkConfigText(readTextFile(path), path);
}

/** A configuration file's content, or a fault that names the file, the key and an example. */
export function checkConfigText(text: string, path: string): Readonly<Record<string, unknown>> {
  const parsed = parseTree(text, path);
  const checked = configSchema.safeParse(parsed);
  if (checked.success) return parsed;
  const issue = checked.error.issues[0];
  const name = issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path.join(".");
  throw new Fault(
    "bad-config",
    `${path}: ${describeIssues(checked.error)[0] ?? "is not a configuration"}`,
    {
      hint: exampleFor(name ?? ""),
      cause: checked.error,
    },
  );
}

function parseTree(text: string, path: string): Readonly<Record<string, unknown>> {
  const parsed = parseJson(text);
  if ("problem" in parsed) {
    throw new Fault("bad-config", `${path}: is not JSON: ${parsed.problem}`, {
      hint: "mend it with lessons config edit",
    });
  }
  if (isTree(parsed.value)) return parsed.value;
  throw new Fault("bad-config", `${path}: must hold an object`, {
    hint: 'for example { "minConfidence": 0.6 }',
  });
}
