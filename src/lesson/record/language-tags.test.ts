import fc from "fast-check";
import { expect, test } from "vitest";
import { languageTags, toolTag } from "./language-tags.ts";
import { parseTag } from "./tag.ts";
import { law } from "../../../test/kit/law.ts";

test("files and programs speak of languages", () => {
  expect(
    languageTags({
      commands: ["cd api && uv run pytest -q", "cargo build"],
      paths: ["src/App.tsx", "db/schema.SQL", "Gemfile"],
    }),
  ).toEqual(["lang:python", "lang:ruby", "lang:rust", "lang:sql", "lang:typescript"]);
});

test.each([
  ["python3.12 -m pip install x", ["lang:python"]],
  ["sudo pip3 install x", ["lang:python"]],
  ["npm run build", ["lang:javascript"]],
  ["npx tsc --noEmit", ["lang:typescript"]],
  ["npx -y tsc", ["lang:javascript"]],
  ["node scripts/build.ts", ["lang:typescript"]],
  ["./gradlew build", ["lang:java"]],
  ["dotnet test", ["lang:csharp"]],
  ["go test ./...", ["lang:go"]],
  ["bash deploy.sh", ["lang:shell"]],
  ["g++ -O2 main.cc", ["lang:cpp"]],
  ["poetry run black .", ["lang:python"]],
  ["git status", []],
  ["git add .ts", []],
  ["", []],
])("%j speaks of %j", (command, tags) => {
  expect(languageTags({ commands: [command], paths: [] })).toEqual(tags);
});

test.each([
  ["git", "tool:git"],
  ["./node_modules/.bin/ESLint", "tool:eslint"],
  ["C:\\tools\\node.exe", "tool:node"],
  ["g++", "tool:g++"],
  ["7z", "tool:7z"],
  ["$TOOL", undefined],
  ["", undefined],
  ["[", undefined],
])("the tag of the program %j is %j", (program, tag) => {
  expect(toolTag(program)).toBe(tag);
});

test("law: every tag is one that we keep, and the order of what was seen makes no difference", () => {
  const command = fc.oneof(
    fc.string(),
    fc.constantFrom("npm test", "tsc", "uv run pytest a.py", "npx vitest", "go vet ./..."),
  );
  const path = fc.oneof(fc.string(), fc.constantFrom("a.ts", "b.js", "Cargo.toml", "x/y.h"));
  fc.assert(
    fc.property(fc.array(command), fc.array(path), (commands, paths) => {
      const tags = languageTags({ commands, paths });
      expect(tags.map(parseTag)).toEqual(tags);
      const reversed = { commands: commands.toReversed(), paths: paths.toReversed() };
      expect(languageTags(reversed)).toEqual(tags);
    }),
    law(),
  );
});
