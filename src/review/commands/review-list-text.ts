import type { ReviewCard, ReviewDeck } from "../review-card.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { grouped, plural } from "../../cli/layout.ts";
import {
  bodyLines,
  findingWords,
  historyWords,
  tagsInOrder,
  triggerPatterns,
} from "./review-words.ts";

/** The numbered list of a review (PRD-002 §9.1). `total` counts those that are not shown, too. */
export function reviewListText({ cards, noise }: ReviewDeck, total: number): string {
  const blocks = [
    heading(cards.length, noise.length, total),
    ...cards.map((card, index) => entry(card, index + 1)),
    ...(noise.length === 0 ? [] : [noiseText(noise)]),
    ...(total > cards.length
      ? [`${grouped(total - cards.length)} more: lessons review --limit ${total}`]
      : []),
    replyText(cards.length, noise[0]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function heading(shown: number, noise: number, total: number): string {
  const archived = noise === 0 ? "" : ` Archived ${grouped(noise)} as noise.`;
  const part = shown < total ? ` The first ${grouped(shown)}:` : "";
  return `Found ${plural(total + noise, "candidate")}.${archived} ${grouped(total)} ready for review${part === "" ? ":" : `.${part}`}`;
}

function entry(card: ReviewCard, number: number): string {
  const { lesson, expands, gates = [], history, warnings, holdProposal } = card;
  const label = `${number}. `;
  const facts = [
    // Most are pitfalls, and say so by what is in them.
    ...(lesson.kind === "pitfall" ? [] : [lesson.kind]),
    ...tagsInOrder(lesson.tags),
    `priority:${lesson.priority}`,
    `conf:${lesson.confidence}`,
  ];
  const mark = expands === undefined ? "" : ` [expands: ${expands.slug}]`;
  const lines = [
    facts.join(" · "),
    ...bodyLines(lesson),
    `Trigger: ${triggerPatterns(lesson)}`,
    ...(history === undefined ? [] : [`History: ${historyWords(history)}`]),
    ...gates.map((finding) => `Gate: ${findingWords(finding)}`),
    ...(holdProposal === undefined ? [] : [`Hold? ${holdProposal} (approve ${number} hold)`]),
    ...warnings.map((warning) => `! ${warning}`),
  ];
  const indent = " ".repeat(label.length);
  return [`${label}${lesson.summary}${mark}`, ...lines.map((line) => `${indent}${line}`)].join(
    "\n",
  );
}

function noiseText(noise: readonly ReviewCard[]): string {
  const lines = noise.map(({ lesson, opinion }) => {
    const { what, why } = noiseReason(opinion?.reason ?? "");
    return `  • [${what}] ${lesson.summary} — ${why}`;
  });
  return ["Archived by LLM:", ...lines].join("\n");
}

/** `duplicate: near-match of …` says what it is and why. */
function noiseReason(reason: string): { readonly what: string; readonly why: string } {
  const [, what, why] = /^([a-z][a-z -]{0,30}):\s*(.+)$/su.exec(plainLine(reason)) ?? [];
  return what === undefined || why === undefined ? { what: "noise", why: reason } : { what, why };
}

function replyText(count: number, noise: ReviewCard | undefined): string {
  const examples =
    count === 0
      ? []
      : [
          `approve ${count > 1 ? "1 2" : "1"} — promote as-is`,
          `skip ${count} — leave as candidate for next session`,
          `edit ${Math.min(count, 2)} summary "in your own words" then approve`,
          'archive 1 "already know this"',
          "approve all",
        ];
  const unarchive = noise === undefined ? [] : [`unarchive ${noise.lesson.slug}`];
  const lines = [...examples, ...unarchive].map((example) => `  ${example}`);
  return [
    "Reply with your decisions, e.g.:",
    ...lines,
    `In a shell: lessons decide "${count === 0 ? (unarchive[0] ?? "") : "approve 1"}"`,
  ].join("\n");
}
