import { bodyFields } from "../body.ts";
import { lessonFields } from "../lesson-fields.ts";
import { triggerFields } from "../triggers.ts";
import { actNames, type ActName } from "./act.ts";
import { nearestWord } from "./nearest-word.ts";

/** The act that a word stands for. */
export function actOf(word: string): ActName | undefined {
  return acts.get(word);
}

/** The act that a misspelt word probably stands for. */
export function nearestAct(word: string): ActName | undefined {
  if (isKeyword(word)) return undefined;
  const nearest = nearestWord(word, acts.keys());
  return nearest === undefined ? undefined : acts.get(nearest);
}

/** Whether the word means something to the grammar, so that it can name a lesson only between quotes. */
export function isKeyword(word: string): boolean {
  return acts.has(word) || numberWords.has(word) || vocabulary.has(word);
}

/** Whether some kind of lesson has a field of that name. */
export function isField(word: string): boolean {
  return fields.has(word);
}

const plainFields = lessonFields.filter(
  ({ is, edited }) => edited === true && is !== "body" && is !== "triggers",
);

/** Fields whose value is one word, so that it ends by itself. */
export const shortFields: ReadonlySet<string> = new Set([
  ...plainFields
    .filter(({ is }) => is !== "summary" && is !== "tags" && is !== "line")
    .map(({ name }) => name.toLowerCase()),
  "format",
]);

export const numberWords: ReadonlyMap<string, number> = new Map(
  [
    "one two three four five six seven eight nine ten",
    "first second third fourth fifth sixth seventh eighth ninth tenth",
  ].flatMap((words) => words.split(" ").map((word, index) => [word, index + 1])),
);

/** The small words of the grammar, by what they do. */
export const words = {
  /** Between the words that matter, anywhere. */
  fillers: wordSet(
    "please pls plz kindly thanks thank thx lesson lessons number numbers nr num candidate candidates item items the just only me #",
  ),
  /** Before an act. */
  openings: wordSet(
    "yes yeah yep ok okay sure right fine well hi hello i i'd i'll want would like to let's lets let go ahead do can could you we we'll will now also first next finally - – — * •",
  ),
  pauses: wordSet("and then & + plus but also , ; . \n"),
  listPauses: wordSet("and & + plus ,"),
  pronouns: wordSet("it them this that these those both"),
  all: wordSet("all everything"),
  rest: wordSet("rest others remaining remainder"),
  except: wordSet("except but without excluding besides not"),
  rangeSigns: wordSet("- – — to through thru .. …"),
  deliveries: wordSet("hold advise"),
  deliveryOpenings: wordSet("with as on using delivery"),
  reasonOpenings: wordSet(": = - – — because since as for cause cuz bc reason"),
  intoSigns: wordSet("into with onto to in"),
  valueSigns: wordSet("to : = → ->"),
  ofSigns: wordSet("of for on in"),
  /** Between lessons and the act that is said after them: "2 is skipped", "2: skip". */
  passives: wordSet("is are be can should to : . - – —"),
  skipEndings: wordSet("for now later next time session until alone as is a candidate candidates"),
  negations: wordSet("not don't dont never no doesn't won't cannot can't shouldn't wouldn't"),
  /** Words of sentences that are no beginning of a slug, however short that may be. */
  others: wordSet("none nothing maybe perhaps out off up a an my your else"),
} as const;

/** What people say instead. Only words that mean one thing here: "ignore", "hold" and "take" do not. */
const synonyms: Readonly<Record<ActName, string>> = {
  approve:
    "accept promote keep confirm activate approved accepted promoted kept confirmed activated",
  archive:
    "reject drop remove discard dismiss delete archived rejected dropped removed discarded dismissed deleted",
  skip: "leave later postpone defer skipped left postponed deferred",
  unarchive: "un-archive restore unarchived restored",
  edit: "change set update modify",
  expand: "merge extend expanded merged",
  show: "open view display details",
};

const acts: ReadonlyMap<string, ActName> = new Map(
  actNames.flatMap((name) =>
    [name, ...synonyms[name].split(" ")].map((word): [string, ActName] => [word, name]),
  ),
);

const vocabulary: ReadonlySet<string> = new Set(Object.values(words).flatMap((set) => [...set]));

const fields: ReadonlySet<string> = new Set(
  [
    ...plainFields.map(({ name }) => name),
    ...triggerFields,
    ...Object.values(bodyFields).flatMap((ofKind) => ofKind.map((field) => field.name)),
  ].map((name) => name.toLowerCase()),
);

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
