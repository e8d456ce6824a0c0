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
