import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { FinishedCall } from "../../agents/delivery.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { Judgement } from "../../match/match.ts";
import { bucketOf } from "../../match/tool-bucket.ts";
import { type Delivered, modeOf } from "../plan/plan.ts";
import { payloadLines } from "./call-to-explain.ts";
import { type Rehearsal, rehearse, rehearseFailure } from "./rehearsal.ts";

/** What the hook would say to one payload, or why that is no payload. */
export type MatchedLine =
  | (MatchedCall & {
      readonly line: number;
      readonly event: string;
      readonly tool: string | null;
      readonly prefilter: ReturnType<typeof askPrefilter> | undefined;
    })
  | { readonly line: number; readonly problem: string };

interface MatchedCall {
  readonly delivered: readonly MatchedLesson[];
  /** They fire, and there is no room for them. */
  readonly dropped: readonly MatchedLesson[];
  /** Why nothing is delivered. */
  readonly reason: NothingReason | null;
}

type NothingReason =
  | "not-a-tool-call"
  | "switched-off"
  | "paused"
  | "no-lesson-concerns-it"
  | "no-room";

type MatchedLesson = ReturnType<typeof matchedLesson>;

/** What would be delivered at each of the payloads, each by itself, in a session that has got nothing yet. */
export function* matchPayloads(
  text: string,
  rehearsal: Rehearsal,
  { isPrefilterAsked }: { readonly isPrefilterAsked: boolean },
): Generator<MatchedLine> {
  for (const { line, text: given } of payloadLines(text)) {
    const payload = deliveryDoor.hook.readPayload(given);
    if (payload === undefined) {
      yield {
        line,
        problem: "this is not a hook payload: a JSON object with tool_name and tool_input",
      };
      continue;
    }
    const { event, call } = payload;
    const isCall = event === "PreToolUse" && call !== undefined;
    const finished = deliveryDoor.hook.readResults(given);
    const prefilter =
      isPrefilterAsked && isCall
        ? askPrefilter(rehearsal.paths.cache, call.tool, given)
        : undefined;
    yield {
      line,
      event,
      tool: call?.tool ?? finished[0]?.call.tool ?? null,
      ...(isCall
        ? matchCall(rehearsal, () => rehearse(rehearsal, { ...payload, call }))
        : finished.length > 0
          ? matchCall(rehearsal, () => firstOf(finished, rehearsal))
          : nothing("not-a-tool-call")),
      prefilter,
    };
  }
}

/** Of several calls that failed at once, the first that a lesson is about brings it. */
function firstOf(finished: readonly FinishedCall[], rehearsal: Rehearsal): Rehearsed {
  for (const call of finished) {
    const rehearsed = rehearseFailure(rehearsal, call);
    if (rehearsed !== undefined && rehearsed.delivered.length > 0) return rehearsed;
  }
  return { delivered: [], dropped: [] };
}

type Rehearsed = Pick<ReturnType<typeof rehearse>, "delivered" | "dropped">;

function matchCall({ circumstances }: Rehearsal, rehearsed: () => Rehearsed): MatchedCall {
  const { silence } = circumstances;
  if (silence !== undefined) return nothing(silence.is);
  const { delivered, dropped } = rehearsed();
  if (delivered.length + dropped.length === 0) return nothing("no-lesson-concerns-it");
  return {
    delivered: delivered.map(({ judgement, form }) => matchedLesson(judgement, form)),
    dropped: dropped.map((judgement) => matchedLesson(judgement, null)),
    reason: delivered.length === 0 ? "no-room" : null,
  };
}

function nothing(reason: NothingReason): MatchedCall {
  return { delivered: [], dropped: [], reason };
}

/** `form` is null where it found no room. The score is to be compared with `relevanceThreshold`. */
function matchedLesson({ lesson, score, conditions }: Judgement, form: Delivered["form"] | null) {
  return {
    slug: lesson.slug,
    id: lesson.id,
    score: score / 1000,
    mode: form === null ? "advise" : modeOf({ form }),
    form,
    matched: conditions.flatMap(({ name, verdict, found }) =>
      verdict === "matched" ? [{ condition: name, found }] : [],
    ),
  };
}

/**
 * Whether the launcher would start Node for a call, and by which of the compiled filters. Asks the real grep, in the way
 * of the launcher. What a session has got already plays no part.
 */
function askPrefilter(cacheFolder: string, tool: string, payload: string) {
  const bucket = bucketOf(tool);
  const filter = join(cacheFolder, "current", "prefilter", bucket);
  // Without a filter no lesson concerns the tool, and the launcher ends at once.
  if ((statSync(filter, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    return { bucket, startsNode: false };
  }
  const { status } = spawnSync("grep", ["-z", "-a", "-i", "-E", "-q", "-f", filter], {
    input: payload,
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  // A grep that refuses leaves the decision to Node.
  return { bucket, startsNode: status !== 1 };
}
