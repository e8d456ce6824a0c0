/** A rule in one sentence, taken apart by its form. */
export interface RuleParts {
  /** The rule itself, in one line. */
  readonly rule: string;
  /** The call that it is about, as the sentence names it: `lint`, `git stash`. */
  readonly about?: string | undefined;
  /** What to call first, in its place, or with it. */
  readonly fix?: string | undefined;
  /** How the fix stands to the call. */
  readonly relation?: Relation | undefined;
}

/** `first`: it goes before. `instead`: it takes the place. `with`: it is a part of the call. */
type Relation = "first" | "instead" | "with";

export function rulePartsOf(sentence: string): RuleParts {
  const rule = sentence.replaceAll(/\s+/gu, " ").trim();
  const bare = rule.replace(/[\s.!]+$/u, "");
  for (const { pattern, relation } of forms) {
    const { about, fix } = pattern.exec(bare)?.groups ?? {};
    if (about === undefined) continue;
    const named = { about: callIn(about), fix: fix === undefined ? undefined : callIn(fix) };
    return { rule, ...named, relation: named.fix === undefined ? undefined : relation };
  }
  // Somebody who puts a call between backticks names it.
  const [, quoted] = /`([^`]+)`/u.exec(rule) ?? [];
  return { rule, about: quoted === undefined ? undefined : callIn(quoted) };
}

const run = "(?:run(?:ning)?|us(?:e|ing)|call(?:ing)?|do(?:ing)?|execut(?:e|ing)|typ(?:e|ing)) ";
const start = `^(?:please |you (?:must|should) |always )*`;
const never = `(?:never|don['’]?t|do not|avoid|stop) (?:ever )?(?:${run})?`;

/** The first that fits decides, so that the more telling ones come first. */
const forms: readonly { readonly pattern: RegExp; readonly relation: Relation }[] = [
  form(
    "first",
    `${start}(?:${run})(?<fix>.+?) before (?:you |each |every |any )*(?:${run})?(?<about>.+)$`,
  ),
  form(
    "first",
    `^before (?:you |each |every |any )*(?:${run})?(?<about>.+?),? (?:always )?(?:${run})(?<fix>.+)$`,
  ),
  form(
    "instead",
    `${start}(?:${run}|prefer )(?<fix>.+?),? (?:instead of|rather than|in place of|and not|not|over) (?:${run})?(?<about>.+)$`,
  ),
  form("instead", `^instead of (?:${run})?(?<about>.+?),? (?:always )?(?:${run})(?<fix>.+)$`),
  form(
    "instead",
    `${start}${never}(?<about>.+?)[,;:–—-]+ ?(?:but )?(?:${run}|prefer )(?<fix>.+?)(?: instead)?$`,
  ),
  form(
    "with",
    `${start}(?:use|pass|add|give|set) (?<fix>-{1,2}[\\w-]\\S*) (?:with|to|for|when(?: you)? |on)(?:${run})?(?<about>.+)$`,
  ),
  form("with", `^(?<about>.+?) (?:needs?|requires?|must have|wants) (?<fix>.+)$`),
  form("with", `${start}(?:${run})(?<about>.+?) with (?<fix>-{1,2}[\\w-]\\S*)$`),
  form("with", `${start}${never}(?<about>.+?) without (?<fix>.+)$`),
  form("instead", `${start}${never}(?<about>.+)$`),
];

function form(relation: Relation, source: string) {
  return { relation, pattern: new RegExp(source, "iu") };
}

/** What is between backticks is the call; else the words without an article. */
function callIn(text: string): string {
  const [, quoted] = /`([^`]+)`/u.exec(text) ?? [];
  return (quoted ?? text.replace(/^(?:the|a|an|your) /iu, "")).trim();
}
