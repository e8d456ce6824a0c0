/**
 * Whether two texts advise against each other: one says to do what the other says not to do, or
 * prefers what the other replaces. Such texts share nearly all their words, so they look like
 * duplicates and must never become one. Symmetric, and false for a text and itself.
 */
export function isOppositeAdvice(one: string, other: string): boolean {
  const stances = settled(stancesOf(one));
  const others = settled(stancesOf(other));
  return stances.some((left) => others.some((right) => isAgainst(left, right)));
}

/** A text that is for and against a thing has said when to do which; that is not ours to judge. */
function settled(stances: readonly Stance[]): readonly Stance[] {
  return stances.filter((one) => !stances.some((against) => isAgainst(one, against)));
}

function isAgainst(one: Stance, other: Stance): boolean {
  return one.isFor !== other.isFor && isSameThing(one.thing, other.thing);
}

/** Equal, or one says more about the same thing. A flag more makes it another thing. */
function isSameThing(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  if (![...few].every((word) => many.has(word))) return false;
  return ![...many].some((word) => word.startsWith("-") && !few.has(word));
}

/** What a text is for or against. */
interface Stance {
  readonly isFor: boolean;
  /** The words of the thing, without endings and never none. */
  readonly thing: ReadonlySet<string>;
}

/** What a text tells its reader to do and not to do. Sentences that only state something have no stance. */
function stancesOf(text: string): readonly Stance[] {
  const plain = text.slice(0, longestText).replaceAll("’", "'").toLowerCase();
  return clausesOf(plain).flatMap(stancesIn);
}

const longestText = 4000;

interface Word {
  readonly text: string;
  /** Words of code are never verbs or prepositions: `git add`, `npm run`. */
  readonly isCode: boolean;
}

function clausesOf(text: string): readonly (readonly Word[])[] {
  const clauses: Word[][] = [[]];
  text.split("`").forEach((part, index) => {
    const isCode = index % 2 === 1;
    for (const raw of part.replace(/n't\b/g, " not").split(/\s+/)) {
      const word = raw.replace(/^["'([{]+/, "").replace(/["')\]},.;:!?]+$/, "");
      const isWord = isCode || !clauseWords.has(word);
      if (word !== "" && isWord) clauses.at(-1)?.push({ text: word, isCode });
      if (!isWord || (!isCode && /[,.;:!?]["')\]}]*$/.test(raw))) clauses.push([]);
    }
  });
  return clauses;
}

const clauseWords = named("but then – — -");

function stancesIn(words: readonly Word[]): readonly Stance[] {
  const swap = swapIn(words);
  if (swap.length > 0) return swap;
  const at = words.findIndex((word, index) => isReplacing(word, words[index + 1]));
  if (at >= 0) {
    const young = stanceOf(words.slice(0, at));
    const old = thingOf(words.slice(at + 2));
    return [...young, ...stance({ isFor: young[0]?.isFor === false, thing: old })];
  }
  const order = words.findIndex(({ text, isCode }) => !isCode && orders.has(text));
  return [...stanceOf(words), ...(order > 0 ? orderOf(words, order) : [])];
}

/** "Replace a with b" is against a and for b. */
function swapIn(words: readonly Word[]): readonly Stance[] {
  const start = words.findIndex(({ text, isCode }) => isCode || !openers.has(text));
  const by = words.findIndex(({ text, isCode }) => !isCode && (text === "with" || text === "by"));
  if (words[start]?.text !== "replace" || words[start].isCode || by < 0) return [];
  return [
    ...stance({ isFor: false, thing: thingOf(words.slice(start + 1, by)) }),
    ...stance({ isFor: true, thing: thingOf(words.slice(by + 1)) }),
  ];
}

/** "instead of", "rather than". */
function isReplacing(word: Word, next: Word | undefined): boolean {
  const pair = `${word.text} ${next?.text ?? ""}`;
  return !word.isCode && (pair === "instead of" || pair === "rather than");
}

/** "a before b" is for that order and against the other one. */
function orderOf(words: readonly Word[], at: number): readonly Stance[] {
  const sides = [thingOf(withoutVerb(words.slice(0, at)).rest), thingOf(words.slice(at + 1))];
  const [first = "", second = ""] = (words[at]?.text === "after" ? sides.toReversed() : sides).map(
    (thing) => [...thing].toSorted().join(" "),
  );
  if (first === "" || second === "") return [];
  return [
    { isFor: true, thing: new Set([`${first} < ${second}`]) },
    { isFor: false, thing: new Set([`${second} < ${first}`]) },
  ];
}

/** The stance of "never use a in b": against a. Of "run a without b": against b. */
function stanceOf(words: readonly Word[]): readonly Stance[] {
  const { rest, isFor, isAdvice } = withoutVerb(words);
  if (!isAdvice) return [];
  const without = rest.findIndex(({ text, isCode }) => !isCode && text === "without");
  if (without >= 0) return stance({ isFor: !isFor, thing: thingOf(rest.slice(without + 1)) });
  const withAt = rest.findIndex(({ text, isCode }) => !isCode && text === "with");
  if (withAt < 0 || !isFor) return stance({ isFor, thing: thingOf(rest) });
  return [
    ...stance({ isFor, thing: thingOf(rest.slice(0, withAt)) }),
    ...stance({ isFor, thing: thingOf(rest.slice(withAt + 1)) }),
  ];
}

function stance(one: Stance): readonly Stance[] {
  return one.thing.size > 0 ? [one] : [];
}

function withoutVerb(words: readonly Word[]): {
  readonly rest: readonly Word[];
  readonly isFor: boolean;
  readonly isAdvice: boolean;
} {
  let [isFor, isAdvice, at] = [true, false, 0];
  for (; at < words.length; at += 1) {
    const { text, isCode } = words[at] ?? { text: "", isCode: true };
    if (isCode) break;
    if (denials.has(text)) isFor = !isFor;
    if (denials.has(text) || urges.has(text) || uses.has(text)) isAdvice = true;
    else if (!openers.has(text)) break;
  }
  const verb = words[at];
  // "Commit the lock file": the verb belongs to what is to be done.
  const isVerb = verb !== undefined && !verb.isCode && verbs.has(stem(verb.text));
  return { rest: words.slice(at), isFor, isAdvice: isAdvice || isVerb };
}

/** The words up to where, when or why, unless there would be none: "run it from the root". */
function thingOf(words: readonly Word[]): ReadonlySet<string> {
  const thing = new Set<string>();
  for (const { text, isCode } of words) {
    if (!isCode && ends.has(text) && thing.size > 0) break;
    if (isCode || !(small.has(text) || ends.has(text) || text === "with")) thing.add(stem(text));
  }
  return thing;
}

/** Near enough to compare "commit files" and "committing a file": both lose their endings. */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const bare = word.replace(/ing$/, "").replace(/([^aeiouls])\1$/, "$1");
  return bare.replace(/s$/, "").replace(/e$/, "");
}

const denials = named(
  "avoid ban disable drop exclude forbid never no not omit prohibit refrain remove skip stop unset",
);
const urges = named("always must prefer should");
const uses = named("add call choose enable include keep pass pick run set try use using");
const openers = named(
  "also and be cannot do ensure from in instead it just leave longer make only or out please really" +
    " so sure the to we you",
);
const verbs: ReadonlySet<string> = new Set(
  (
    "activate allow append apply ask bump cache check clean close commit copy create declare define" +
    " delete deploy edit escape export force format generate ignore import install invoke merge mock" +
    " modify move name open pin publish pull push put quote read rebase release rename replace" +
    " reset restart retry return reuse revert rewrite squash stage start store tag test trust update" +
    " upgrade validate wait wrap write"
  )
    .split(" ")
    .map(stem),
);
const orders = named("after before");
const ends = named(
  "after as at because before by for from if in into inside of on over since so to unless until via" +
    " when whenever where while",
);
const small = named(
  "a all an and any be directly every is it its just my or our that the their them there these this" +
    " those using your",
);

function named(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}
