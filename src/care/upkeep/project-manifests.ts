import { isRecord, recordAt, textAt, type JsonRecord } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";
import { tomlFacts, type TomlFacts } from "./toml-facts.ts";

/** What a project says about versions: its own, and which it asks for, as ranges of npm. */
export interface ProjectManifest {
  readonly version?: string | undefined;
  /** Undefined where it does not name it. */
  readonly asksFor: (name: string) => string | undefined;
}

/** Those that lie at the top of a project and can be read. */
export function projectManifests(root: string): readonly ProjectManifest[] {
  return Object.entries(readers).flatMap(([name, read]) => {
    const file = readProjectFile(root, name, longestManifest);
    return "text" in file ? [read(file.text)] : [];
  });
}

const longestManifest = 1_048_576;

const readers: Readonly<Record<string, (text: string) => ProjectManifest>> = {
  "package.json": (text) => {
    const value = parseJsonLine(text);
    return ofPackageJson(isRecord(value) ? value : undefined);
  },
  "pyproject.toml": (text) => ofPyproject(tomlFacts(text)),
  "Cargo.toml": (text) => ofCargo(tomlFacts(text)),
  "go.mod": ofGoMod,
};

function ofPackageJson(manifest: JsonRecord | undefined): ProjectManifest {
  const fields = ["dependencies", "devDependencies", "optionalDependencies", "engines"];
  return {
    version: textAt(manifest, "version"),
    asksFor: (name) => {
      const ranges = fields.flatMap((field) => textAt(recordAt(manifest, field), name) ?? []);
      const manager = textAt(manifest, "packageManager") ?? "";
      const used = manager.startsWith(`${name}@`) ? manager.slice(name.length + 1) : undefined;
      return ranges[0] ?? used?.split("+")[0];
    },
  };
}

/** Both as the standard says it (`[project]`) and as Poetry does. */
function ofPyproject({ textOf, listOf }: TomlFacts): ProjectManifest {
  const listed = [
    ...listOf("project", "dependencies"),
    ...listOf("project.optional-dependencies"),
    ...listOf("dependency-groups"),
  ];
  const needs = new Map(
    listed.flatMap((requirement) => {
      const [, name, range] =
        /^\s*([\w.-]+)\s*(?:\[[^\]]*\])?\s*\(?([^;)]*)/.exec(requirement) ?? [];
      return name === undefined ? [] : [[normalName(name), range ?? ""] as const];
    }),
  );
  const ofPoetry = (name: string) =>
    poetrySections.map((section) => textOf(section, name)).find((range) => range !== undefined);
  return {
    version: textOf("project", "version") ?? textOf("tool.poetry", "version"),
    asksFor: (name) => {
      const range =
        name === "python"
          ? (textOf("project", "requires-python") ?? ofPoetry(name))
          : (needs.get(normalName(name)) ?? ofPoetry(name));
      return range === undefined ? undefined : npmRange(range);
    },
  };
}

const poetrySections = ["tool.poetry.dependencies", "tool.poetry.group.dev.dependencies"] as const;

/** Python takes all of these for one name. */
function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

function ofCargo({ textOf }: TomlFacts): ProjectManifest {
  const sections = [
    "dependencies",
    "dev-dependencies",
    "build-dependencies",
    "workspace.dependencies",
  ];
  return {
    version: textOf("package", "version") ?? textOf("workspace.package", "version"),
    asksFor: (name) => {
      const range =
        name === "rust" || name === "rustc"
          ? (textOf("package", "rust-version") ?? textOf("workspace.package", "rust-version"))
          : sections.map((section) => textOf(section, name)).find((found) => found !== undefined);
      return range === undefined ? undefined : npmRange(range);
    },
  };
}

/** A module has no version of its own there: tags say it. */
function ofGoMod(text: string): ProjectManifest {
  const lines = text.split(/\r?\n/).map((line) => (line.split("//", 1)[0] ?? "").trim());
  const needs = new Map(
    lines.flatMap((line) => {
      const [, name, version] = /^(?:require\s+)?(\S+)\s+(v?\d\S*)$/.exec(line) ?? [];
      return name === undefined || version === undefined ? [] : [[name, version] as const];
    }),
  );
  return { asksFor: (name) => needs.get(name) };
}

/** `>=3.10,<4`, `~=2.1`, `==1.2` in the words of npm. */
function npmRange(range: string): string {
  return range
    .replaceAll(",", " ")
    .replaceAll(/~=/g, "~")
    .replaceAll(/={2,3}/g, "=")
    .trim();
}
