import { bodyFields, bodyValue } from "../../lesson/record/body.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { ReviewCard } from "../review-card.ts";
import type { Score } from "../../lesson/score/score.ts";
import { day, hang, plural, wrap } from "../../cli/layout.ts";
import { evidenceText } from "../../lesson/commands/lesson-card.ts";
import { levelWord, type Look } from "../../cli/level-word.ts";
import {
  fieldWord,
  findingWords,
  historyWords,
  tagsInOrder,
  triggerPatterns,
} from "./review-words.ts";

/** Everything that a person should know when deciding about a lesson. */
export function reviewCardText(card: ReviewCard, look: Look, number?: number): string {
  const { lesson } = card;
  const { style, width } = look;
  const line = (label: string, text: string) =>
    hang(style("dim", label), text, { column: 14, width });
  const all = (label: string, texts: readonly string[]) =>
    texts.map((text, index) => line(index === 0 ? label : "", text));
  const body = bodyFields[lesson.kind].flatMap(({ name, is }) => {
    const value = bodyValue(lesson.body, name);
    if (value === undefined || is === "format") return [];
    const text = typeof value === "string" ? value : value.map((item) => `- ${item}`).join("\n");
    return ["", style("dim", fieldWord(name)), ...indented(wrap(text, width - 2))];
  });
  const rows = [
    hang(
      number === undefined ? levelWord(lesson.priority, look) : `${number}.`,
      style("bold", lesson.summary),
      { column: number === undefined ? 10 : 4, width },
    ),
    ...body,
    "",
    line("slug", lesson.slug),
    line("kind", `${lesson.kind} · ${lesson.stage.status} · ${lesson.source}`),
    line("level", `${levelOf(lesson.priority)} (priority ${lesson.priority})`),
    line("confidence", `${lesson.confidence}${parts(lesson.scores?.confidence)}`),
    line("fires", card.reading),
    line("trigger", triggerPatterns(lesson)),
    line("delivery", lesson.delivery),
    line("scope", lesson.scope),
    ...(lesson.tags.length === 0 ? [] : [line("tags", tagsInOrder(lesson.tags).join(" "))]),
    line("seen", seenWords(card)),
    ...card.sightings.map((sighting) => line("", evidenceText(sighting))),
    ...all(
      "near",
      card.near.map(
        ({ slug, summary, similarity }) => `${Math.round(similarity * 100)} % ${slug}: ${summary}`,
      ),
    ),
    ...expansion(card, line),
    ...(card.opinion === undefined
      ? []
      : [line("model", `${card.opinion.verdict}: ${card.opinion.reason} (${card.opinion.by})`)]),
    ...all("gates", (card.gates ?? []).map(findingWords)),
    ...(card.history === undefined
      ? []
      : [
          line("history", historyWords(card.history)),
          ...card.history.examples.map((example) => line("", example)),
        ]),
    ...(card.holdProposal === undefined ? [] : [line("hold?", card.holdProposal)]),
    ...all("warnings", card.warnings),
  ];
  return `${rows.join("\n")}\n`;
}

function indented(rows: readonly string[]): readonly string[] {
  return rows.map((row) => `  ${row}`.trimEnd());
}

function parts(score: Score | undefined): string {
  if (score === undefined) return "";
  const texts = [...score.parts, ...score.limits].map(
    ({ label, amount }) => `${amount < 0 ? "−" : "+"}${Math.abs(amount)} ${label}`,
  );
  return ` = ${texts.join(", ")}`;
}

function seenWords({ counts, lastSeenAt }: ReviewCard): string {
  const { occurrenceCount, sessionCount, projectCount } = counts;
  if (occurrenceCount === 0) return "never in a log";
  const last = lastSeenAt === undefined ? "" : `, last ${day(lastSeenAt)}`;
  return `${plural(occurrenceCount, "time")} in ${plural(sessionCount, "session")} and ${plural(projectCount, "project")}${last}`;
}

function expansion(
  { expands }: ReviewCard,
  line: (label: string, text: string) => string,
): readonly string[] {
  if (expands === undefined) return [];
  const signs = { same: " ", added: "+", gone: "-" } as const;
  return [
    line("expands", expands.slug),
    ...expands.diff.map(({ is, text }) => line("", `${signs[is]} ${text}`)),
  ];
}
