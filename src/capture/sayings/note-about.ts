import { isFeedbackNote } from "../../agents/memory-file.ts";
import { namesMemoryFile } from "./files-named.ts";

/**
 * The sentence of a note that makes a rule of what a person had just said, without the marks of Markdown; undefined
 * when there is none. Agents write notes of their own accord as well, and notes that only tell what happened: so some
 * of the person's words must be in it, and it must order something.
 */
export function noteAbout(note: string, words: string): string | undefined {
  const said = contentWords(words);
  const text = note.slice(0, longestNote);
  const isMarked = isFeedbackNote(text);
  const fewest = isMarked ? 1 : fewestShared;
  if (said.size < fewest) return undefined;
  const about = sentencesOf(text)
    .map((one) => ({ ...one, shared: sharedWords(contentWords(one.sentence), said) }))
    .filter(({ shared }) => shared >= fewest && shared >= (isMarked ? 0 : said.size * leastShare));
  const orders = about.filter(({ sentence }) => ordersSomething(sentence));
  // In a note about what a person said, the rule comes first; then why, and how to apply it.
  if (isMarked)
    return (orders.find(({ sentence }) => plainOrder.test(sentence)) ?? orders[0])?.sentence;
  // What they want in a file of instructions is a rule by where it stands.
  const points = namesMemoryFile(words)
    ? about.filter(({ isPoint, sentence }) => isPoint && statesSomething(sentence))
    : [];
  const [best] = (orders.length > 0 ? orders : points).toSorted(
    (one, other) => other.shared - one.shared,
  );
  return best?.sentence;
}

interface NotedSentence {
  readonly sentence: string;
  /** It is a point of a list. */
  readonly isPoint: boolean;
}

function sentencesOf(text: string): readonly NotedSentence[] {
  return paragraphsOf(text)
    .flatMap((paragraph) =>
      paragraph
        .split(/(?<=[^.\d][.!?])\s+(?=[\p{Lu}`*])/u)
        .map((part) => ({ sentence: plainSentence(part), isPoint: mark.test(paragraph) })),
    )
    .filter(({ sentence }) => sentence.split(" ").length >= fewestWords)
    .slice(0, mostSentences);
}

const longestNote = 2000;
const longestRule = 260;
const mostSentences = 60;
const fewestWords = 4;
const fewestShared = 2;
/** Long remarks are about more than what was noted of them. */
const leastShare = 0.15;

/** A line that was broken for its length goes on in the next one. Headings are no sentences. */
function paragraphsOf(note: string): readonly string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of note.split("\n")) {
    const text = line.trim();
    const isOther = text === "" || heading.test(text) || key.test(text);
    if (isOther) isOpen = false;
    else if (isOpen && !mark.test(text)) paragraphs.push(`${paragraphs.pop() ?? ""} ${text}`);
    else {
      paragraphs.push(text);
      isOpen = true;
    }
  }
  return paragraphs;
}

/** `- **Never** push to main (agreed 2024-05-01).` is "Never push to main". */
function plainSentence(sentence: string): string {
  return sentence
    .replace(mark, "")
    .replaceAll(/\*{1,3}|__/gu, "")
    .replaceAll(dated, "")
    .replace(label, "")
    .replaceAll(/\s+/gu, " ")
    .replace(/[\s.;]{1,9}$/u, "")
    .trim();
}

export const heading = /^(?:#{1,6} |\||```|<|[-=*]{3,})/u;
export const key =
  /^(?:name|type|title|tags|date|created|updated|metadata|originSessionId|node_type): /iu;
export const mark = /^(?:[-*+•>] |\d{1,2}[.)] |\[[ x]\] )/u;
export const dated = / ?\([^()]{0,80}\d{4}-\d\d-\d\d[^()]{0,80}\)/gu;
export const label =
  /^(?:(?:description|rule|why|how to apply|note|important): ?|[\w -]{3,40}: (?=(?:always|never|do not|use|prefer|avoid)\b))/iu;

/** A line of instructions that is put as what holds: "Changes of prices go through the ledger". */
function statesSomething(sentence: string): boolean {
  if (sentence.length > longestRule || /[:?]$/u.test(sentence) || tale.test(sentence)) return false;
  return /^[\p{Lu}`]/u.test(sentence) && holds.test(sentence) && !elsewhere.test(sentence);
}

export const holds =
  /\b(?:go|goes|lives?|belongs?|stays?|needs?|uses?|requires?|comes?|happens?|is|are|may|can|cannot|only)\b/u;
/** About something else in the text, a definition, or a link. */
export const elsewhere = /^(?:This|That|It|These|Those)\b|^`[^`]{1,100}`:|https?:/u;

function ordersSomething(sentence: string): boolean {
  if (sentence.length > longestRule || /[:?]$/u.test(sentence)) return false;
  return (
    order.test(sentence) &&
    !tale.test(sentence) &&
    !/^(?:this|that|it|these|those)\b/iu.test(sentence)
  );
}

/** How instructions to an agent are put. */
export const order =
  /^(?:always|never|do not|don['’]t|use|prefer|avoid|keep|follow|run|put|write|add|ask|check|verify|make|ensure|commit|open|create|when|whenever|before|after|every|each|no|only|treat|cite|include|leave|escalate|document)\b|\b(?:must|should|never|always)\b/iu;
/** Those that begin with it. */
export const plainOrder =
  /^(?:always|never|do not|don['’]t|use|prefer|avoid|keep|follow|run|put|write|add|ask|check|verify|make|ensure|commit|open|create|only|treat|cite|include|leave|escalate|document)\b/iu;
/** What happened, and who said so. */
export const tale =
  /\b(?:approved|was|were|had|did|stopped|asked|said|told|wanted|classified|happened|found|noticed|corrected)\b/iu;

function contentWords(text: string): ReadonlySet<string> {
  const words =
    text
      .slice(0, longestNote)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,40}/gu) ?? [];
  return new Set(words.filter((word) => !common.has(word)).map(stem));
}

function stem(word: string): string {
  return word.replace(/(?:ing|ed|es|s|e)$/u, "");
}

function sharedWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared;
}

const common: ReadonlySet<string> = new Set(
  "the and for are was were that this these those with from have has had not but you your our can could should would will must all any its into onto then than just also when what which who how why there here they them been being does did get got use used using make made new one only more very please let lets need needs want".split(
    " ",
  ),
);
