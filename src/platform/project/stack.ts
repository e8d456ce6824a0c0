import { join } from "node:path";
import { languagesOfFiles } from "../../lesson/record/language-tags.ts";
import { namesIn } from "../files/names.ts";

/** The languages of a project as tags, by what lies in its folder and in the folders that sources are kept in. */
export function projectStack(root: string): readonly string[] {
  const names = ["", "src", "lib", "app"].flatMap((place) =>
    namesIn(join(root, place)).slice(0, mostNames),
  );
  const manifests = names.flatMap((name) => languageOfManifest[name] ?? []);
  const tags = [...new Set([...manifests, ...languagesOfFiles(names)])];
  tags.sort();
  return tags;
}

const languageOfManifest: Readonly<Record<string, string>> = {
  "package.json": "lang:javascript",
  "tsconfig.json": "lang:typescript",
  "pyproject.toml": "lang:python",
  "requirements.txt": "lang:python",
  "Cargo.toml": "lang:rust",
  "go.mod": "lang:go",
  Gemfile: "lang:ruby",
  "pom.xml": "lang:java",
  "build.gradle": "lang:java",
  "build.gradle.kts": "lang:kotlin",
  "composer.json": "lang:php",
  "mix.exs": "lang:elixir",
  "Package.swift": "lang:swift",
};

const mostNames = 500;
