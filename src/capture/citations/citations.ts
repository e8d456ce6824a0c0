import type { AssistantText } from "../../agents/event.ts";

/** What an agent says that it goes by: `applies ADR-003`, `avoids PF-012`. */
export interface Citation {
  readonly verb: "applies" | "avoids";
  /** `ADR-003`, as it was written. */
  readonly entry: string;
}

/** The citations in a text of an agent, each once. */
export function citationsIn(text: string): readonly Citation[] {
  // Nearly no text has one, and looking for the two beginnings is all that the others cost.
  if (!text.includes("ADR-") && !text.includes("PF-")) return [];
  const found = new Map<string, Citation>();
  for (const [, verb = "", entry = ""] of text.matchAll(shape)) {
    const citation = {
      verb: verb.toLowerCase() === "applies" ? "applies" : "avoids",
      entry,
    } as const;
    found.set(`${citation.verb} ${entry}`, citation);
    if (found.size >= mostCitations) break;
  }
  return [...found.values()];
}

/** The placeholder of the instruction, `ADR-NNN`, is none. */
const shape = /\b(applies|avoids)\s{1,3}[`*_]{0,3}((?:ADR|PF)-\d{3,9})\b/gi;
const mostCitations = 50;

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
