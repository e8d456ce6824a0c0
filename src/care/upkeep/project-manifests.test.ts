import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { projectManifests } from "./project-manifests.ts";

function manifestOf(name: string, text: string) {
  const root = freshFolder();
  writeFileSync(join(root, name), text);
  const [manifest] = projectManifests(root);
  if (manifest === undefined) throw new Error("no manifest");
  return manifest;
}

test("package.json: its version, ranges, engines and the package manager", () => {
  const { version, asksFor } = manifestOf(
    "package.json",
    '{"version": "1.2.3", "dependencies": {"react": "^18.2"}, "engines": {"node": ">=20"}, "packageManager": "pnpm@9.1.0+sha512.x"}',
  );
  expect([version, asksFor("react"), asksFor("node"), asksFor("pnpm"), asksFor("vue")]).toEqual([
    "1.2.3",
    "^18.2",
    ">=20",
    "9.1.0",
    undefined,
  ]);
});

test("pyproject.toml: the standard's fields, over several lines and with comments", () => {
  const { version, asksFor } = manifestOf(
    "pyproject.toml",
    `[build-system]
requires = ["hatchling"]
[project]
name = "api" # the name, not "other"
version = "2.0.1"
requires-python = ">=3.10,<4"
dependencies = [
  "Django>=4.2, <5", # the long one
  'psycopg[binary] ~=3.1; python_version > "3.8"',
  "no_version",
]
[project.optional-dependencies]
dev = ["pytest==8.1.0"]
`,
  );
  expect(version).toBe("2.0.1");
  const names = ["python", "django", "psycopg", "pytest", "No.Version", "hatchling"];
  expect(names.map(asksFor)).toEqual([">=3.10 <4", ">=4.2  <5", "~3.1", "=8.1.0", "", undefined]);
});

test("pyproject.toml as Poetry writes it", () => {
  const { version, asksFor } = manifestOf(
    "pyproject.toml",
    `[tool.poetry]
version = "0.4.0"
[tool.poetry.dependencies]
python = "^3.11"
requests = { version = "^2.31", extras = ["socks"] }
`,
  );
  expect([version, asksFor("python"), asksFor("requests")]).toEqual(["0.4.0", "^3.11", "^2.31"]);
});

test("Cargo.toml: texts, tables and sections of their own", () => {
  const { version, asksFor } = manifestOf(
    "Cargo.toml",
    `[package]
version = "0.3.0"
rust-version = "1.74"
[dependencies]
serde = { version = "1.0.190", features = ["derive"] }
tokio = "1.34"
[dependencies.clap]
version = "4.4"
[dev-dependencies]
insta = "=1.34.0"
`,
  );
  expect(version).toBe("0.3.0");
  expect(["rust", "serde", "tokio", "clap", "insta", "rand"].map(asksFor)).toEqual([
    "1.74",
    "1.0.190",
    "1.34",
    "4.4",
    "=1.34.0",
    undefined,
  ]);
});

test("go.mod: the language and the modules, in a block and alone", () => {
  const { version, asksFor } = manifestOf(
    "go.mod",
    `module example.org/api

go 1.22

require example.org/one v1.4.0
require (
\texample.org/two v0.9.1 // indirect
)
`,
  );
  expect([version, asksFor("go"), asksFor("example.org/one"), asksFor("example.org/two")]).toEqual([
    undefined,
    "1.22",
    "v1.4.0",
    "v0.9.1",
  ]);
});

test.each([
  ["pyproject.toml", "[project\nversion = \ndependencies = [\n'a"],
  ["Cargo.toml", '\u0000=== [[x]] = "'],
  ["go.mod", "require ("],
  ["package.json", "{"],
])("a %s that nobody can read says nothing", (name, text) => {
  const root = freshFolder();
  writeFileSync(join(root, name), text);
  for (const { version, asksFor } of projectManifests(root))
    expect([version, asksFor("x")]).toEqual([undefined, undefined]);
});

test.each([
  ["a heading that nobody closes", "pyproject.toml", `[${" ".repeat(1_000_000)}a`],
  [
    "a list that nobody closes",
    "pyproject.toml",
    `[project]\ndependencies = [\n${'"a",\n'.repeat(100_000)}`,
  ],
  ["quotes that nobody closes", "Cargo.toml", `a = ["${'\\"'.repeat(500_000)}`],
  ["a comment in a comment", "go.mod", `${"/".repeat(1_000_000)}\u2028`],
])("a long manifest is read in proportion to its length: %s", (_, name, text) => {
  expect(manifestOf(name, text).version).toBeUndefined();
});
