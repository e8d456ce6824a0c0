import type { LessonId } from "../../lesson/record/lesson.ts";
import { applyReview } from "../apply-review.ts";
import { editProblem } from "../plan-changes.ts";
import { withTriggerHistory, type ReviewCard } from "../review-card.ts";
import { reviewDeck, withGateFindings } from "../review-deck.ts";
import { runReviewScreen } from "../screen/review-screen.ts";
import { lessonState } from "../shown-list.ts";
import { readProjectLessons } from "../../care/share/read-project-lessons.ts";
import { makeKit, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { reportText } from "./decide.ts";
import { nothingFound } from "./review-card-text.ts";
import type { TerminalEnds } from "../../cli/terminal.ts";

/** The review on the whole screen. Nothing is written unless the person confirms. */
export async function reviewOnScreen(
  kit: CommandKit,
  ends: TerminalEnds,
  options: CommonOptions & { readonly maybe?: boolean },
): Promise<void> {
  const { terminal } = kit;
  // A word beside the screen would break it.
  const quiet = makeKit({ ...terminal, progress: () => {} });
  const { inContext, paths } = await quiet.wireFor(options);
  const deck = await inContext(async (context) => {
    await readProjectLessons(context, terminal);
    const all = reviewDeck(context, { withMaybe: options.maybe ?? false });
    return { ...all, cards: await withGateFindings(context, all.cards) };
  });
  const cards = [...deck.cards, ...deck.noise];
  if (cards.length === 0) {
    terminal.exitStatus = 1;
    return terminal.write(nothingFound(deck.maybe));
  }

  const known = new Map<LessonId, ReviewCard>(
    deck.cards.flatMap((card) =>
      deck.isReplayed(card.lesson) ? [[card.lesson.id, card] as const] : [],
    ),
  );
  const whole = async (card: ReviewCard) => {
    const at = cards.findIndex(({ lesson }) => lesson.id === card.lesson.id);
    // The pass over the ledger is what takes time, so the next ones are asked for with it.
    if (!known.has(card.lesson.id)) {
      const asked = cards.slice(Math.max(at, 0), at + cardsAtOnce);
      for (const each of await inContext((context) => withTriggerHistory(context, asked)))
        known.set(each.lesson.id, each);
    }
    return known.get(card.lesson.id);
  };
  const outcome = await runReviewScreen(
    { ...ends, hasColor: terminal.style("bold", "x") !== "x" },
    deck,
    {
      validate: editProblem,
      loadHistory: whole,
      apply: async (plan) =>
        reportText(
          await inContext((context) =>
            applyReview(context, plan, {
              home: paths.home,
              expected: new Map(cards.map(({ lesson }) => [lesson.id, lessonState(lesson)])),
              considered: deck.total + deck.noise.length,
            }),
          ),
        ),
    },
  );
  if (outcome.outcome === "applied") return terminal.write(outcome.report);
  if (outcome.outcome === "interrupted") terminal.exitStatus = 130;
  terminal.note("Nothing was changed.\n");
}

const cardsAtOnce = 20;
