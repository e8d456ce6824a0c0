import { bodyText, type Body, type Kind } from "../../core/body.ts";
import type { LessonDraft } from "../../core/draft.ts";
import { isSaid } from "./already-said.ts";
import type { Note } from "./foreign-entry.ts";
import { shortSummary } from "./short-summary.ts";

/** What a lesson says, before anything else is known about it. */
export type Said = { [K in Kind]: { readonly kind: K; readonly body: Body<K> } }[Kind];

/** The draft with `text` as its summary. When that is too long, the whole of it opens the body. */
export function summarise(said: Said, text: string, note: Note): LessonDraft {
  const { summary, isCut } = shortSummary(text);
  if (!isCut || isSaid(text, bodyText(said.kind, said.body))) return { ...said, summary };
  note("Its summary is too long for a line: it is cut, and the whole of it opens the text.");
  return { ...withOpening(said, text), summary };
}

function withOpening(said: Said, opening: string): Said {
  const open = (text: string): string => `${opening}\n\n${text}`;
  switch (said.kind) {
    case "pitfall":
      return { kind: said.kind, body: { ...said.body, mistake: open(said.body.mistake) } };
    case "warning":
      return { kind: said.kind, body: { ...said.body, risk: open(said.body.risk) } };
    case "checklist":
      return { kind: said.kind, body: { ...said.body, title: open(said.body.title) } };
    case "pattern":
      return { kind: said.kind, body: { ...said.body, situation: open(said.body.situation) } };
    case "requirement":
      return { kind: said.kind, body: { ...said.body, constraint: open(said.body.constraint) } };
    case "decision":
      return { kind: said.kind, body: { ...said.body, context: open(said.body.context) } };
    case "workflow":
      return { kind: said.kind, body: { ...said.body, description: open(said.body.description) } };
    case "procedure":
      return { kind: said.kind, body: { ...said.body, description: open(said.body.description) } };
  }
}
