import type { Command } from "commander";
import type { ReviewCard, ReviewDeck } from "../review-card.ts";
import type { ReviewPage } from "../review-deck.ts";
import { evidenceWords } from "../screen/evidence.ts";
import type { Context } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import {
  newCommand,
  readCount,
  withForceFlags,
  type CommandKit,
  type CommonOptions,
  type ForceFlags,
} from "../../cli/command-kit.ts";
import { addModelPassOptions, runModelPass, type ModelPassOptions } from "./model-pass.ts";
import { grouped, plural } from "../../cli/layout.ts";
import { screenOf, type Terminal } from "../../cli/terminal.ts";
import { observedWords } from "../../lesson/observed.ts";
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

export interface ReviewFlags extends ModelPassOptions, ForceFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly plain?: boolean;
  readonly maybe?: boolean;
  readonly project?: string;
  readonly card?: number;
}

export function reviewCommand(kit: CommandKit): Command {
  const command = newCommand("review", "approve or archive candidates", [
    "lessons review",
    'lessons review "approve 1 3, archive the rest"   # answers the last list',
    'lessons review "approve all except 3" --yes      # for scripts: does not ask',
    'lessons review "edit 2 summary to git stash needs -u, then approve" --dry-run',
    "lessons review --plain --limit 10   # the numbered list",
    "lessons review --maybe              # also weaker candidates",
    "lessons review --project .          # only candidates seen in this project",
    "lessons review --card 3             # details of number 3 in the last list",
    "lessons review --json | jq '.cards[].lesson.summary'",
    "lessons review --llm claude         # a model filters and drafts first",
    "lessons review --prepare | some-model | lessons review --apply -",
  ])
    .argument("[sentence...]", "your answer to the list: approve, archive, edit, skip, show …")
    .option("--plain", "print the numbered list instead of the screen")
    .option("--maybe", "also show weaker candidates")
    .option("--project <name>", "only this project, by name; . is the current one")
    .option("--limit <count>", "at most this many candidates", readCount, usualLimit)
    .option("--card <number>", "show one entry of the last list in full", readCount)
    .option("--yes", "with an answer: do not ask")
    .option("--dry-run", "with an answer: show what would happen; change nothing");
  withForceFlags(command);
  return addModelPassOptions(command).action(
    async (said: readonly string[], options: ReviewFlags) => {
      if (said.length > 0) {
        const { runDecision } = await import("./decide.ts");
        return runDecision(kit, said.join(" "), options);
      }
      refuseWithoutAnswer(options);
      if (await runModelPass(kit, options)) return;
      if (options.card !== undefined) return showCard(kit, options, options.card);
      const isPlain = options.plain === true || options.json === true;
      const screen = screenOf(kit.terminal);
      if (!isPlain && screen !== undefined) {
        const { reviewOnScreen } = await import("./review-on-screen.ts");
        return reviewOnScreen(kit, screen, options);
      }
      await showList(kit, options);
    },
  );
}

/** They are about an answer: without one there is nothing that they could change. */
function refuseWithoutAnswer({ yes, dryRun, force, because }: ReviewFlags): void {
  if (yes !== true && dryRun !== true && force !== true && because === undefined) return;
  throw new Fault("bad-input", "--yes, --dry-run and --force need an answer to the list", {
    hint: 'lessons review "approve 1 3" --yes',
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
  const { shown, total, maybe, evidence } = await wiring.inContext(async (context) => {
    await readProjectLessons(context, terminal);
    const { limit, maybe: withMaybe = false, project } = options;
    const page =
      project === undefined
        ? reviewDeck(context, { limit, withMaybe })
        : await pageOfProject(context, project, { limit, withMaybe });
    const { cards, noise, total: waiting } = page;
    const deck = { cards: await withGateFindings(context, cards), noise };
    const { reviewRows } = await import("../review-rows.ts");
    const ids = new Set(cards.map(({ lesson }) => lesson.id));
    const seen = page.waiting.filter(
      ({ lesson, counts }) => ids.has(lesson.id) && counts.occurrenceCount > 0,
    );
    const words = new Map(
      reviewRows(context, seen, "first").map((row) => [row.lesson.id, evidenceWords(row)]),
    );
    const list = { shownAt: context.system.now(), considered: waiting + noise.length };
    rememberList(wiring.paths.home, shownList(deck, list));
    return { shown: deck, total: waiting, maybe: page.maybe, evidence: words };
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
    text: () => (isEmpty ? nothingFound(maybe) : reviewListText(shown, { total, maybe, evidence })),
  });
}

/** Of the same list, what was seen in one project. */
async function pageOfProject(
  context: Context,
  typed: string,
  { limit, withMaybe }: { readonly limit: number; readonly withMaybe: boolean },
): Promise<ReviewDeck & Pick<ReviewPage, "total" | "maybe" | "waiting">> {
  const [{ reviewDeck, reviewCards }, { projectMeant, reviewRows }] = await Promise.all([
    import("../review-deck.ts"),
    import("../review-rows.ts"),
  ]);
  const name = projectMeant(context, typed);
  const { waiting } = reviewDeck(context, { limit: 0, withMaybe });
  const ids = reviewRows(context, waiting, "first").flatMap(({ lesson, projects }) =>
    projects.includes(name) ? [lesson.id] : [],
  );
  const cards = await reviewCards(context, ids.slice(0, limit));
  return { cards, noise: [], total: ids.length, maybe: 0, waiting };
}

async function showCard(kit: CommandKit, options: ReviewFlags, number: number): Promise<void> {
  const [{ readShownList }, { reviewCards }] = await Promise.all([
    import("../shown-list.ts"),
    import("../review-deck.ts"),
  ]);
  const wiring = await kit.wireFor(options);
  const item = readShownList(wiring.paths.home)?.items.find((each) => each.number === number);
  if (item === undefined) {
    throw new Fault("no-such-lesson", `the last list has no number ${number}`, {
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
function reviewListText(
  { cards, noise }: ReviewDeck,
  { total, maybe, evidence }: ListFacts,
): string {
  const blocks = [
    heading(cards.length, noise.length, total),
    ...cards.map((card, index) => entry(card, index + 1, evidence.get(card.lesson.id))),
    ...(noise.length === 0 ? [] : [noiseText(noise)]),
    ...(total > cards.length
      ? [`${grouped(total - cards.length)} more: lessons review --limit ${total}`]
      : []),
    ...(maybe === 0 ? [] : [maybeText(maybe)]),
    replyText(cards.length, noise[0]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

interface ListFacts {
  readonly total: number;
  readonly maybe: number;
  /** `65× · 63 sessions · 17 min · fails 100 %`, by the id of the lesson. */
  readonly evidence: ReadonlyMap<string, string>;
}

function heading(shown: number, noise: number, total: number): string {
  const archived = noise === 0 ? "" : ` Archived ${grouped(noise)} as noise.`;
  const part = shown < total ? ` The first ${grouped(shown)}:` : "";
  return `Found ${plural(total + noise, "candidate")}.${archived} ${grouped(total)} ready for review${part === "" ? ":" : `.${part}`}`;
}

function entry(card: ReviewCard, number: number, evidence: string | undefined): string {
  const {
    lesson,
    observed,
    expands,
    gates = [],
    history,
    warnings,
    holdProposal,
    fixProposal,
  } = card;
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
    ...(evidence === undefined ? [] : [`Evidence: ${evidence}`]),
    ...bodyLines(lesson),
    `Trigger: ${triggerPatterns(lesson)}`,
    ...(observed === undefined ? [] : [`Learned: ${observedWords(observed)}`]),
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
          `approve ${count > 1 ? "1 2" : "1"} — approve as they are`,
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
    `In a shell: lessons review "${count === 0 ? (unarchive[0] ?? "") : "approve 1"}"`,
  ].join("\n");
}
