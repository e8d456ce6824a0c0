import type { AssistantText } from "../core/event.ts";
import { citationsIn, type Citation } from "../core/knowledge/citations.ts";

/** Where an agent said that it goes by an entry of the project's knowledge. */
export interface PlacedCitation extends Citation {
  readonly line: number;
  readonly thread?: string | undefined;
  readonly at?: string | undefined;
}

export function placedCitations({
  text,
  line,
  thread,
  at,
}: AssistantText): readonly PlacedCitation[] {
  return citationsIn(text).map((citation) => ({ ...citation, line, thread, at }));
}
