import { says, sentencesOf } from "./speech.ts";

/** Whether the words give a reason: a rule with its why is worth more than the rule. */
export function givesCause(text: string): boolean {
  return says(sentencesOf(text), cause);
}

export const cause =
  /\b(?:because|becasue|bc|cuz|since (?:it|we|they|this|that|the|you|its|our|there)|due to|so that|otherwise|the (?:issue|problem|reason|cause) (?:is|was|being)|root cause|caused by|thats why|this is why|which (?:means|breaks|causes)|as (?:it|that|this) (?:\w+ )?(?:breaks|ruins|causes|messes|will|would)|it (?:messes|breaks|ruins|causes)|too (?:slow|expensive|big|risky|verbose|long)|on purpose|deliberate(?:ly)?|by design)\b/u;
