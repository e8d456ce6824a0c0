import { says, sentencesOf } from "./speech.ts";

/**
 * How an answer takes a remark. `admits`: the agent says that it was wrong. `yields`: it says that the
 * person is right. `praises`: "good catch", which it also says to plain suggestions. `obeys`: it takes note.
 */
export type Concession = "admits" | "yields" | "praises" | "obeys";

/** The strongest concession at the beginning of an answer; undefined when there is none. */
export function concessionIn(answer: string): Concession | undefined {
  const sentences = sentencesOf(answer.slice(0, opening));
  if (says(sentences.slice(0, 4), admits)) return "admits";
  const first = sentences.slice(0, 2);
  if (says(first, yields)) return "yields";
  if (says(first, praises)) return "praises";
  return says(first, obeys) ? "obeys" : undefined;
}

/** After that it is at work again, and what it says is no longer about the person's words. */
const opening = 400;

export const admits =
  /\b(?:my (?:mistake|bad|fault|apologies|error|oversight)|i (?:was|got (?:it|that)|had (?:it|that)) (?:simply |just |completely |clearly )?(?:wrong|mistaken|incorrect)|i apologi[sz]e|apologies|(?:thanks|thank you) for (?:the correction|correcting|catching|pointing)|i (?:shouldnt|should not) have|i should have|i (?:mis(?:read|understood|applied|interpreted|took|placed)|overlooked|forgot|missed|overcomplicated|jumped (?:the gun|ahead|to)|went too far|assumed wrong|wrongly|incorrectly|mistakenly)|i put (?:it|that|this|them) in the wrong|that was (?:me|wrong|my|on me)|thats on me|its on me|fair correction|i (?:accept|stand corrected)|sorry)\b/u;
export const yields =
  /^(?:(?:ah|oh|yes|yep|hm|hmm|hmmm|ha|ok|okay),? )?(?:youre (?:absolutely |completely |totally |quite |entirely )?(?:right|correct)|you are (?:absolutely |completely )?(?:right|correct)|correct$|absolutely right|exactly right|right you are|stimmt|du hast recht|vous avez raison|tu as raison|tienes razón)/u;
export const praises =
  /^(?:(?:ah|oh|yes|yep|hm|hmm|hmmm|ha|ok|okay),? )?(?:(?:good|great|nice|excellent|valid|fair|sharp|real) (?:catch|catches|points?|challenge|correction|call|criticism|critique|pushback|regression)|fair(?: enough|$|,)|all (?:of them |two |three |four |five )?(?:are )?valid)/u;
export const obeys =
  /^(?:ok(?:ay)?,? |ah,? )?(?:got it|understood|noted|will do|i wont|point taken|makes sense|agreed|acknowledged|stopping|reverting|ill (?:revert|undo|stop|drop|remove))\b/u;
