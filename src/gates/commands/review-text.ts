import type { AcceptanceEvent } from "../store/acceptances.ts";
import type { ShownPair, ShownReview, WarnEntry } from "../runs/show-review.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import { decisionWord } from "./decision-word.ts";
import { hang, minute, table } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

/** The reviews of a pair that hold, one for each model, with their words. */
export function shownReviewText({ notePath, gatePath, reviews }: ShownPair, look: Look): string {
  const head = look.style("bold", `${plainLine(notePath)} by ${plainLine(gatePath)}`);
  return `${head}\n${reviews.map((review) => `\n${oneReview(review, look)}`).join("")}`;
}

function oneReview({ review, freshness, text }: ShownReview, look: Look): string {
  const { model, decision, isAcknowledged, acceptedAt, reviewedAt, run } = review;
  const word = decisionWord(decision ?? "unknown", look);
  const since = isAcknowledged ? `, acknowledged ${minute(acceptedAt)}` : "";
  const when = reviewedAt === null ? "no review" : `run ${run}, ${minute(reviewedAt)}`;
  const facts = `${word}  ${plainLine(model)} · ${when}${since} · ${freshnessWords[freshness]}`;
  return `${facts}\n\n${body(text, look)}\n`;
}

const freshnessWords: Readonly<Record<ShownReview["freshness"], string>> = {
  fresh: "fresh",
  "missing-review": "missing-review: it says nothing about the texts of today",
  "gate-changed": "gate-changed: the gate is another one now",
  "note-changed": "note-changed: the note is another one now",
  gone: "the note or the gate is there no more",
};

function body(text: string | null, { width }: Look): string {
  return hang("", text === null ? unavailable : plainText(text), { column: 2, width });
}

const unavailable = "(the text of the review is not available: its file is not there)";

/** A note with what a reviewer wants mended. */
export function warnEntryText(
  entry: WarnEntry,
  look: Look,
  nameOf: (notePath: string) => string,
): string {
  const { review, gate, note, findings, rationale } = entry;
  const { style, width } = look;
  const state = note === "as-accepted" ? "" : ` · ${noteWords[note]}`;
  const facts = `${gate.id} · ${plainLine(review.model)} · ${minute(review.acceptedAt)}${state}`;
  const lines = findings.map((finding) => hang("  - ", plainLine(finding), { column: 4, width }));
  return [
    style("bold", plainLine(nameOf(review.notePath))),
    hang("", style("dim", facts), { column: 2, width }),
    ...(lines.length > 0 ? lines : [body(rationale, look)]),
    "\n",
  ].join("\n");
}

const noteWords = {
  changed: "the note changed since",
  gone: "the note is there no more",
} as const;

export function historyText(events: readonly AcceptanceEvent[]): string {
  return table(
    events.map(({ acceptedAt, model, decision, run, notePath, gatePath }) => [
      minute(acceptedAt),
      decision ?? "acked",
      plainLine(model),
      run === null ? "" : `run ${run}`,
      plainLine(notePath),
      plainLine(gatePath),
    ]),
  );
}
