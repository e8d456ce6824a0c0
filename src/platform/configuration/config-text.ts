import { existsSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { describeIssues } from "../describe-issues.ts";
import { Fault } from "../fault.ts";
import { readTextFile } from "../files/read-text-file.ts";
import { isRecord, type JsonRecord } from "../json/fields.ts";
import { parseJson } from "../json/parse.ts";
import { readProjectFile } from "../project/project-file.ts";
import { configKeys, configSchema, findConfigKey, type ConfigKey } from "./schema.ts";

/** The settings that a file says itself, checked; `undefined` when there is no file. */
export function readConfigFile(path: string): JsonRecord | undefined {
  if (!existsSync(path)) return undefined;
  return checkConfigText(readTextFile(path), path);
}

/** The same for a project's file. */
export function readProjectConfig(path: string): JsonRecord | undefined {
  const text = projectConfigText(path);
  return text === undefined ? undefined : checkConfigText(text, path);
}

/** It may have come with a clone, so it is read as any file of a project is. */
export function projectConfigText(path: string): string | undefined {
  const root = dirname(dirname(path));
  const file = readProjectFile(root, relative(root, path).split(sep).join("/"), longestConfig);
  if ("text" in file) return file.text.replace(/^\uFEFF/, "");
  if (file.isGone) return undefined;
  throw new Fault("bad-config", `${path} ${file.problem}`, {
    hint: "replace it with a small file of your own, or remove it",
  });
}

/** A few hundred settings with their values. */
const longestConfig = 262_144;

/** A configuration file's content, or a fault that names the file, the key and an example. */
export function checkConfigText(text: string, path: string): JsonRecord {
  const parsed = parseTree(text, path);
  const checked = configSchema.safeParse(parsed);
  if (checked.success) return parsed;
  const issue = checked.error.issues[0];
  const name = issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path.join(".");
  const [problem = "is not a configuration"] = describeIssues(checked.error);
  throw new Fault("bad-config", `${path}: ${problem}`, {
    hint: exampleFor(name ?? ""),
    cause: checked.error,
  });
}

function parseTree(text: string, path: string): JsonRecord {
  const parsed = parseJson(text);
  if ("problem" in parsed) {
    throw new Fault("bad-config", `${path} is not JSON: ${parsed.problem}`, {
      hint: "fix it with lessons config edit",
    });
  }
  if (isRecord(parsed.value)) return parsed.value;
  throw new Fault("bad-config", `${path} must contain an object`, {
    hint: 'for example { "minConfidence": 0.6 }',
  });
}

/** The value of a setting as typed on a command line or in the environment: JSON, or plain text, or a list with commas. */
export function readSetting(key: ConfigKey, text: string, place: string): unknown {
  for (const candidate of readings(text)) {
    const checked = key.schema.safeParse(candidate);
    if (checked.success) return checked.data;
  }
  const [first = ""] = readings(text);
  const problem = key.schema.safeParse(first).error;
  const [sentence = ""] = problem === undefined ? [] : describeIssues(problem);
  const wrong = sentence.replace("the value", key.name);
  throw new Fault("bad-config", `${place}: ${wrong}, not ${JSON.stringify(first)}`, {
    hint: exampleFor(key.name),
  });
}

export function requireConfigKey(name: string, place: string): ConfigKey {
  const key = findConfigKey(name);
  if (key !== undefined) return key;
  throw new Fault("bad-config", `${place}: there is no setting "${name}"`, {
    hint: exampleFor(name),
  });
}

/** What a typed text could mean, the likeliest first. */
function readings(text: string): readonly unknown[] {
  const list = text.split(",").map((part) => part.trim());
  try {
    return [JSON.parse(text), text, list];
  } catch {
    return [text, list];
  }
}

/** What a person could write for this setting, or for the one that they probably meant. */
function exampleFor(name: string): string {
  const key = findConfigKey(name) ?? nearestKey(name);
  return key === undefined
    ? "lessons config list shows every setting"
    : `for example ${JSON.stringify(key.name)}: ${JSON.stringify(key.example)} (all settings: lessons config list)`;
}

/** A typo usually keeps the beginning or the end. */
function nearestKey(name: string): ConfigKey | undefined {
  const wanted = name.toLowerCase();
  const distance = (key: ConfigKey) => {
    const other = key.name.toLowerCase();
    let same = 0;
    while (same < wanted.length && wanted[same] === other[same]) same++;
    return Math.max(wanted.length, other.length) - same;
  };
  const nearest = configKeys.toSorted((a, b) => distance(a) - distance(b))[0];
  return nearest !== undefined && distance(nearest) <= wanted.length / 2 ? nearest : undefined;
}

/** JSON whose keys are not known yet. */
export interface Tree {
  [key: string]: unknown;
}

export function take(tree: JsonRecord, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), tree);
}

/** Sets a value deep in a tree, making the branches on the way. */
export function put(tree: Tree, path: readonly string[], value: unknown): void {
  const [first, ...rest] = path;
  if (first === undefined) return;
  if (rest.length === 0) {
    tree[first] = value;
    return;
  }
  const branch = tree[first];
  const next: Tree = isRecord(branch) ? branch : {};
  tree[first] = next;
  put(next, rest, value);
}
