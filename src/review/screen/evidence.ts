import { durationWords } from "../../cli/duration-words.ts";
import { grouped, plural } from "../../cli/layout.ts";
import type { ReviewRow } from "../review-rows.ts";

/** What speaks for a lesson, in the columns of the list. Empty where there is nothing to say. */
export interface EvidenceCells {
  readonly times: string;
  readonly sessions: string;
  readonly lost: string;
  readonly fails: string;
}

type Seen = Pick<ReviewRow, "counts" | "cost" | "fires">;

export function evidenceCells({ counts, cost, fires }: Seen): EvidenceCells {
  const { occurrenceCount, sessionCount } = counts;
  return {
    times: occurrenceCount === 0 ? "" : `${grouped(occurrenceCount)}×`,
    sessions: sessionCount === 0 ? "" : plural(sessionCount, "session"),
    lost: cost === undefined || cost.lostMs < 1000 ? "" : durationWords(cost.lostMs),
    // What somebody said is about calls that go well and are wrong.
    fails: cost === undefined || fires === undefined ? "" : `fails ${percent(fires)} %`,
  };
}

/** `65× · 63 sessions · 17 min · fails 100 %` */
export function evidenceWords(seen: Seen): string {
  const { times, sessions, lost, fails } = evidenceCells(seen);
  const words = [times, sessions, lost, fails].filter((word) => word !== "").join(" · ");
  return words === "" ? "not seen in your sessions" : words;
}

/** All is 100, and nearly all is not. */
function percent({ met, failed }: NonNullable<Seen["fires"]>): number {
  return Math.floor((100 * failed) / met);
}
