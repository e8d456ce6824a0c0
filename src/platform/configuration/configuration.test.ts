import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { cacheSchema } from "../../deliver/compile/cache-schema.ts";
import { configKeys, configSchema } from "./schema.ts";
import { configDefaults } from "./settings.ts";
import { isAnythingSet, type ConfigSources, findProjectConfig } from "./sources.ts";
import { resolveConfig } from "./configuration.ts";
import { Fault } from "../fault.ts";
import { put, take } from "./config-text.ts";
import { law } from "../../../test/kit/law.ts";

const nothing: ConfigSources = { userFile: "/nowhere/config.json", environment: {}, flags: [] };

function file(content: unknown): string {
  const path = join(freshFolder(), "config.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function faultOf(sources: ConfigSources): Fault {
  try {
    resolveConfig(sources);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

test("without anything the defaults hold, and they are those of the schema", () => {
  expect(isAnythingSet({ ...nothing, environment: { LESSONS_HOME: "/x", HOME: "/y" } })).toBe(
    false,
  );
  expect(resolveConfig(nothing).values).toEqual(configDefaults);
  expect(configSchema.parse({})).toEqual(configDefaults);
});

test("whatever could say something is looked at", () => {
  expect(isAnythingSet({ ...nothing, userFile: file({}) })).toBe(true);
  expect(isAnythingSet({ ...nothing, projectFile: "p" })).toBe(true);
  expect(isAnythingSet({ ...nothing, flags: ["minPriority=2"] })).toBe(true);
  expect(isAnythingSet({ ...nothing, environment: { LESSONS_MIN_PRIORITY: "2" } })).toBe(true);
});

test("law: the last place that says something holds, and its name is known", () => {
  const places = ["user", "project", "environment", "flag"] as const;
  fc.assert(
    fc.property(
      fc.subarray([...places]),
      fc.constantFrom("maxCandidatesPerScan", "scoring.dataLossBonus"),
      (speaking, name) => {
        const valueAt = (place: (typeof places)[number]) => places.indexOf(place) + 2;
        const tree = (place: (typeof places)[number]) =>
          name === "maxCandidatesPerScan"
            ? { maxCandidatesPerScan: valueAt(place) }
            : { scoring: { dataLossBonus: valueAt(place) } };
        const variable =
          name === "maxCandidatesPerScan"
            ? "LESSONS_MAX_CANDIDATES_PER_SCAN"
            : "LESSONS_SCORING_DATA_LOSS_BONUS";
        const resolved = resolveConfig({
          userFile: speaking.includes("user") ? file(tree("user")) : nothing.userFile,
          ...(speaking.includes("project") ? { projectFile: file(tree("project")) } : {}),
          environment: speaking.includes("environment")
            ? { [variable]: String(valueAt("environment")) }
            : {},
          flags: speaking.includes("flag") ? [`${name}=${valueAt("flag")}`] : [],
        });
        const last = speaking.at(-1);
        const path = name.split(".");
        expect(take(resolved.values, path)).toBe(
          last === undefined ? take(configSchema.parse({}), path) : valueAt(last),
        );
        expect(resolved.origins.get(name)).toBe(last ?? "default");
      },
    ),
    law(),
  );
});

test("an error names the file, the key and an example", () => {
  const userFile = file({ minConfidence: 2 });
  const fault = faultOf({ ...nothing, userFile });
  expect(fault.message).toBe(`${userFile}: minConfidence is too large: at most 1`);
  expect(fault.hint).toContain('for example "minConfidence": 0.6');
});

test.each([
  [{ minConfidense: 0.5 }, "minConfidense is not a known key", '"minConfidence": 0.6'],
  [{ scoring: { bonus: 1 } }, "scoring.bonus is not a known key", "config list"],
  [
    { maxLessonsPerInjection: "three" },
    "maxLessonsPerInjection must be a number",
    '"maxLessonsPerInjection": 2',
  ],
  [{ version: 2 }, "version must be one of 1", "config list"],
  ["{ not json", "is not JSON", "lessons config edit"],
  ["[]", "must contain an object", "minConfidence"],
])("a wrong file is refused: %j", (content, message, hint) => {
  const fault = faultOf({ ...nothing, userFile: file(content) });
  expect(fault.message).toContain(message);
  expect(fault.hint).toContain(hint);
});

test.each([
  [
    { LESSONS_MIN_PRIORITY: "many" },
    "environment variable LESSONS_MIN_PRIORITY: minPriority must be a number",
  ],
  [
    { LESSONS_MIN_PRIORITY: "11" },
    "environment variable LESSONS_MIN_PRIORITY: minPriority is too large: at most 10, not 11",
  ],
])("a wrong variable is named: %j", (environment, message) => {
  expect(faultOf({ ...nothing, environment }).message).toContain(message);
});

test.each([
  ["minPriority", "is not key=value"],
  ["nothing=1", 'there is no setting "nothing"'],
])("a wrong flag is named: --set %s", (flag, message) => {
  expect(faultOf({ ...nothing, flags: [flag] }).message).toContain(message);
});

test("a project cannot say which folders of this machine are read, and the rest of its file holds", () => {
  const projectFile = file({ scanPaths: ["/etc"], maxCandidatesPerScan: 7 });
  const { values, warnings } = resolveConfig({ ...nothing, projectFile });
  expect([values.scanPaths, values.maxCandidatesPerScan, warnings]).toEqual([
    [],
    7,
    [expect.stringContaining(`${projectFile}: a project cannot set scanPaths`)],
  ]);
});

test.each([
  ["no JSON", (path: string) => writeFileSync(path, "{ not json"), "is not JSON"],
  [
    "a setting that there is not, with a name that hides something",
    (path: string) => writeFileSync(path, '{ "min\\u001b[31m\\u202eX": 1 }'),
    /: minX is not a known key; its settings are ignored$/,
  ],
  ["a link to a device", (path: string) => symlinkSync("/dev/zero", path), "is a link"],
  ["a pipe", (path: string) => execFileSync("mkfifo", [path]), "is not a file"],
  ["a folder", (path: string) => mkdirSync(path), "is not a file"],
  [
    "a huge file",
    (path: string) => (writeFileSync(path, "{}"), truncateSync(path, 1e12)),
    "is longer than",
  ],
  [
    "a link out of the project",
    (path: string) => symlinkSync(file({ maxCandidatesPerScan: 7 }), path),
    "is a link",
  ],
])("a project's file that cannot be used is a warning: %s", (_, plant, words) => {
  const projectFile = join(freshFolder(), "config.json");
  plant(projectFile);
  const { values, warnings } = resolveConfig({ ...nothing, projectFile });
  expect([values, warnings]).toEqual([configDefaults, [expect.stringMatching(words)]]);
  expect(warnings[0]).toContain(projectFile);
});

test("a folder of settings that is a link is not followed", () => {
  const root = freshFolder();
  symlinkSync(dirname(file({ maxCandidatesPerScan: 7 })), join(root, ".lessons"));
  const projectFile = findProjectConfig(root, []);
  const { values, warnings } = resolveConfig({ ...nothing, projectFile });
  expect([values, warnings.length]).toEqual([configDefaults, 1]);
});

test("lists can be typed with commas or as JSON", () => {
  expect(resolveConfig({ ...nothing, flags: ["scanPaths=~/a, ~/b"] }).values.scanPaths).toEqual([
    "~/a",
    "~/b",
  ]);
  expect(resolveConfig({ ...nothing, flags: ['scanPaths=["a,b"]'] }).values.scanPaths).toEqual([
    "a,b",
  ]);
});

test("a project cannot set what hooks take from the user's own file", () => {
  const refused = configKeys.filter((key) => {
    const content = {};
    put(content, key.path, take(configSchema.parse({}), key.path));
    const projectFile = file(content);
    return resolveConfig({ ...nothing, projectFile }).warnings.length > 0;
  });
  const known = Object.keys(cacheSchema.shape.config.shape).map((name) =>
    name === "isLearning" ? "learning.enabled" : name,
  );
  expect(refused.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["cliIntelThreshold", ...known]),
  );
  expect(refused.some(({ name }) => /^(scoring|detectors)\./.test(name))).toBe(false);
});

test("the project's file is the nearest one above, and never the user's own", () => {
  const home = freshFolder();
  const inside = join(home, "work", "project", "src");
  mkdirSync(inside, { recursive: true });
  mkdirSync(join(home, ".lessons"));
  const userFile = join(home, ".lessons", "config.json");
  writeFileSync(userFile, "{}");
  expect(findProjectConfig(inside, [userFile])).toBeUndefined();
  mkdirSync(join(home, "work", "project", ".lessons"));
  const projectFile = join(home, "work", "project", ".lessons", "config.json");
  writeFileSync(projectFile, "{}");
  expect(findProjectConfig(inside, [userFile])).toBe(projectFile);
});

test("every setting says what it is for, and its example is allowed", () => {
  for (const key of configKeys) {
    expect(key.about.length).toBeGreaterThan(10);
    expect(key.schema.safeParse(key.example).success).toBe(true);
  }
});
