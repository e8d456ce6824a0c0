import { generalizePath } from "../../match/paths.ts";

/**
 * The files that a text names, as globs that fit other projects too, in the order in which it names them.
 * URLs and product names are no files.
 */
export function filesNamed(text: string): readonly string[] {
  const withoutUrls = text.slice(0, longestText).replaceAll(url, " ");
  const names = Array.from(withoutUrls.matchAll(token), ([word]) => trimmed(word)).filter(isFile);
  return [...new Set(names.flatMap((name) => generalizePath(name) ?? []))].slice(0, mostFiles);
}

const longestText = 8000;
const mostFiles = 20;

export const url = /\b[a-z]{3,6}:\/\/\S{1,2000}/giu;
/** Nothing in it can be mistaken for a glob. */
export const token = /[\w@+~./\\-]{3,200}/gu;

/** Without the place (`a.ts:10`) and the full stop of the sentence. */
function trimmed(word: string): string {
  return word.replace(/[./\\-]{1,3}$/u, "").replace(/^@(?=[\w.~]{1,200}[./])/u, "");
}

function isFile(word: string): boolean {
  const name = baseName(word);
  if (productName.test(name)) return false;
  return knownExtension.test(name) || knownName.test(name);
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

export const knownExtension =
  /^[\w@+.-]{1,100}\.(?:[cm]?[jt]sx?|jsonc?|jsonl|md|mdx|mdc|py|pyi|ipynb|rb|go|rs|java|kts?|swift|c|h|cc|cpp|hpp|cs|fs|php|pl|lua|ex|exs|erl|hs|scala|clj|dart|vue|svelte|astro|html?|css|s[ac]ss|less|xml|svg|ya?ml|toml|ini|cfg|conf|env|properties|lock|sum|mod|txt|rst|csv|sql|sh|bash|zsh|fish|ps1|bat|cmd|tf|hcl|gradle|proto|graphql|prisma|nix|dockerfile|example|local)$/iu;
export const knownName =
  /^(?:dockerfile|makefile|justfile|rakefile|gemfile|procfile|jenkinsfile|codeowners|\.gitignore|\.gitattributes|\.dockerignore|\.npmrc|\.nvmrc|\.editorconfig|\.cursorrules|\.[a-z]{2,20}rc|\.[a-z]{2,20}ignore)$/iu;
export const productName =
  /^(?:node|next|nuxt|vue|react|express|three|d3|ember|backbone|chart|p5|asp|socket)\.(?:js|io)$/iu;

/** Whether a text names one, or asks to keep something in memory. */
export function namesMemoryFile(text: string): boolean {
  return named.test(text) || (inMemory.test(text) && keeps.test(text));
}

export const named =
  /(?:^|[^\w/-])(?:claude|agents?|gemini|memory)\.md\b|\bcopilot-instructions\b|\.cursorrules\b/iu;
export const keeps = /\b(?:save|store|add|put|write|note|remember|keep)\b/iu;
export const inMemory = /\b(?:to|in|into) (?:your |the |its |project )?memory\b/iu;

/**
 * The words of a correction that may raise the relevance of its lesson: what was being done, and what
 * about. They are never the only condition of a trigger, since people use them all day.
 */
export interface TriggerKeywords {
  readonly actionKeywords: readonly string[];
  readonly contextKeywords: readonly string[];
}

export function triggerKeywords(correction: string): TriggerKeywords {
  const text = correction.slice(0, longestCorrection);
  return { actionKeywords: found(actions, text), contextKeywords: found(topics, text) };
}

const longestCorrection = 4000;

interface Keyword {
  readonly word: string;
  readonly pattern: RegExp;
}

function found(among: readonly Keyword[], text: string): readonly string[] {
  return among.filter(({ pattern }) => pattern.test(text)).map(({ word }) => word);
}

/** Verbs, with any ending: `updat` is in "updating". */
const actions: readonly Keyword[] = [
  ...keywords(["update", "create", "modify", "deploy", "bump", "release"]),
  ...keywords(["add", "remove", "delete", "rename", "move", "write", "edit", "refactor", "revert"]),
  ...keywords(["commit", "amend", "push", "merge", "rebase", "stash", "tag", "publish", "install"]),
  ...keywords(["run", "test", "format", "lint", "build", "migrate", "upgrade", "document"]),
];

/** What software is about. */
const topics: readonly Keyword[] = [
  ...keywords(["version", "changelog", "release", "deployment", "production", "migration"]),
  ...keywords(["database", "schema", "api", "endpoint", "auth", "security", "secret", "token"]),
  ...keywords(["test", "coverage", "lint", "formatting", "type", "build", "pipeline", "workflow"]),
  ...keywords(["branch", "commit", "pull request", "hook", "config", "setting", "environment"]),
  ...keywords(["dependency", "package", "docker", "container", "sandbox", "permission"]),
  ...keywords([
    "documentation",
    "readme",
    "comment",
    "log",
    "cache",
    "path",
    "directory",
    "script",
  ]),
];

function keywords(words: readonly string[]): readonly Keyword[] {
  return words.map((word) => ({ word, pattern: new RegExp(`\\b${stem(word)}`, "iu") }));
}

/** Short words only as they are or in the plural: `log` is not in "logic", nor `add` in "address". */
function stem(word: string): string {
  const spaced = word.replaceAll(" ", "[ -]");
  if (word.length <= 4)
    return `${spaced}(?:s|ed|ing|${word.at(-1) ?? ""}ing|${word.at(-1) ?? ""}ed)?\\b`;
  if (word.endsWith("y")) return `${spaced.slice(0, -1)}(?:y|ies|ied|ying)\\b`;
  return word.endsWith("e") ? spaced.slice(0, -1) : spaced;
}
