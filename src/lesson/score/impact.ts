/** What is at stake in a text. */
export const impacts = ["production", "quality", "style", "info"] as const;
export type Impact = (typeof impacts)[number];

/**
 * The gravest impact that a keyword of the text points to, `info` when none does.
 *
 * A keyword counts where a word starts, with any ending: `deploy` is in "deployment", `test` is not in
 * "latest". Words also start inside identifiers (`TypeError`, `ERR_CRASH`), because the texts quote
 * code. Between the words of a phrase there may be space, `-`, `_` or nothing: "data-loss", "typecheck".
 */
export function classifyImpact(text: string): Impact {
  const words = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  return gravestFirst.find(({ pattern }) => pattern.test(words))?.impact ?? "info";
}

const gravestFirst: readonly { readonly impact: Impact; readonly pattern: RegExp }[] = [
  {
    impact: "production",
    pattern: atWordStart(
      "deploy, release, production, publish, security, data loss, breaking, critical, users affected," +
        " downtime, rollback",
    ),
  },
  {
    impact: "quality",
    pattern: atWordStart(
      "test, bug, error, exception, crash, refactor, code quality, lint, type check, coverage, regression",
    ),
  },
  {
    impact: "style",
    pattern: atWordStart("style, format, naming, organize, readability, comment, documentation"),
  },
];

function atWordStart(keywords: string): RegExp {
  const phrases = keywords.split(", ").map((keyword) => keyword.replaceAll(" ", "[\\s_-]*"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join("|")})`, "iu");
}
