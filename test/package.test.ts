import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "../scripts/generated-files.ts";
import { commandNames } from "../scripts/command-reference.ts";
import { configKeys } from "../src/platform/configuration/schema.ts";
import { configEffects } from "./config-effects.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface LockEntry {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lockfiles = ["package-lock.json", "test/agents/package-lock.json"];

test.each(lockfiles)("%s names no host, and has every optional dependency of an entry", (path) => {
  const text = read(path);
  expect(text).not.toMatch(
    /https?:\/\/(?!opencollective|github|www\.patreon|ko-fi|tidelift|paulmillr|feross)[^"]*\.tgz|"resolved"/,
  );
  const { packages } = JSON.parse(text) as { packages: Record<string, LockEntry> };
  const missing = Object.entries(packages).flatMap(([name, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter(
        (dependency) =>
          !(`node_modules/${dependency}` in packages) &&
          !(`${name}/node_modules/${dependency}` in packages),
      )
      .map((dependency) => `${name} → ${dependency}`),
  );
  expect(missing).toEqual([]);
});

test("the package has no runtime dependencies, and its install scripts are named", () => {
  const pack = JSON.parse(read("package.json"));
  expect(pack.dependencies).toBeUndefined();
  expect(pack.allowScripts).toEqual({ node: true, esbuild: true });
});

test("what is packed is the bundle and what belongs to it, and no source", () => {
  const [{ files }] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: root,
      encoding: "utf8",
    }),
  );
  const paths: string[] = files.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      "dist/lessons.js",
      "dist/THIRD-PARTY-LICENSES.txt",
      "LICENSE",
      "README.md",
      "schemas/config.schema.json",
      "examples/lessons.jsonl",
      "library/gates/prose/redundancy.md",
      "library/starter/git-push-force-without-lease.md",
    ]),
  );
  expect(paths.filter((path) => path.startsWith("src/") || path.startsWith("test/"))).toEqual([]);
});

test("the bundle imports nothing but Node's own modules and its own pieces", () => {
  const files = globSync("dist/**/*.js", { cwd: root });
  expect(files.length).toBeGreaterThan(5);
  const foreign = files.flatMap((file) =>
    [
      ...read(file).matchAll(
        /(?:^|[;}\n])import\s*(?:[^"'();]*?from\s*)?["']([^"']+)["']|import\(["']([^"']+)["']\)/g,
      ),
    ]
      .map(([, fixed, dynamic]) => fixed ?? dynamic ?? "")
      .filter((name) => !name.startsWith("node:") && !name.startsWith(".")),
  );
  expect([...new Set(foreign)].filter((name) => !builtin.has(name))).toEqual([]);
});

/** Packages may name Node's modules the old way. */
const builtin = new Set([
  "fs",
  "path",
  "os",
  "util",
  "events",
  "process",
  "readline",
  "stream",
  "tty",
  "child_process",
]);

test("the licences of everything in the bundle are collected", () => {
  const text = read("dist/THIRD-PARTY-LICENSES.txt");
  for (const name of [
    "zod",
    "commander",
    "unbash",
    "picomatch",
    "@clack/prompts",
    "@eslint-community/regexpp",
  ]) {
    expect(text).toMatch(new RegExp(`^${name.replace("/", "\\/")} \\d`, "m"));
  }
});

test("what is generated is in step with its source (npm run generate)", async () => {
  for (const { path, content } of await generatedFiles())
    expect({ path, content: read(path) }).toEqual({ path, content });
});

test("every command is in docs/cli.md", async () => {
  const reference = read("docs/cli.md");
  const names = await commandNames();
  expect(names).toEqual(expect.arrayContaining(["add", "list", "config set", "completion"]));
  expect(names.filter((name) => !reference.includes(`## lessons ${name}\n`))).toEqual([]);
});

test("every setting has a test that proves what it does, and every such test exists", () => {
  const names = configKeys.map(({ name }) => name);
  expect(names.filter((name) => !(name in configEffects))).toEqual([]);
  for (const [key, { file, test: name }] of Object.entries(configEffects)) {
    expect(names).toContain(key);
    expect({ key, file, hasTest: read(file).includes(name) }).toEqual({ key, file, hasTest: true });
  }
});

test("links between the documents lead somewhere", () => {
  const documents = globSync(["*.md", "docs/**/*.md"], { cwd: root });
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
      .map(([, target = ""]) => join(document, "..", target))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${document} → ${target}`),
  );
  expect(broken).toEqual([]);
});

test(".ci/run can be run", () => {
  expect(statSync(join(root, ".ci/run")).mode & 0o111).not.toBe(0);
});
