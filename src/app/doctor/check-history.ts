import { replayCalls, type Replay } from "../../evaluate/replay.ts";
import { eachReplayCall, lessonOrigins } from "../../store/replay-calls.ts";
import { deliveryConfig } from "../delivery-config.ts";
import type { Examined, Finding } from "./finding.ts";
import { named } from "./named.ts";
import type { Patient } from "./patient.ts";

/** Triggers that fire at nearly everything or in nearly every session, at nothing, or not even where the lesson comes from, by this person's own calls. */
export function checkHistory({ open }: Patient): Examined {
  if (open === undefined || open.active.length === 0) return { findings: [] };
  const { database, config } = open.workshop;
  const replays = replayCalls(
    open.active.map(({ ready }) => ready),
    eachReplayCall(database),
    {
      threshold: deliveryConfig(config).relevanceThreshold,
      origins: lessonOrigins(
        database,
        open.active.map(({ lesson }) => lesson.id),
      ),
    },
  );
  const found = (isIt: (replay: Replay) => boolean, show: (replay: Replay) => string = () => "") =>
    open.active.flatMap(({ lesson }) => {
      const replay = replays.get(lesson.id);
      return replay !== undefined && isTold(replay) && isIt(replay)
        ? [lesson.slug + show(replay)]
        : [];
    });
  const always = found(
    ({ isTooBroad, isInEverySession }) => isTooBroad || isInEverySession,
    howOften,
  );
  const lost = found(({ missesItself }) => missesItself);
  const never = found(({ isNever }) => isNever).filter((slug) => !lost.includes(slug));
  return {
    findings: [
      ...finding(always, {
        check: "always-fires",
        severity: "warning",
        text: "these fire so often that they are noise",
        hint: "narrow the trigger: lessons edit <slug> commandPatterns …",
      }),
      ...finding(lost, {
        check: "misses-itself",
        severity: "warning",
        text: "these fire at none of the calls that they were learnt from",
        hint: "lessons explain <slug> shows what the trigger asks for",
      }),
      ...finding(never, {
        check: "never-fires",
        severity: "note",
        text: "these would not have fired once in your history",
        hint: "lessons explain <slug> shows what the trigger asks for; archive what is no longer needed",
      }),
    ],
  };
}

function howOften({ isTooBroad, sharePercent, sessions, reach }: Replay): string {
  return isTooBroad
    ? ` (${Math.round(sharePercent)} % of calls)`
    : ` (in ${sessions} of ${reach.sessions} sessions)`;
}

/** Of few calls nothing can be said. */
function isTold({ reach }: Replay): boolean {
  return reach.calls >= fewestCalls;
}

const fewestCalls = 200;

function finding(slugs: readonly string[], { text, ...rest }: Finding): readonly Finding[] {
  return slugs.length === 0 ? [] : [{ ...rest, text: `${text}: ${named(slugs)}` }];
}
