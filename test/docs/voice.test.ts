import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { avoidedWords, covers, exceptions } from "./avoided-words.ts";

const root = join(import.meta.dirname, "../..");

/**
 * What is held to the words. `help` reads docs/cli.md, which is the help of every command.
 * docs/configuration.md has the texts of src/platform/configuration. To hold more, add a row: plugin/commands.
 */
const sources: readonly Source[] = [
  { files: ["docs/*.md"], without: ["docs/configuration.md"], reads: "prose" },
  { files: ["CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md", "ARCHITECTURE.md"], reads: "prose" },
  { files: ["docs/cli.md"], reads: "help" },
  { files: ["docs/configuration.md"], reads: "settings" },
  { files: ["README.md", "plugin/README.md", "examples/README.md"], reads: "prose" },
];

interface Source {
  readonly files: readonly string[];
  readonly without?: readonly string[];
  readonly reads: keyof typeof readings;
}

const readings = { prose: withoutCode, help: withoutNames, settings: withoutTestNames };

test("the documents use the words that people use", () => {
  const hits = sources.flatMap(({ files, without = [], reads }) =>
    globSync(files, { cwd: root })
      .filter((file) => !without.includes(file))
      .flatMap((file) => hitsIn(file, readings[reads](textOf(file)))),
  );
  expect(hits).toEqual([]);
});

test("a hit names the file, the line and the better word, and sees across line ends", () => {
  const text =
    "# A page\n\nIt runs\nby\nitself. `told` is code.\n\n```\ntold\n```\n\nThe agent is told.\n";
  expect(hitsIn("docs/page.md", withoutCode(text))).toEqual([
    'docs/page.md:4: "by itself"; write: automatically, or on its own',
    'docs/page.md:11: "told"; write: shown',
  ]);
});

test("the help is read without options, arguments and the commands for developers", () => {
  const help =
    "## lessons scan\n\n```text\n--episodes <cache>  it runs by itself\n```\n\n## lessons dev\n\n```text\nthe cache\n```\n\n## Names\n";
  expect(hitsIn("docs/cli.md", withoutNames(help))).toEqual([
    'docs/cli.md:4: "by itself"; write: automatically, or on its own',
  ]);
});

test("every exception is still needed", () => {
  const idle = exceptions.flatMap((exception) => {
    const found = wordsIn(withoutCode(textOf(exception.file)));
    return exception.words
      .filter((word) => !found.some((each) => covers({ ...exception, words: [word] }, each.word)))
      .map((word) => `${exception.file}: ${word}`);
  });
  expect(idle).toEqual([]);
});

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function hitsIn(file: string, text: string): readonly string[] {
  const allowed = exceptions.filter((exception) => exception.file === file);
  return wordsIn(text)
    .filter(({ word }) => !allowed.some((exception) => covers(exception, word)))
    .toSorted((one, other) => one.at - other.at)
    .map(({ word, at, write }) => `${file}:${lineOf(text, at)}: "${word}"; write: ${write}`);
}

function wordsIn(text: string) {
  return avoidedWords.flatMap(({ avoid, write }) => {
    const anywhere = new RegExp(avoid.source.replaceAll(" ", "\\s+"), "gi");
    return [...text.matchAll(anywhere)].map(({ 0: found, index }) => {
      return { word: found.replace(/\s+/g, " ").toLowerCase(), at: index, write };
    });
  });
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** The table names the test of each setting, which is no text for users. */
function withoutTestNames(text: string): string {
  return withoutCode(text.replaceAll(/^((?:\|[^|\n]*){3})\|.*$/gmu, "$1"));
}

/** Code, comments and addresses become blanks of the same length, so that places stay. */
function withoutCode(text: string): string {
  return blanked(text, /^```[\s\S]*?^```|`+[^`]+`+|<!--[\s\S]*?-->|\]\([^)]*\)/gm);
}

/** Names of options and arguments stay as they are, and developers meet the names inside the program. */
function withoutNames(text: string): string {
  return blanked(text, /^## lessons dev\b[\s\S]*?(?=^## (?!lessons dev\b))|--[a-z-]+|<[^>\s]+>/gm);
}

function blanked(text: string, parts: RegExp): string {
  return text.replace(parts, (found) => found.replace(/\S/g, " "));
}
