import { bodyFields, bodyValue, type Body, type Kind } from "./body.ts";
import type { Triggers } from "./triggers.ts";

/**
 * The text whose hash says that two lessons are the same: the required fields of the kind and the
 * command patterns. Case, spacing and the order of patterns do not make another lesson; optional
 * fields are remarks about it.
 */
export function contentText(
  kind: Kind,
  body: Body,
  triggers: Pick<Triggers, "commandPatterns">,
): string {
  const fields = bodyFields[kind]
    .filter((field) => field.required)
    .map((field) => [bodyValue(body, field.name) ?? ""].flat().map(normalise));
  // JSON keeps the borders between the parts, so that moving a word across one changes the hash.
  return JSON.stringify([kind, ...fields, triggers.commandPatterns.toSorted()]);
}

function normalise(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}
