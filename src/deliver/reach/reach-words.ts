import { levelOf } from "../../lesson/record/level.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { triggerReading } from "../../match/trigger-words.ts";
import { allObstacles, type MomentName, needsHooks, type Obstacle, type Reach } from "./reach.ts";
import type { StartTurns } from "./start-turns.ts";

/** What `reachSentence` and `obstacleWords` need of a lesson, stored or shown. */
type Named = Pick<Lesson, "slug" | "priority" | "confidence" | "scope" | "triggers" | "source">;

/** When the agent will hear of a lesson, in one sentence, or that it will not and what to type. */
export function reachSentence(reach: Reach, lesson: Named): string {
  const { moments, agents } = reach;
  const [obstacle] = allObstacles(reach);
  if (moments.length === 0)
    return obstacle === undefined
      ? "No agent will see it."
      : `No agent will see it: ${obstacleWords(obstacle, lesson)}.`;
  const isAlone = agents?.length === 0;
  const trial = withheldWords(reach).map((words) => ` ${words}`);
  if (isAlone && moments.some(needsHooks))
    return `No agent is connected: run lessons init.${trial.join("")}`;
  const who = agents === undefined || isAlone ? "The agent" : agents.join(" and ");
  const where = lesson.scope.startsWith("project:")
    ? ` in ${reach.project ?? projectName(lesson.scope)}`
    : "";
  const when = moments.map(
    (moment) => `${momentWords[moment](lesson, reach)}${turnWords(reach, moment)}`,
  );
  return `${who} gets it${where} ${list([...new Set(when)])}.${trial.join("")}`;
}

/** That a trial runs, where it concerns the lesson. */
export function withheldWords({ withheldPercent }: Reach): readonly string[] {
  if (withheldPercent === undefined) return [];
  return [`A trial withholds it in ${withheldPercent} % of sessions: lessons trial.`];
}

function turnWords({ turns }: Reach, name: MomentName): string {
  const found = turns.find(({ moment }) => moment === name);
  if (found === undefined) return "";
  const { everySessions, project } = found;
  const where = project === undefined ? "" : ` of ${projectName(project)}`;
  return everySessions === null
    ? ` (in no session${where})`
    : ` (at least once in every ${everySessions} sessions${where})`;
}

/** That a lesson for the start comes too seldom, and what to do. */
export function latenessWords({ everySessions, project }: StartTurns): string {
  const where = project === undefined ? "" : ` of ${projectName(project)}`;
  const often = everySessions === null ? "in no session" : `once in ${everySessions} sessions`;
  return `too many lessons are for session start: it is shown ${often}${where}, less than one in three; shorten or archive some: lessons card`;
}

function projectName(scope: string): string {
  return scope.slice("project:".length);
}

const momentWords: Readonly<Record<MomentName, (lesson: Named, reach: Reach) => string>> = {
  session: () => "when a session starts",
  subagent: () => "when a subagent starts",
  card: () => "as a line of the session card",
  fix: (lesson, reach) => `${callWords(lesson, reach)}: every such call is fixed`,
  hold: (lesson, reach) =>
    `${callWords(lesson, reach)}: the first such call of a session is refused`,
  // No agent shows a hook's advice to its model before the tool has run.
  advice: (lesson, reach) =>
    callWords(lesson, reach).replaceAll(/\bbefore /gu, "with the result of "),
  error: ({ triggers, source }, { leastWords }) =>
    triggerReading(
      { ...triggers, injectOn: ["PostToolUseFailure"] },
      { leastWords, source },
    ).replace("with the error, ", "with the error "),
  skill: () => "in the skill of its tool",
  rendered: () => "in the files of its project, once rendered",
  index: () => "as a line of the knowledge index",
};

function callWords({ triggers, source }: Named, { leastWords }: Reach): string {
  return triggerReading({ ...triggers, injectOn: ["PreToolUse"] }, { leastWords, source });
}

function list(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")}, and ${last}`;
}

/** Why a lesson does not come, and what to type. */
export function obstacleWords(
  obstacle: Obstacle,
  { slug, confidence, priority }: Omit<Named, "triggers" | "scope" | "source">,
): string {
  switch (obstacle.is) {
    case "not-active":
      return notActive(obstacle, slug);
    case "below-confidence":
      return `its confidence ${confidence} is below minConfidence (${obstacle.least}): lessons edit ${slug} confidence ${obstacle.least}`;
    case "below-priority":
      return `its priority ${priority} is below minPriority (${obstacle.least}): lessons edit ${slug} priority ${obstacle.least}`;
    case "not-yet":
      return `it is valid from ${obstacle.from.slice(0, "2026-11-02".length)}; to change that: lessons edit ${slug} validFrom …`;
    case "other-system":
      return `it is for ${obstacle.systems.join(" and ")}, and this is another system. To show it here too: lessons edit ${slug} tags -- -${obstacle.systems.map((system) => `platform:${system}`).join(",")}`;
    case "nothing-specific":
      return `it has no trigger; add one: lessons edit ${slug} commandPatterns '+^git\\s+stash\\b', or show it at session start: lessons edit ${slug} injectOn SessionStart`;
    case "out-of-reach":
      return `its score at level ${levelOf(priority)} is at most ${points(obstacle.most)}, but ${points(obstacle.threshold)} is needed; ${weakHint(slug, priority)}`;
    case "tools-exclude-pattern":
      return `its patterns can never match calls of ${obstacle.tools.join(" and ")}; drop the tools: lessons edit ${slug} toolNames ''`;
    case "no-such-call":
      return `no command can match ${obstacle.pattern}. Each command of a line is matched alone, without variables and quoted text: lessons edit ${slug} commandPatterns …`;
    case "never-holds":
      return obstacle.condition === "os"
        ? `it is shown only ${obstacle.reading}, and this is another system: lessons edit ${slug} os ''`
        : `it is shown only ${obstacle.reading}, and no failed call can show that: lessons edit ${slug} ${obstacle.condition} …`;
    case "unproven-fix":
      return `its fix has not worked twice yet, so it is not shown with the error; to write your own: lessons edit ${slug} remediation '…'`;
    case "not-with-errors":
      return "showing lessons with errors is off; switch it on: lessons config set withError true";
    case "no-room":
      return `other lessons fill session start; raise this one (lessons edit ${slug} priority CRITICAL) or archive another`;
    case "too-slow":
      return "its patterns are too slow, so hooks skip it until the next lessons dev compile";
    case "switched-off":
      return "LESSONS_DISABLED switches lessons off here";
    case "paused":
      return `lessons are paused${obstacle.until === undefined ? "" : ` until ${minute(obstacle.until)} UTC`}: lessons pause --off`;
  }
}

/** LOW never reaches a call; the others lack a tool or a target. */
function weakHint(slug: string, priority: number): string {
  return levelOf(priority) === "LOW"
    ? `lessons edit ${slug} priority MEDIUM`
    : `name a tool (lessons edit ${slug} toolNames +Bash) or raise it (lessons edit ${slug} priority HIGH)`;
}

/** Thousandths as people read them. */
export function points(thousandths: number): string {
  return (thousandths / 1000).toFixed(thousandths % 10 === 0 ? 2 : 3);
}

function notActive(
  { status, because }: Extract<Obstacle, { readonly is: "not-active" }>,
  slug: string,
): string {
  if (status === "archived")
    return `it is archived (${because ?? "no reason given"}): lessons restore ${slug}`;
  return `it is ${status === "candidate" ? "a candidate" : status}, and agents see only active lessons: lessons review "approve ${slug}"`;
}

function minute(instant: string): string {
  return instant.slice(0, "2026-11-02T14:00".length).replace("T", " ");
}
