import { replayCalls, type Replay } from "../../measure/replay/replay.ts";
import { eachReplayCall, lessonOrigins } from "../../capture/ledger/replay-calls.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import type { Examined, Finding } from "./finding.ts";
import { named } from "./named.ts";
import type { Checkup } from "./checkup.ts";

/** Triggers that fire at nearly everything or in nearly every session, at nothing, or not even where the lesson comes from, by this person's own calls. */
export function checkHistory({ open }: Checkup): Examined {
  if (open === undefined || open.active.length === 0) return { findings: [] };
  const { database, config } = open.context;
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
  const found = (isIt: (replay: Replay) => boolean): readonly Found[] =>
    open.active.flatMap(({ lesson: { id, slug } }) => {
      const replay = replays.get(id);
      return replay !== undefined && isTold(replay) && isIt(replay) ? [{ slug, replay }] : [];
    });
  return {
    findings: [
      ...finding(
        found(({ isTooBroad, isInEverySession }) => isTooBroad || isInEverySession),
        {
          check: "always-fires",
          severity: "warning",
          text: "these fire so often that they are noise",
          hint: "narrow the trigger: lessons edit <slug> commandPatterns …; lessons backtest shows them all",
        },
        howOften,
      ),
      ...finding(
        found(({ missesItself }) => missesItself),
        {
          check: "misses-itself",
          severity: "warning",
          text: "these fire at none of the calls that they were learnt from",
          hint: "lessons explain <slug> shows what the trigger asks for; lessons doctor --json names them all",
        },
      ),
      // A fact and no fault: what is worth most may be about a danger that seldom comes.
      ...finding(
        found(({ isNever, missesItself }) => isNever && !missesItself),
        {
          check: "never-fires",
          severity: "note",
          text: "these have not fired yet, at no call of your history",
          hint: "lessons backtest --unfired shows them all; lessons explain <slug> says what the trigger asks for",
        },
      ),
    ],
  };
}

interface Found {
  readonly slug: string;
  readonly replay: Replay;
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

function finding(
  found: readonly Found[],
  { text, ...rest }: Finding,
  more: (replay: Replay) => string = () => "",
): readonly Finding[] {
  if (found.length === 0) return [];
  const shown = named(found.map(({ slug, replay }) => slug + more(replay)));
  return [{ ...rest, text: `${text}: ${shown}`, slugs: found.map(({ slug }) => slug) }];
}
