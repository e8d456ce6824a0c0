import { PatternSieve } from "../../match/pattern/sieve.ts";

/** A state of the surroundings that makes things fail, with the words for what is in it. */
export interface State {
  readonly state: string;
  readonly about: readonly string[];
}

/** The states that a sentence speaks of: `Redis isn't running`, `stale clones`. What is wrong in the code is none of them. */
export function statesIn(sentence: string): readonly State[] {
  if (!hint.test(sentence.toLowerCase())) return [];
  const plain = sentence.replaceAll(place, "it").replaceAll(/[`()]/gu, " ");
  // Few of the forms come near a match in one sentence; they are tried in their order.
  const near = new Set(sieve.candidatesFor(plain.toLowerCase()));
  return forms.flatMap(({ state, side, pattern }, at) =>
    Array.from(near.has(at) ? plain.matchAll(pattern) : [], ({ 0: words, index }) => ({
      state,
      about:
        side === "before"
          ? phraseBefore(plain.slice(0, index))
          : phraseAfter(plain.slice(index + words.length)),
    })),
  );
}

/** One of these is in every form; most sentences have none. */
const hint =
  /\bnot\b|n't|never|no longer|down\b|offline|unreachable|stopped|unavailable|running|missing|uninit|unset|absent|lack|ha(?:s|ve) no|to (?:be|have)\b|ungenerated|stale|left|outdated|out[ -]of|orphaned|obsolete|lingering|abandoned|expired|corrupt|from (?:an?|the|some|prev|earl|prior|last|old)|already|locked|held|occupied|in use|taken|read-only|blocked|denied|full|enabled|disabled|turned|\bset\b|globally|too (?:old|new)|incompat|wrong version|mismatch|pick|swe(?:ep|pt)|pull(?:s|ed|ing)? (?:up|in)|collected|discovered|scanned/;

/** A path is a name by itself; its parts are no things. */
const place = /[\w@.~-]{0,60}[/\\][^\s`]{0,200}|\b[\w-]{1,60}\.[a-z]\w{0,9}(?=[\s`,])/gu;

interface Form {
  readonly state: string;
  /** Where the thing is named. */
  readonly side: "before" | "after";
  readonly pattern: RegExp;
}

const not = String.raw`\b(?:not|\w{2,6}n't|never|no longer)(?: been| yet| currently| actually| even| already| properly){0,2}`;

const forms: readonly Form[] = [
  before(
    "missing",
    `${not} (?:running|up|started|reachable|listening|available|responding|online|booted|launched)\\b`,
  ),
  before(
    "missing",
    String.raw`\b(?:is|are|was|were) (?:down|offline|unreachable|stopped|unavailable)\b`,
  ),
  after("missing", String.raw`\b(?:needs?|requires?) (?:a |an |the )?running\b`),
  before(
    "missing",
    `${not} (?:installed|built|generated|regenerated|rebuilt|compiled|initiali[sz]ed|checked out|cloned|fetched|pulled|downloaded|linked|mounted|present|created|applied|migrated|seeded|bootstrapped|set up|set|exported|configured|logged in|signed in|authenticated|synced|provisioned|run|found|on (?:the |your |my )?\\$?PATH|in (?:the |your |my )?\\$?PATH)\\b`,
  ),
  before(
    "missing",
    String.raw`\b(?:is|are|was|were) (?:missing(?! {1,2}(?:an?|the|its|their|some|one|two|several|any)\b)|uninitiali[sz]ed|unset|absent)\b`,
  ),
  before("missing", String.raw`\b(?:does not|do not|doesn't|don't|did not|didn't) exist\b`),
  after(
    "missing",
    String.raw`\b(?:lacks?|lacking|has no|have no|needs? to have|uninitiali[sz]ed|ungenerated)\b`,
  ),
  after(
    "missing",
    String.raw`\bmissing\b(?=.{0,200}\b(?:worktree|checkout|sandbox|container|machine|environment|clone|install|generat|pre-existing|unrelated)|(?:.{0,60} )?(?:dependencies|credentials|toolchain|submodules|browsers|migrations))`,
  ),
  before(
    "missing",
    String.raw`\b(?:needs?|need|must|has|have) to be (?:installed|built|rebuilt|generated|regenerated|rebuilt|compiled|initiali[sz]ed|started|running|run|applied|set)\b`,
  ),
  after(
    "stale",
    String.raw`\b(?:stale|leftover|left-over|outdated|orphaned|obsolete|lingering|abandoned|out-of-date|expired|corrupt(?:ed)?)\b`,
  ),
  before(
    "stale",
    String.raw`\b(?:is|are|was|were|been|has|have|got|had) (?:still )?(?:stale|outdated|out of date|expired|corrupt(?:ed)?|obsolete|left over|left behind|leftover)\b|\bexpired(?=[\s.,;]|$)`,
  ),
  before(
    "stale",
    String.raw`\b(?:left over|left behind|left) (?:from|by|in|after)\b|\bfrom (?:a |an |the |some )?(?:previous|earlier|prior|last|old|older)\b`,
  ),
  before(
    "taken",
    String.raw`\balready (?:in use|running|taken|bound|locked|held|listening|occupied)\b|\b(?:is|are|was|were) (?:locked|held|occupied|in use|taken)\b`,
  ),
  before(
    "missing",
    String.raw`\b(?:is|are|was|were) (?:read-only|blocked by|denied by|not writable|not allowed|not permitted)\b`,
  ),
  before("full", String.raw`\b(?:is|are|was|were|ran) (?:full|out of (?:disk|memory|space))\b`),
  before(
    "on",
    String.raw`\b(?:is|are|was|were|being) (?:enabled|disabled|turned on|turned off|set)\b(?! to be)|\bglobally\b`,
  ),
  before(
    "wrong version",
    String.raw`\b(?:is|are|was|were) (?:too old|too new|incompatible|the wrong version|mismatched|on the wrong version)\b`,
  ),
  after(
    "swept up",
    String.raw`\b(?:picks?|picked|picking|swept|sweeps|pulls|pulled|pulling) (?:up|in)\b`,
  ),
  before(
    "swept up",
    String.raw`\b(?:gets?|getting|being|are|is) (?:picked up|swept up|collected|discovered|scanned)\b`,
  ),
];

/** Texts are compared in lower case, so the forms are, too. */
const sieve = new PatternSieve(
  forms.map(({ pattern }) => new RegExp(pattern.source.replaceAll("PATH", "path"))),
);

function before(state: string, source: string): Form {
  return { state, side: "before", pattern: new RegExp(source, "gi") };
}

function after(state: string, source: string): Form {
  return { state, side: "after", pattern: new RegExp(source, "gi") };
}

/** The thing before its state: the last words of the clause. */
function phraseBefore(text: string): readonly string[] {
  const [clause = ""] = text.slice(-longestPhrase).split(clauseBreak).slice(-1);
  const phrase = clause.split(preposition)[0] ?? clause;
  return phrase
    .split(/[^\w-]+/u)
    .filter(Boolean)
    .slice(-mostWords);
}

function phraseAfter(text: string): readonly string[] {
  const [clause = ""] = text.slice(0, longestPhrase).split(clauseBreak);
  const phrase = clause.split(preposition)[0] ?? clause;
  return phrase
    .split(/[^\w-]+/u)
    .filter(Boolean)
    .slice(0, mostWords);
}

const longestPhrase = 90;
const mostWords = 4;
const clauseBreak =
  /[,;:()—–"]|\.\s| - |\b(?:because|since|that|as|when|and|but|so|if|while|which|due to|caused by|unless|until|then|or|means?)\b/iu;
const preposition =
  /\b(?:in|on|at|of|for|from|with|by|to|into|after|before|during|between|without|over|under|through|via|than|even|though|is|are|was|were|has|have|isn't|aren't|wasn't|weren't|hasn't|haven't)\b/iu;
