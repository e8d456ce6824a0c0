import type { ListedObservation } from "../learn/list-observations.ts";
import { toRecord } from "../../lesson/record/record.ts";
import { hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

/** One block for each: how sure it is and what it still takes, what it says, and why a person should look. */
export function observationsText(observations: readonly ListedObservation[], look: Look): string {
  return observations.map((observation) => observationText(observation, look)).join("");
}

function observationText(observation: ListedObservation, { style, width }: Look): string {
  const { lesson, attention } = observation;
  const row = (label: string, text: string) => `${hang(label, text, { column, width })}\n`;
  const facts = [lesson.kind, lesson.stage.status, ...soFar(observation)].join(" · ");
  return [
    row(style("bold", lesson.confidence.toFixed(2)), style("bold", lesson.summary)),
    row("", style("dim", lesson.slug)),
    row("", facts),
    ...attention.map((reason) => row("", style("yellow", `⚠ ${reason}`))),
  ].join("");
}

const column = 6;

/** Both numbers: what the formula calls certain, and where it becomes reviewed. */
function soFar(observation: ListedObservation): readonly string[] {
  const { count, required, promotesAt, days, spreadDays, qualityOk } = observation;
  const spread = spreadDays === 0 ? "" : ` over ${days} of ${plural(spreadDays, "day")}`;
  return [
    `seen ${count} of ${required} times${spread} (reviewed from ${promotesAt})`,
    ...(qualityOk ? [] : ["too vague so far"]),
  ];
}

/** The same for programs. */
export function observationValue(observation: ListedObservation): object {
  const { lesson, count, qualityOk, ...rest } = observation;
  const counts = { occurrenceCount: count, sessionCount: count, projectCount: 1 };
  return { lesson: toRecord(lesson, counts), count, qualityOk, ...rest };
}
