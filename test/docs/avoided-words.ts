/** A word that stops a reader, and what to write instead. Patterns find words across line ends. */
interface AvoidedWord {
  readonly avoid: RegExp;
  readonly write: string;
}

/** Riddles, calques and words that sound translated. */
const riddles: readonly AvoidedWord[] = [
  { avoid: /\b(?:stands|stood|standing)\b/, write: "is" },
  { avoid: /\bby (?:itself|themselves)\b/, write: "automatically, or on its own" },
  { avoid: /\bof what\b/, write: "the thing itself" },
  {
    avoid: /\bwhat (?:is to )?(?:becomes?|came|comes|come) of\b/,
    write: "the result, what followed",
  },
  { avoid: /\bin vain\b/, write: "failed" },
  { avoid: /\bdear(?:er|est)\b/, write: "more expensive, most expensive" },
  { avoid: /\b(?:un)?told\b/, write: "shown" },
  { avoid: /\bhears?\b/, write: "sees" },
  { avoid: /\b(?:is|are) to (?:be|come|become|happen)\b/, write: "will, or must" },
  { avoid: /\bas if it had\b/, write: "ignore" },
  { avoid: /\bit is said\b/, write: "the report says" },
  { avoid: /\b(?:some|no)body\b|\bwho(?:so)?ever\b/, write: "you, a person, another user" },
  {
    avoid: /\b(?:is|are|was|were|be|been) (?:asked|looked (?:at|for)|said|spoken)\b/,
    write: "who asks, checks or says it",
  },
  { avoid: /\bput(?:s|ting)? right\b|\bmend(?:s|ed|ing)?\b/, write: "fix" },
  { avoid: /\btak(?:e|es|en|ing) (?:out|in)\b(?! turns)/, write: "remove, or add" },
  { avoid: /\banew\b/, write: "again" },
  { avoid: /\ball the same\b/, write: "anyway" },
  { avoid: /\bof (?:ours|yours|theirs)\b/, write: "our, your" },
  { avoid: /\bbeforehand\b/, write: "in advance" },
  { avoid: /\bfor ever\b/, write: "permanently" },
  { avoid: /\bgo(?:es)? on\b/, write: "continue" },
  { avoid: /\b(?:went|ended|goes|go|going) well\b/, write: "worked" },
  { avoid: /\bholds? (?:everywhere|here|globally)\b/, write: "applies" },
  { avoid: /\bnewest [\d`]/, write: "latest" },
  { avoid: /\bsimply\b|\bobviously\b/, write: "leave it out" },
  { avoid: /\bdoes so\b|\bsays so (?:itself|beforehand)\b/, write: "the action" },
];

/** Names from inside the program. */
const internalNames: readonly AvoidedWord[] = [
  { avoid: /\bcach(?:e|es|ed)\b/, write: "what hooks read" },
  { avoid: /\bslices?\b/, write: "part" },
  { avoid: /\bspool(?:s|ed)?\b/, write: "what the hook recorded" },
  { avoid: /\bpre-?filters?\b/, write: "leave it out" },
  { avoid: /\bclusters?\b/, write: "mistake" },
  { avoid: /\bepisodes?\b/, write: "mistake, or finding" },
];

/** The words that docs/glossary.md avoids, where they mean the thing there and little else. */
const otherNames: readonly AvoidedWord[] = [
  { avoid: /\btranscripts?\b|\brollouts?\b/, write: "log" },
  { avoid: /\binject(?:s|ed|ion|ions)?\b/, write: "deliver, delivery" },
  { avoid: /\bassistants?\b/, write: "agent" },
  { avoid: /\bregex(?:es|p)?\b/, write: "pattern, regular expression" },
  { avoid: /\boccurrences?\b/, write: "sighting" },
  { avoid: /\bprovenance\b/, write: "evidence" },
  { avoid: /\bfingerprints?\b/, write: "fact" },
  { avoid: /\broot causes?\b/, write: "cause" },
  { avoid: /\bworkarounds?\b/, write: "fix" },
  { avoid: /\bself-reports?\b/, write: "report" },
  { avoid: /\bsidechains?\b/, write: "subagent" },
  { avoid: /\bcheat sheets?\b/, write: "session card" },
  { avoid: /\bcontrol groups?\b|\ba\/b tests?\b/, write: "trial" },
  { avoid: /\bgarbage collection\b|\bpruning\b/, write: "upkeep" },
  { avoid: /\bpurged\b|\berased\b/, write: "forgotten, or removed" },
];

export const avoidedWords = [...riddles, ...internalNames, ...otherNames];

const groups = { "internal names": internalNames, "other names": otherNames };

/** Words that a file may use, or whole groups of them, and why. */
export interface Exception {
  readonly file: string;
  readonly words: readonly string[];
  readonly because: string;
}

export const exceptions: readonly Exception[] = [
  {
    file: "ARCHITECTURE.md",
    words: ["internal names"],
    because: "it explains the inside of the program",
  },
  {
    file: "docs/glossary.md",
    words: ["internal names", "other names", "told", "untold"],
    because: "it lists the words inside the program, and those that we avoid",
  },
  {
    file: "docs/guide.md",
    words: ["injection"],
    because: "a table translates the names in older documents",
  },
  {
    file: "docs/effect.md",
    words: ["cache"],
    because: "it is the cache of a model's provider, as providers call it",
  },
  {
    file: "docs/starter-lessons.md",
    words: ["cluster", "clusters", "nobody"],
    because: "the clusters are Kubernetes', and a released slug never changes",
  },
];

/** Whether this exception is about this word. */
export function covers(exception: Exception, word: string): boolean {
  return exception.words.some((allowed) => {
    if (allowed === "internal names" || allowed === "other names")
      return groups[allowed].some(({ avoid }) => avoid.test(word));
    return allowed === word;
  });
}
