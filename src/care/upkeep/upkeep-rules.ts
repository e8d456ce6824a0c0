import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import { doubtWords } from "../../measure/doubt/doubt.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { Status } from "../../lesson/record/lifecycle.ts";
import type { UpkeepSettings } from "../../platform/configuration/settings.ts";
import {
  isSameReason,
  type LessonFacts,
  type UpkeepAct,
  type UpkeepFinding,
  type UpkeepRuleName,
} from "./upkeep-finding.ts";
import { compareVersions, isAfter, parseValidUntil } from "./valid-until.ts";
import { daysBefore } from "../../platform/instant.ts";

interface LessonRule {
  readonly rule: UpkeepRuleName;
  /** Says whether it looks, and how far it goes when it has found something. */
  readonly setting: keyof UpkeepSettings;
  /** The lessons that it looks at; without one all that are not archived. */
  readonly status?: Status;
  /** Undefined when there is nothing to say; `does` where it does less than the setting lets it. */
  readonly look: (
    lesson: Lesson,
    view: RuleView,
  ) => (Pick<UpkeepFinding, "because" | "seen"> & { readonly does?: "nothing" }) | undefined;
}

/** Those about one lesson. When several would archive it, the first gives the reason. */
const lessonRules: readonly LessonRule[] = [
  { rule: "expired", setting: "expired", look: expired },
  { rule: "superseded", setting: "superseded", look: superseded },
  { rule: "unhelpful", setting: "unhelpful", status: "active", look: unhelpful },
  { rule: "doubtful", setting: "doubtful", status: "active", look: doubtful },
  { rule: "outgrown", setting: "outgrown", status: "active", look: outgrown },
  { rule: "drafts", setting: "drafts", status: "candidate", look: untouchedDraft },
  { rule: "never-matched", setting: "neverMatched", status: "active", look: neverMatched },
  { rule: "missing-files", setting: "missingFiles", look: missingFiles },
  { rule: "dead-trigger", setting: "deadTriggers", status: "active", look: deadTrigger },
  { rule: "unchecked-critical", setting: "uncheckedCritical", status: "active", look: unchecked },
  { rule: "learned", setting: "learned", look: learned },
];

interface RuleView extends Pick<UpkeepView, "now" | "settings"> {
  readonly facts: LessonFacts;
  /** The lesson that replaces it, the one that replaces that one, and so on. */
  readonly successors: readonly Lesson[];
}

interface UpkeepView {
  readonly now: Instant;
  readonly settings: UpkeepSettings;
  readonly factsOf: (lesson: Lesson) => LessonFacts;
}

/** Everything that the rules find, in the order of the lessons. Nothing is changed. */
export function findUpkeep(
  lessons: readonly Lesson[],
  { now, settings, factsOf }: UpkeepView,
): readonly UpkeepFinding[] {
  const kept = lessons.filter(({ stage }) => stage.status !== "archived");
  const bySlug = new Map(kept.map((lesson) => [lesson.slug, lesson]));
  const found = kept.flatMap((lesson) => {
    const successors = successorsOf(lesson, bySlug);
    return findingsIn(lesson, { now, settings, facts: factsOf(lesson), successors });
  });
  const archived = new Set(
    found.flatMap(({ does, lesson }) => (does === "archive" ? (lesson?.id ?? []) : [])),
  );
  const left = kept.filter(({ id }) => !archived.has(id));
  return settings.inflation ? [...found, ...inflation(left)] : found;
}

function findingsIn(lesson: Lesson, view: RuleView): readonly UpkeepFinding[] {
  return lessonRules.flatMap(({ rule, setting, status, look }) => {
    const does = actOf(view.settings[setting]);
    if (does === undefined || (status ?? lesson.stage.status) !== lesson.stage.status) return [];
    const found = look(lesson, view);
    return found === undefined
      ? []
      : [unlessBroughtBack({ rule, lesson, does, ...found }, view.facts)];
  });
}

/** What a rule does by its setting. */
function actOf(setting: UpkeepSettings[keyof UpkeepSettings]): UpkeepAct | undefined {
  if (setting === "archive") return "archive";
  if (setting === "propose") return "propose-archive";
  return setting === true ? "flag" : undefined;
}

/** Who brings a lesson back has answered that reason. */
function unlessBroughtBack(finding: UpkeepFinding, { archivedFor }: LessonFacts): UpkeepFinding {
  const { does, because } = finding;
  if (does !== "archive" && does !== "propose-archive") return finding;
  if (!archivedFor.some((recorded) => isSameReason(recorded, because))) return finding;
  return { ...finding, does: "nothing", because: `${because}; it was restored before` };
}

/**
 * The lesson that replaces this one, the one that replaces that one, and so on, until one is not among `bySlug` or was
 * met before.
 */
function successorsOf(
  { supersededBy }: Lesson,
  bySlug: ReadonlyMap<string, Lesson>,
): readonly Lesson[] {
  const met = new Set<Lesson>();
  let next = bySlug.get(supersededBy ?? "");
  while (next !== undefined && !met.has(next)) {
    met.add(next);
    next = bySlug.get(next.supersededBy ?? "");
  }
  return [...met];
}

type Looked = ReturnType<LessonRule["look"]>;

/** Lessons whose `validUntil` has passed: a date, or a version of something that is known where they hold. */
function expired({ validUntil }: Lesson, { now, facts }: RuleView): Looked {
  if (validUntil === undefined) return undefined;
  const text = validUntil.slice(0, 80);
  const until = parseValidUntil(validUntil);
  if (until === undefined) {
    return {
      does: "nothing",
      because: `valid until "${text}", which is neither a date nor a version`,
    };
  }
  const because = `valid until ${text}, which has passed`;
  if (until.is === "time") return now >= until.end ? { because } : undefined;

  const known = facts.versionOf(until.name);
  if (known === undefined) {
    const whose =
      until.name === undefined ? "the version of its project" : `the version of ${until.name}`;
    return { does: "nothing", because: `valid until ${text}, but ${whose} is unknown here` };
  }
  const isPast = until.isIncluded
    ? isAfter(known.version, until.version)
    : compareVersions(known.version, until.version) >= 0;
  return isPast ? { because, seen: known.words } : undefined;
}

/** Lessons that another one, which is in use, has replaced. */
function superseded({ id }: Lesson, { successors }: RuleView): Looked {
  const [successor] = successors;
  if (successor?.stage.status !== "active") return undefined;
  const because = `replaced by ${successor.slug}`;
  if (!successors.some((one) => one.id === id)) return { because };
  // Otherwise both would go, and with them what they say.
  return {
    does: "nothing",
    because: `${because}, but that lesson names this one as its replacement`,
  };
}

/** Lessons that were overruled or called not helpful too often for how often they came. */
function unhelpful(_: Lesson, { settings, facts: { reception } }: RuleView): Looked {
  if (reception === undefined) return undefined;
  const { delivered, overruled, helpful, notHelpful } = reception;
  const bad = overruled + notHelpful;
  // Feedback may be older than what we know of deliveries, and be about more of them.
  const all = Math.max(delivered, bad + helpful);
  if (bad < settings.unhelpfulLeast || bad <= all * settings.unhelpfulShare) return undefined;
  return {
    because: `shown ${all} times: ${overruled} times overruled, ${notHelpful} times rated not helpful`,
  };
}

/** Active lessons about facts whose calls succeeded since: a program was installed, a version has the option now. */
function doubtful(_: Lesson, { facts: { doubt } }: RuleView): Looked {
  if (doubt === undefined) return undefined;
  return { because: "the call it warns about works now", seen: doubtWords(doubt) };
}

/** Slips with the agent's own tools that newer versions or models have had many occasions to make, and did not. */
function outgrown(_: Lesson, { facts }: RuleView): Looked {
  if (facts.outgrown === undefined) return undefined;
  const { sessions, before } = facts.outgrown;
  return {
    because: "newer agents or models no longer make this mistake",
    seen: `seen in ${before.made} of ${before.all} sessions, then in none of ${sessions} with a newer agent or model`,
  };
}

/** Candidates that nobody has decided about, changed or seen again for a long time. */
function untouchedDraft(lesson: Lesson, { now, settings, facts }: RuleView): Looked {
  const touched = [lesson.stage.since, lesson.updatedAt, facts.lastSeenAt ?? ""];
  const lastTouched = touched.reduce((newest, at) => (at > newest ? at : newest));
  if (lastTouched > daysBefore(now, settings.draftExpiryDays)) return undefined;
  return {
    because: "a candidate without a decision",
    seen: `untouched since ${lastTouched.slice(0, 10)}`,
  };
}

/** Active lessons that have had calls to fire at for a long time, and fired at none. */
function neverMatched({ stage }: Lesson, { now, settings, facts }: RuleView): Looked {
  const { neverMatchedDays } = settings;
  if (stage.since > daysBefore(now, neverMatchedDays)) return undefined;
  const { calls = 0, fired = 0 } = facts.matching ?? {};
  // Of fewer calls nothing can be said.
  if (fired > 0 || calls < 20) return undefined;
  return {
    because: `did not fire in the last ${neverMatchedDays} days (0 of ${calls} possible calls)`,
  };
}

/** CRITICAL lessons are said at every start, so that a wrong one does the most harm: somebody should look now and then. */
function unchecked(
  { priority, stage, slug }: Lesson,
  { now, settings: { uncheckedCriticalDays: days }, facts }: RuleView,
): Looked {
  const checked = [stage.since, facts.lastCheckedAt ?? ""].reduce((a, b) => (a > b ? a : b));
  if (levelOf(priority) !== "CRITICAL" || checked > daysBefore(now, days)) return undefined;
  return {
    because: `CRITICAL, but not checked for ${days} days (to keep it: lessons good ${slug})`,
    seen: `last ${checked.slice(0, 10)}`,
  };
}

function learned(_: Lesson, { facts: { learning } }: RuleView): Looked {
  return learning.length === 0 ? undefined : { because: learning.join("; ") };
}

/** Lessons that speak of files which their project does not have any more. */
function missingFiles(_: Lesson, { facts: { missingFiles: files } }: RuleView): Looked {
  if (files.length === 0) return undefined;
  const shown = files.slice(0, mostShown).join(", ");
  const more = files.length > mostShown ? ` and ${files.length - mostShown} more` : "";
  const gone = files.length === 1 ? "a missing path" : "missing paths";
  return { because: `names ${gone}: ${shown}${more}` };
}

const mostShown = 3;

/** Active lessons whose trigger can no longer fire: patterns that we refuse, tools that no agent has. */
function deadTrigger(_: Lesson, { facts: { triggerProblems } }: RuleView): Looked {
  if (triggerProblems.length === 0) return undefined;
  return { because: triggerProblems.slice(0, mostShown).join("; ") };
}

/** Where most lessons are CRITICAL, the word says nothing any more. About all lessons together. */
function inflation(lessons: readonly Lesson[]): readonly UpkeepFinding[] {
  const active = lessons.filter(({ stage }) => stage.status === "active");
  const critical = active.filter(({ priority }) => levelOf(priority) === "CRITICAL").length;
  // One or two lessons may well be the two that matter.
  if (active.length < 3 || critical <= active.length / 2) return [];
  const because = `${critical} of ${active.length} active lessons are CRITICAL: too many to stand out`;
  return [{ rule: "inflation", does: "flag", because }];
}
