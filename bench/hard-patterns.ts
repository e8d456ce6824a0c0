/** Patterns whose form proves nothing: what people write, and what is made to take long. */
export const hardPatterns: readonly string[] = [
  String.raw`^git commit\b(?!.*(?:\s-[a-z]*m|--message|-F|--file|--amend|--no-edit))`,
  String.raw`^git log\b(?!.*-n?\s*\d)`,
  String.raw`^git clean\b.*-\w*x`,
  String.raw`manage\.py\s+makemigrations\b(?!.*--name)`,
  String.raw`\bpytest\b(?!.*(--no-header|TERM=dumb))`,
  String.raw`^(?:npm|pnpm|yarn)\s+(?:run\s+)?test\b(?!.*\s--\s)`,
  String.raw`^docker\s+(?:run|exec)\b(?=.*\s-\w*t)(?!.*--rm)`,
  String.raw`^curl\b.*\s(?:-X|--request)\s+(?:POST|PUT)\b(?!.*\s(?:-d|--data))`,
  String.raw`^.*\b(foo|bar).*baz.*qux`,
  String.raw`\bgit\s+push\b.*--force`,
  String.raw`^(\w+\s?)*$`,
  String.raw`^(?:a+)+$`,
  String.raw`^.{0,256}a.{0,256}b.{0,256}c`,
  `^${"(a?)".repeat(60)}${"a".repeat(60)}`,
  `^(?:${wordsTo(200)})+\\s.*(?:${wordsTo(200)})`,
  Array.from({ length: 60 }, (_, at) => `[a-z${at % 10}]{0,200}`).join(""),
  `${Array.from({ length: 80 }, (_, at) => String.raw`(?=.*\s--f${at}(?!\S))`).join("")}x+`,
];

function wordsTo(count: number): string {
  return Array.from({ length: count }, (_, at) => `word${at.toString(36)}`).join("|");
}
