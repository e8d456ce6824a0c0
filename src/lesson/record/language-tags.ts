import { parseTag, sortTags, type Tag } from "./tag.ts";

/** The languages that files are written in, by their names and extensions. */
export function languagesOfFiles(paths: readonly string[]): readonly Tag[] {
  return sortTags(paths.flatMap((path) => tagOf(languageOfFile(path))));
}

/** The language that a program is about. Also with a version: `python3.12`, `go1.22`, `pip3`. */
export function languageOfProgram(program: string): readonly Tag[] {
  const name = program.toLowerCase();
  return tagOf(
    languageOfTool.get(name) ?? languageOfTool.get(name.replace(/(?:-|(?<![\d.-]))[\d.]+$/, "")),
  );
}

function tagOf(language: string | undefined): readonly Tag[] {
  return language === undefined ? [] : [`lang:${language}`];
}

/** `tool:git`. Undefined for what cannot be a tag, such as a program with a variable in its name. */
export function toolTag(program: string): Tag | undefined {
  const name = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
  return parseTag(`tool:${name.replace(/\.(?:exe|cmd|bat)$/i, "")}`);
}

function languageOfFile(name: string): string | undefined {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  const dot = base.lastIndexOf(".");
  return (
    languageOfName.get(base.toLowerCase()) ??
    (dot > 0 ? languageOfExtension.get(base.slice(dot + 1).toLowerCase()) : undefined)
  );
}

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
