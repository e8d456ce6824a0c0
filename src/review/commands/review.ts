import type { Command } from "commander";
import type { ReviewCard, ReviewDeck } from "../review-card.ts";
import { Fault } from "../../platform/fault.ts";
import {
  newCommand,
  readCount,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";
import { addModelPassOptions, runModelPass, type ModelPassOptions } from "./model-pass.ts";
import { grouped, plural } from "../../cli/layout.ts";
import { screenOf, type Terminal } from "../../cli/terminal.ts";
import { toRecord } from "../../lesson/record/record.ts";
import { plainLine } from "../../redact/plain-text.ts";
import {
  bodyLines,
  findingWords,
  historyWords,
  maybeText,
  nothingFound,
  reviewCardText,
  tagsInOrder,
  triggerPatterns,
} from "./review-card-text.ts";

export interface ReviewFlags extends ModelPassOptions {
  readonly plain?: boolean;
  readonly maybe?: boolean;
  readonly card?: number;
}

export function reviewCommand(kit: CommandKit): Command {
  const command = newCommand("review", "decide which candidates become lessons", [
    "lessons review",
    "lessons review --plain --limit 10   # the numbered list; decide answers it",
    "lessons review --maybe              # the weaker ones, too: seen once, or without a fix",
    "lessons review --card 3             # all about the third of the list last shown",
    "lessons review --json | jq '.cards[].lesson.summary'",
    "lessons review --llm claude         # a model filters and drafts first",
    "lessons review --prepare | some-model | lessons review --apply -",
  ])
    .option("--plain", "print the numbered list, also on a terminal")
    .option("--maybe", "also show the candidates that are only a maybe")
    .option("--limit <count>", "print or judge at most this many", readCount, usualLimit)
    .option("--card <number>", "show one of the list last shown, whole", readCount);
  return addModelPassOptions(command).action(async (options: ReviewFlags) => {
    if (await runModelPass(kit, options)) return;
    if (options.card !== undefined) return showCard(kit, options, options.card);
    const isPlain = options.plain === true || options.json === true;
    const screen = screenOf(kit.terminal);
    if (!isPlain && screen !== undefined) {
      const { reviewOnScreen } = await import("./review-on-screen.ts");
      return reviewOnScreen(kit, screen, options);
    }
    await showList(kit, options);
  });
}

/** As many as a person decides about in one go. */
const usualLimit = 20;

async function showList(kit: CommandKit, options: ReviewFlags): Promise<void> {
  const { terminal, wireFor } = kit;
  const [{ reviewDeck, withGateFindings }, { rememberList, shownList }, { readProjectLessons }] =
    await Promise.all([
      import("../review-deck.ts"),
      import("../shown-list.ts"),
      import("../../care/share/read-project-lessons.ts"),
    ]);
  const wiring = await wireFor(options);
  const { shown, total, maybe } = await wiring.inContext(async (context) => {
    await readProjectLessons(context, terminal);
    const { limit, maybe: withMaybe = false } = options;
    const page = reviewDeck(context, { limit, withMaybe });
    const { cards, noise, total: waiting } = page;
    const deck = { cards: await withGateFindings(context, cards), noise };
    const list = { shownAt: context.system.now(), considered: waiting + noise.length };
    rememberList(wiring.paths.home, shownList(deck, list));
    return { shown: deck, total: waiting, maybe: page.maybe };
  });
  const isEmpty = shown.cards.length + shown.noise.length === 0;
  if (isEmpty) terminal.exitStatus = 1;
  await kit.answer(options, {
    type: "lessons-review",
    value: {
      total,
      maybe,
      cards: shown.cards.map((card, index) => cardValue(card, index + 1)),
      noise: shown.noise.map((card) => cardValue(card)),
    },
    text: () => (isEmpty ? nothingFound(maybe) : reviewListText(shown, total, maybe)),
  });
}

async function showCard(kit: CommandKit, options: ReviewFlags, number: number): Promise<void> {
  const [{ readShownList }, { reviewCards }] = await Promise.all([
    import("../shown-list.ts"),
    import("../review-deck.ts"),
  ]);
  const wiring = await kit.wireFor(options);
  const item = readShownList(wiring.paths.home)?.items.find((each) => each.number === number);
  if (item === undefined) {
    throw new Fault("no-such-lesson", `there is no ${number} in the list last shown`, {
      hint: "lessons review shows the list",
    });
  }
  const cards = await wiring.inContext((context) => reviewCards(context, [item.id]));
  await answerCards(kit, options, cards, new Map([[item.id, number]]));
}

/** By the id of the lesson. */
export type CardNumbers = ReadonlyMap<string, number>;

/** Cards whole, with their numbers where they have one. */
export async function answerCards(
  { terminal, answer }: CommandKit,
  options: CommonOptions,
  cards: readonly ReviewCard[],
  numbers: CardNumbers,
): Promise<void> {
  await answer(options, {
    type: "lessons-review-cards",
    value: { cards: cards.map((card) => cardValue(card, numbers.get(card.lesson.id))) },
    text: () => cardsText(cards, numbers, terminal),
  });
}

export function cardsText(
  cards: readonly ReviewCard[],
  numbers: CardNumbers,
  terminal: Terminal,
): string {
  return cards
    .map((card) => reviewCardText(card, terminal, numbers.get(card.lesson.id)))
    .join("\n");
}

function cardValue(card: ReviewCard, number?: number): object {
  return { number, ...card, lesson: toRecord(card.lesson, card.counts) };
}

/** The numbered list of a review (PRD-002 §9.1). `total` counts those that are not shown, too. */
function reviewListText({ cards, noise }: ReviewDeck, total: number, maybe: number): string {
  const blocks = [
    heading(cards.length, noise.length, total),
    ...cards.map((card, index) => entry(card, index + 1)),
    ...(noise.length === 0 ? [] : [noiseText(noise)]),
    ...(total > cards.length
      ? [`${grouped(total - cards.length)} more: lessons review --limit ${total}`]
      : []),
    ...(maybe === 0 ? [] : [maybeText(maybe)]),
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
  const { lesson, expands, gates = [], history, warnings, holdProposal, fixProposal } = card;
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
    ...(fixProposal === undefined ? [] : [`Fix? ${fixProposal} (approve ${number} fix)`]),
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
