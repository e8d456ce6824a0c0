import { parseCommandLine } from "../../shell/command.ts";
import { parseTag, sortTags, type Tag } from "./tag.ts";

/** What a lesson was seen with. */
export interface Seen {
  readonly commands: readonly string[];
  readonly paths: readonly string[];
}

/**
 * The languages that files and programs speak of, as `lang:` tags. A path counts by its extension,
 * and so does an argument of a command.
 */
export function languageTags({ commands, paths }: Seen): readonly Tag[] {
  const simple = commands.flatMap((line) => parseCommandLine(line).commands);
  const names = [...paths, ...simple.flatMap(({ words }) => words.slice(1))];
  const written = names.flatMap((name) => ofFile(name) ?? []);
  const run = simple.flatMap(({ program, words }) => toolsIn(program, words));
  const all = new Set([...written, ...run.flatMap((tool) => ofTool(tool) ?? [])]);
  // The tools of JavaScript are those of TypeScript too.
  if (all.has("typescript") && !written.includes("javascript")) all.delete("javascript");
  return sortTags([...all].map((language): Tag => `lang:${language}`));
}

/** `tool:git`. Undefined for what cannot be a tag, such as a program with a variable in its name. */
export function toolTag(program: string): Tag | undefined {
  const name = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
  return parseTag(`tool:${name.replace(/\.(?:exe|cmd|bat)$/i, "")}`);
}

/** The program, and what it runs when it is a runner: `uv run pytest`. */
function toolsIn(program: string, words: readonly string[]): readonly string[] {
  const tools = [program, ...words.slice(1, mostRunnerWords)];
  const last = tools.findIndex((tool) => !runners.has(tool));
  return last < 0 ? tools : tools.slice(0, last + 1);
}

const mostRunnerWords = 4;

function ofFile(name: string): string | undefined {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  const dot = base.lastIndexOf(".");
  return (
    languageOfName.get(base.toLowerCase()) ??
    (dot > 0 ? languageOfExtension.get(base.slice(dot + 1).toLowerCase()) : undefined)
  );
}

/** Also with a version: `python3.12`, `go1.22`, `pip3`. */
function ofTool(program: string): string | undefined {
  const name = program.toLowerCase();
  return languageOfTool.get(name) ?? languageOfTool.get(name.replace(/-?[\d.]+$/, ""));
}

/** Programs that run another one, whose name says more than theirs. */
const runners: ReadonlySet<string> = new Set(
  "bundle bunx exec npx pdm pipenv pipx pnpm pnpx poetry run uv uvx yarn".split(" "),
);

const languageOfExtension = languages({
  c: "c h",
  clojure: "clj cljs",
  cpp: "cc cpp cxx hh hpp hxx",
  csharp: "cs csproj csx sln",
  css: "css less sass scss",
  dart: "dart",
  elixir: "ex exs",
  go: "go",
  haskell: "hs",
  html: "htm html",
  java: "java",
  javascript: "cjs js jsx mjs",
  kotlin: "kt kts",
  lua: "lua",
  perl: "pl pm",
  php: "php",
  powershell: "ps1 psd1 psm1",
  python: "ipynb py pyi pyx",
  r: "r rmd",
  ruby: "erb gemspec rake rb",
  rust: "rs",
  scala: "sbt scala",
  shell: "bash fish sh zsh",
  sql: "sql",
  svelte: "svelte",
  swift: "swift",
  terraform: "tf tfvars",
  typescript: "cts mts ts tsx",
  vue: "vue",
  zig: "zig",
});

const languageOfName = languages({
  dart: "pubspec.yaml",
  elixir: "mix.exs",
  go: "go.mod go.sum",
  java: "pom.xml",
  javascript: "package.json package-lock.json",
  php: "composer.json",
  python: "pipfile pyproject.toml requirements.txt setup.cfg tox.ini",
  ruby: "gemfile gemfile.lock rakefile",
  rust: "cargo.lock cargo.toml",
  typescript: "tsconfig.json",
});

const languageOfTool = languages({
  cpp: "c++ clang++ cmake g++",
  c: "cc clang gcc",
  csharp: "csc dotnet nuget",
  dart: "dart flutter",
  elixir: "elixir iex mix",
  go: "go gofmt goimports golangci-lint gopls gotestsum staticcheck",
  haskell: "cabal ghc stack",
  java: "gradle gradlew java javac mvn mvnw",
  javascript:
    "biome bun bunx eslint jest mocha node nodejs npm npx oxlint playwright pnpm pnpx prettier" +
    " vite vitest webpack yarn",
  kotlin: "kotlin kotlinc ktlint",
  lua: "lua luajit luarocks",
  perl: "cpan perl",
  php: "artisan composer php phpstan phpunit",
  powershell: "powershell pwsh",
  python:
    "black conda flake8 hatch ipython isort mypy pdm pip pipenv pipx poetry py pylint pyright" +
    " pytest python ruff tox uv uvx",
  r: "rscript",
  ruby: "bundle gem irb rails rake rspec rubocop ruby",
  rust: "cargo clippy-driver rustc rustfmt rustup",
  scala: "sbt scala scalac",
  shell: "shellcheck shfmt",
  sql: "mysql psql sqlite sqlite3",
  swift: "swift swiftc swiftlint xcodebuild",
  terraform: "terraform terragrunt tofu",
  typescript: "deno ts-node tsc tsgo tsx",
  zig: "zig",
});

function languages(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(names).flatMap(([language, list]) =>
      list.split(" ").map((name) => [name, language] as const),
    ),
  );
}
