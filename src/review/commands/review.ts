import { Option, type Command } from "commander";
import type { ReviewCard } from "../review-card.ts";
import { Fault } from "../../platform/fault.ts";
import { jsonText } from "../../cli/answer.ts";
import {
  newCommand,
  readCount,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";
import { addModelPassOptions, runModelPass, type ModelPassOptions } from "./model-pass.ts";
import { reviewListText } from "./review-list-text.ts";
import { reviewCardText } from "./review-card-text.ts";
import { cardValue } from "./review-value.ts";
import { screenOf } from "../../cli/terminal.ts";
import { nothingToReview } from "./review-words.ts";

export interface ReviewFlags extends ModelPassOptions {
  readonly plain?: boolean;
  readonly card?: number;
}

export function reviewCommand(kit: CommandKit): Command {
  const command = newCommand("review", "decide which candidates become lessons", [
    "lessons review",
    "lessons review --plain --limit 10   # the numbered list; decide answers it",
    "lessons review --card 3             # all about the third of the list last shown",
    "lessons review --json | jq '.cards[].lesson.summary'",
    "lessons review --llm claude         # a model filters and drafts first",
    "lessons review --prepare | some-model | lessons review --apply -",
  ])
    .addOption(new Option("--plain", "print the numbered list, also on a terminal"))
    .addOption(
      new Option("--limit <count>", "print or judge at most this many")
        .argParser(readCount)
        .default(usualLimit),
    )
    .addOption(
      new Option("--card <number>", "show one of the list last shown, whole").argParser(readCount),
    );
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
  const [
    { reviewDeck, withGateFindings },
    { withTriggerHistory },
    { rememberList, shownList },
    { readProjectLessons },
  ] = await Promise.all([
    import("../review-deck.ts"),
    import("../review-card.ts"),
    import("../shown-list.ts"),
    import("../../care/share/read-project-lessons.ts"),
  ]);
  const wiring = await wireFor(options);
  const { shown, total } = await wiring.inContext(async (context) => {
    await readProjectLessons(context, terminal);
    const { limit } = options;
    const { cards, noise, total: waiting } = reviewDeck(context, { limit });
    const known = withTriggerHistory(context, cards);
    const deck = { cards: await withGateFindings(context, known), noise };
    const list = { shownAt: context.system.now(), considered: waiting + noise.length };
    rememberList(wiring.paths.home, shownList(deck, list));
    return { shown: deck, total: waiting };
  });
  const isEmpty = shown.cards.length + shown.noise.length === 0;
  if (isEmpty) terminal.exitStatus = 1;
  if (options.json === true) {
    const cards = shown.cards.map((card, index) => cardValue(card, index + 1));
    const noise = shown.noise.map((card) => cardValue(card, null));
    return terminal.write(jsonText("lessons-review", { total, cards, noise }));
  }
  terminal.write(isEmpty ? nothingToReview : reviewListText(shown, total));
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
  writeCards(kit, options, cards, new Map([[item.id, number]]));
}

/** Cards whole, with their numbers where they have one. */
export function writeCards(
  { terminal }: CommandKit,
  { json }: CommonOptions,
  cards: readonly ReviewCard[],
  numbers: ReadonlyMap<string, number>,
): void {
  const numberOf = ({ lesson }: ReviewCard) => numbers.get(lesson.id);
  terminal.write(
    json === true
      ? jsonText("lessons-review-cards", {
          cards: cards.map((card) => cardValue(card, numberOf(card) ?? null)),
        })
      : cards.map((card) => reviewCardText(card, terminal, numberOf(card))).join("\n"),
  );
}
