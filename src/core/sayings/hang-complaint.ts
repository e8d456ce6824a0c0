import { sentencesOf } from "./speech.ts";
import { ownWords } from "./own-words.ts";

/** Whether a person complains that something hangs. */
export function isHangComplaint(text: string): boolean {
  return sentencesOf(ownWords(text)).some(
    (sentence) => hangs.test(sentence) && !selfStuck.test(sentence),
  );
}

export const hangs =
  /\b(?:(?:its|it is|this is|thats|that is|these are|they are|is|are|seems?|looks?|got|gets|still|you are|youre|keeps?|been) (?:still |just |now |completely |totally |kind of )?(?:stuck|hung|hanging|frozen|freezing)|stuck (?:now|again|for|here|in)|(?:it|this|that|which|test|tests|command|build|process|script|server) (?:just |always |still |now )?(?:hangs|froze|freezes|never (?:ends|finishes|returns|exits|stops))|no progress|not making progress|taking (?:forever|too long|ages|way too long)|takes (?:forever|ages)|(?:wait|waiting) forever|waiting for (?:input|stdin|a prompt)|running for(?:ever| hours| \d+ (?:min|hour))|hängt|bloqué|colgado)\b|^stuck$/u;
/** Who is stuck with a problem does not say that a program hangs. */
export const selfStuck =
  /\b(?:(?:we|i) (?:are |am |got |get |was |were )?|im |were )(?:still |just |now |really )?stuck\b/u;
