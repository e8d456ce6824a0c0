import type { Command } from "commander";
import type { HistoryEvent } from "../store/acceptances.ts";
import type { ShownPair, ShownReview, WarnEntry } from "../runs/show-review.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import {
  newCommand,
  readCount,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";
import { hang, minute, paragraph, plural, table } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { gateEntry } from "./catalogue.ts";
import { decisionWord, gatesHere, noteNamer, withReviews } from "./gate-kit.ts";

export function showCommand(kit: CommandKit): Command {
  return newCommand("show", "show a gate, or a note's review by a gate", [
    "lessons gates show prose/redundancy",
    "lessons gates show README.md prose/redundancy",
    "lessons gates show lesson:git-stash lesson/trigger-precise",
  ])
    .argument("<gate-or-note>", "a gate id, or a note followed by a gate id")
    .argument("[gate]", "the gate that reviewed the note")
    .action(async (first: string, gate: string | undefined, options: CommonOptions) =>
      gate === undefined
        ? showGate(kit, first, options)
        : showPair(kit, { note: first, gate }, options),
    );
}

async function showGate(kit: CommandKit, name: string, options: CommonOptions): Promise<void> {
  const { findGate } = await import("../runs/find-gates.ts");
  const gate = findGate(await gatesHere(kit), name);
  await kit.answer(options, {
    type: "lessons-gate",
    value: { gate },
    text: () => `${gateEntry(gate, kit.terminal)}\n${plainText(gate.text)}\n`,
  });
}

async function showPair(
  kit: CommandKit,
  named: { readonly note: string; readonly gate: string },
  options: CommonOptions,
): Promise<void> {
  const { showReview } = await import("../runs/show-review.ts");
  const shown = await withReviews(kit, options, { isWriting: false }, (context) =>
    showReview(context, named),
  );
  const { terminal, answer } = kit;
  await answer(options, {
    type: "lessons-gate-review",
    value: shown,
    nothing: shown.reviews.length === 0 ? noReviewText(shown, terminal) : undefined,
    text: () => shownReviewText(shown, terminal),
  });
}

function noReviewText({ notePath, gatePath }: ShownPair, { width }: Look): string {
  const none = `No review of ${plainLine(notePath)} by ${plainLine(gatePath)} yet. To make one, see lessons gates create-runs --help`;
  return paragraph(none, { width });
}

/** The reviews of a pair that hold, one for each model, with their words. */
function shownReviewText({ notePath, gatePath, reviews }: ShownPair, look: Look): string {
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
  "missing-review": "missing-review: it does not cover the current texts",
  "gate-changed": "gate-changed: the gate changed since the review",
  "note-changed": "note-changed: the note changed since the review",
  gone: "the note or the gate no longer exists",
};

function body(text: string | null, { width }: Look): string {
  return hang("", text === null ? unavailable : plainText(text), { column: 2, width });
}

const unavailable = "(the review's file is missing)";

export function warnCommand(kit: CommandKit): Command {
  return newCommand("warn", "list warnings and failures from valid reviews", [
    "lessons gates warn",
    "lessons gates warn --json",
  ]).action(async (options: CommonOptions) => {
    const { warnQueue } = await import("../runs/show-review.ts");
    const { entries, failed } = await withReviews(kit, options, { isWriting: false }, warnQueue);
    const { terminal, answer } = kit;
    const nameOf = await noteNamer(kit);
    const textOf = (entry: WarnEntry) => warnEntryText(entry, terminal, nameOf);
    const failedHead = terminal.style("red", `${plural(failed.length, "pair")} failed:`);
    await answer(options, {
      type: "lessons-gates-warnings",
      value: { warnings: entries, failed },
      nothing: entries.length + failed.length === 0 ? noWarnings : undefined,
      text: () => [
        ...entries.map(textOf),
        ...(failed.length === 0 ? [] : [`${failedHead}\n\n`, ...failed.map(textOf)]),
      ],
      aside: entries.length === 0 ? noWarnings : undefined,
    });
  });
}

const noWarnings = "No warnings.\n";

/** A note with what a reviewer wants mended. */
function warnEntryText(entry: WarnEntry, look: Look, nameOf: (notePath: string) => string): string {
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
  gone: "the note no longer exists",
} as const;

export function historyCommand(kit: CommandKit): Command {
  return newCommand("history", "list accepted reviews and acknowledgements, newest first", [
    "lessons gates history",
    "lessons gates history README.md prose/redundancy",
  ])
    .argument("[note]", "only this note, even if it no longer exists")
    .argument("[gate]", "only this gate")
    .option("--limit <count>", "at most this many", readCount, 50)
    .action(async (note: string | undefined, gate: string | undefined, options: HistoryFlags) => {
      const { reviewHistory } = await import("../runs/show-review.ts");
      const { limit } = options;
      const history = await withReviews(kit, options, { isWriting: false }, (context) =>
        reviewHistory(context, { note, gate, limit }),
      );
      const { total, events } = history;
      const more = `\n${events.length} of ${plural(total, "acceptance")}; for more: --limit\n`;
      await kit.answer(options, {
        type: "lessons-gates-history",
        value: history,
        nothing: total === 0 ? "Nothing was accepted yet.\n" : undefined,
        text: () => historyText(events),
        aside: events.length < total ? more : undefined,
      });
    });
}

interface HistoryFlags extends CommonOptions {
  readonly limit: number;
}

function historyText(events: readonly HistoryEvent[]): string {
  return table(
    events.map(({ acceptedAt, model, decision, run, notePath, gatePath, isUndone }) => [
      minute(acceptedAt),
      isUndone ? "undone" : (decision ?? "acked"),
      plainLine(model),
      run === null ? "" : `run ${run}`,
      plainLine(notePath),
      plainLine(gatePath),
    ]),
  );
}
