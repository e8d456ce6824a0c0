import { generalizePath } from "../path-glob.ts";

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
