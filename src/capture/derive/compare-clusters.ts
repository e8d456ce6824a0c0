import { findNearDuplicates, nearestTo, tokenSet } from "../../lesson/likeness/similarity.ts";
import { isOppositeAdvice } from "../../lesson/likeness/opposite-advice.ts";
import { bodyText, contentText } from "../../lesson/record/body.ts";
import type { LessonDraft } from "../../lesson/record/lesson.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import { noTriggers } from "../../lesson/record/triggers.ts";
import type { DetectorSettings } from "../../platform/configuration/settings.ts";
import { type StoredEpisode, type Story, bySighting, inTextOrder } from "../episodes/episode.ts";
import { factName } from "../facts/fact.ts";
import { draftOf, sessionCount } from "./derive-lesson.ts";
import { labelOf } from "./report-words.ts";
import { isCheckReport } from "./pasted-saying.ts";

/**
 * By what a cluster is compared with the others of its block. It is kept in the store, so that a cluster
 * in which nothing happened need not be read again.
 */
export interface ClusterWords {
  readonly cluster: string;
  /** What the log says, and not the words that we put around it. Before those of reports stand their labels, and an empty line. */
  readonly text: string;
  /** Clusters with another topic are never the same, however alike they sound. */
  readonly topic: string;
  /** What it tells to do. */
  readonly advice: string;
  /** Equal when two clusters say the same to the letter. */
  readonly contentKey: number;
}

/** Raised when one of these would come out differently for the same episodes: then all are made anew. */
export const wordsVersion = 6;

/** The words of a cluster with the draft that they come from. Undefined as long as the episodes are not enough. */
export function clusterWords(
  cluster: string,
  episodes: readonly StoredEpisode[],
  detectors: DetectorSettings,
): { readonly words: ClusterWords; readonly draft: LessonDraft } | undefined {
  // Causes are counted together with those that they are linked to.
  const isCause = episodes.some(({ story }) => story.is === "cause");
  if (!isCause && !isEnough(episodes, detectors)) return undefined;
  const ordered = episodes.toSorted(bySighting);
  const draft = draftOf(ordered, detectors);
  const content = contentText(draft.kind, draft.body, { ...noTriggers, ...draft.triggers });
  const words: ClusterWords = {
    cluster,
    ...likenessOf(ordered, draft),
    advice: adviceOf(ordered, draft),
    contentKey: shortHash(content),
  };
  return { words, draft };
}

/** Of a mistake it is the fix alone: "without `run` it never ends" is not against `run`. */
function adviceOf(episodes: readonly StoredEpisode[], { kind, body }: LessonDraft): string {
  const hasFix = episodes.some(({ story }) => story.is === "failure" || story.is === "report");
  return hasFix && "remediation" in body ? body.remediation : bodyText(kind, body);
}

/** Whether a group is a lesson. What the agent said about a cause in one session may be anything. */
export function isRecurring(
  episodes: readonly StoredEpisode[],
  { repeatedMistake }: DetectorSettings,
): boolean {
  if (!episodes.some(({ story }) => story.is === "cause")) return true;
  return repeatedMistake.enabled && sessionCount(episodes) >= repeatedMistake.minSessions;
}

/** One accepted or nominated episode, a failure of any kind, or a weak one that came back in another session. */
function isEnough(
  episodes: readonly StoredEpisode[],
  { repeatedMistake }: DetectorSettings,
): boolean {
  // Seen only as a further guess at something else, it is a part of that.
  if (episodes.every(({ story }) => story.is === "failure" && story.retryOf !== undefined))
    return false;
  if (episodes.some(({ verdict, story }) => verdict !== "weak" || isMistake(story))) return true;
  return repeatedMistake.enabled && sessionCount(episodes) >= repeatedMistake.minSessions;
}

/** The work itself fails all the time: of it, only what comes back says something. */
function isMistake(story: Story): boolean {
  return story.is === "failure" && story.about !== "work";
}

function likenessOf(
  episodes: readonly StoredEpisode[],
  draft: LessonDraft,
): Pick<ClusterWords, "text" | "topic"> {
  const story = episodes[0]?.story;
  switch (story?.is) {
    case "failure":
      return { text: story.signature, topic: factName(story.fact) };
    case "cause":
      return { text: termsOf(episodes).join("\n"), topic: causeTopic };
    case "saying":
      // That a check fails is the same report, whichever test or file it names.
      return isCheckReport(story)
        ? { text: "run the checks before handing over", topic: "failing check" }
        : { text: story.words, topic: "saying" };
    default: {
      // Reports about two tools may differ in nothing but the name.
      const tools = (draft.tags ?? []).filter((tag) => tag.startsWith("tool:")).toSorted();
      return {
        text: `${labelsOf(episodes).join("\n")}\n\n${bodyText(draft.kind, draft.body)}`,
        topic: [reportTopic, draft.kind, ...tools].join("|"),
      };
    }
  }
}

const causeTopic = "cause";
const reportTopic = "report";

/** What the agents called it, each in its project: two projects may have a checklist of the same name. */
function labelsOf(episodes: readonly StoredEpisode[]): readonly string[] {
  const labels = episodes.flatMap(({ story, projectId }) => {
    const label = story.is === "report" ? labelOf(story) : undefined;
    return label === undefined ? [] : [`${projectId ?? ""} ${label}`];
  });
  return [...new Set(labels)].toSorted();
}

/** All that the sentences about a cause name, what it is known by first. */
function termsOf(episodes: readonly StoredEpisode[]): readonly string[] {
  const stories = episodes.flatMap(({ story }) => (story.is === "cause" ? [story] : []));
  const [first] = stories;
  const others = stories.flatMap(({ terms }) => terms.slice(1)).toSorted();
  return [...new Set([...(first?.terms.slice(0, 1) ?? []), ...others])];
}

/** Two clusters that say the same in other words. */
type ClusterLink = readonly [one: string, other: string];

/**
 * The clusters of a block as lessons: linked ones are one. Single linkage (what is like something that
 * is like it, belongs together) does not depend on an order. Clusters whose lesson is a person's stay
 * alone: they gain sightings of their own, and nothing else is poured into them.
 */
export function groupClusters(
  block: string,
  clusters: readonly ClusterWords[],
  links: readonly ClusterLink[],
  settled: ReadonlySet<string>,
): readonly (readonly string[])[] {
  const fact = clusters.find(({ cluster }) => cluster === block);
  if (fact !== undefined) return groupFact(fact, clusters, settled);
  const free = clusters.filter(({ cluster }) => !settled.has(cluster));
  const leader = new Map(free.map(({ cluster }) => [cluster, cluster]));
  const find = (key: string): string => {
    const above = leader.get(key) ?? key;
    return above === key ? key : find(above);
  };
  const advice = new Map(free.map(({ cluster, advice: text }) => [cluster, [text]]));
  const join = (a: string, b: string) => {
    const [left, right] = [find(a), find(b)].toSorted();
    if (left === undefined || right === undefined || left === right) return;
    const [texts, others] = [advice.get(left) ?? [], advice.get(right) ?? []];
    // Each may be like a third that takes no side: then the two groups stay apart all the same.
    if (areOpposite(texts, others)) return;
    leader.set(right, left);
    advice.set(left, [...new Set([...texts, ...others])]);
  };
  // What says the same to the letter is the same, whatever the messages looked like.
  for (const [first, ...others] of Map.groupBy(free, ({ contentKey }) => contentKey).values()) {
    for (const other of others) if (first !== undefined) join(first.cluster, other.cluster);
  }
  // In one order, whatever was scanned first: which of two opposite groups a cluster goes to must not depend on it.
  for (const [one, other] of links.toSorted(byName))
    if (leader.has(one) && leader.has(other)) join(one, other);

  // A cause that a person has decided about does not come back in other words: it gains what is linked to it.
  const causes = new Set(
    clusters.flatMap(({ cluster, topic }) => (topic === causeTopic ? [cluster] : [])),
  );
  const decided = new Map<string, string>();
  for (const [one, other] of links) {
    const [person, scanner] = settled.has(one) ? [one, other] : [other, one];
    if (!causes.has(person) || !settled.has(person) || !leader.has(scanner)) continue;
    const group = find(scanner);
    const known = decided.get(group);
    if (known === undefined || person < known) decided.set(group, person);
  }

  const keys = free.map(({ cluster }) => cluster).toSorted();
  const groupOf = (key: string) => decided.get(find(key)) ?? find(key);
  const alone = clusters.flatMap(({ cluster }) => (settled.has(cluster) ? [cluster] : []));
  return [...Map.groupBy([...alone.toSorted(), ...keys], groupOf).values()];
}

/**
 * A fact with the reports about it: they are one lesson, also when a person has decided about it. A report that advises against
 * the fact, or against a report that has joined it, is a lesson of its own.
 */
function groupFact(
  fact: ClusterWords,
  clusters: readonly ClusterWords[],
  settled: ReadonlySet<string>,
): readonly (readonly string[])[] {
  const joined = [fact];
  const alone: string[] = [];
  for (const words of clusters.toSorted((one, other) => inTextOrder(one.cluster, other.cluster))) {
    if (words === fact) continue;
    const isFree = !settled.has(words.cluster) && joined.length <= mostJoined;
    if (isFree && !joined.some(({ advice }) => isOppositeAdvice(advice, words.advice)))
      joined.push(words);
    else alone.push(words.cluster);
  }
  return [joined.map(({ cluster }) => cluster), ...alone.map((cluster) => [cluster])];
}

/** Each is compared with all of them. */
const mostJoined = 50;

function byName([one, other]: ClusterLink, [a, b]: ClusterLink): number {
  return inTextOrder(one, a) || inTextOrder(other, b);
}

function areOpposite(texts: readonly string[], others: readonly string[]): boolean {
  return texts.some((text) => others.some((other) => isOppositeAdvice(text, other)));
}

/** The links of the clusters that changed, to each other and to those that did not. */
export function linksOf(
  clusters: readonly ClusterWords[],
  changed: ReadonlySet<string>,
): readonly ClusterLink[] {
  const byKey = new Map(clusters.map((words) => [words.cluster, words]));
  if (clusters[0]?.topic === causeTopic) return causeLinks(clusters, changed);
  const isAllowed =
    (may: (one: ClusterWords, other: ClusterWords) => boolean) =>
    ([a, b]: ClusterLink) => {
      const [one, other] = [byKey.get(a), byKey.get(b)];
      return one !== undefined && other !== undefined && may(one, other);
    };
  return [
    ...alikePairs(clusters, changed).filter(isAllowed(mayMerge)),
    ...labelPairs(clusters, changed).filter(isAllowed((one, other) => !isOpposite(one, other))),
  ];
}

/** Reports of the same label, one of which changed. */
function labelPairs(
  clusters: readonly ClusterWords[],
  changed: ReadonlySet<string>,
): readonly ClusterLink[] {
  const labelled = clusters
    .filter(isReport)
    .flatMap(({ cluster, text }) => labelsIn(text).map((label) => ({ cluster, label })));
  return [...Map.groupBy(labelled, ({ label }) => label).values()].flatMap((same) =>
    same
      .filter(({ cluster }) => changed.has(cluster))
      .flatMap(({ cluster: one }) =>
        same.flatMap(({ cluster: other }): readonly ClusterLink[] =>
          one === other ? [] : [one < other ? [one, other] : [other, one]],
        ),
      ),
  );
}

function labelsIn(text: string): readonly string[] {
  const labels = text.slice(0, text.indexOf("\n\n"));
  return labels === "" ? [] : labels.split("\n");
}

/** Without the labels. */
function saidIn(words: ClusterWords): string {
  const { text } = words;
  return isReport(words) ? text.slice(text.indexOf("\n\n") + 2) : text;
}

function isReport({ topic }: ClusterWords): boolean {
  return topic.startsWith(`${reportTopic}|`);
}

function alikePairs(
  clusters: readonly ClusterWords[],
  changed: ReadonlySet<string>,
): readonly ClusterLink[] {
  const items = clusters.map((words) => ({
    key: words.cluster,
    tokens: tokenSet(saidIn(words)),
  }));
  const isFew = changed.size * clusters.length < worthAnIndex;
  if (!isFew) {
    return findNearDuplicates(items).flatMap(({ a, b }): readonly ClusterLink[] =>
      changed.has(a) || changed.has(b) ? [[a, b]] : [],
    );
  }
  return items
    .filter(({ key }) => changed.has(key))
    .flatMap(({ key, tokens }) =>
      nearestTo(tokens, items).flatMap((near): readonly ClusterLink[] =>
        near.key === key ? [] : [key < near.key ? [key, near.key] : [near.key, key]],
      ),
    );
}

/** Causes are the same when one is known by something that the other names, too. */
function causeLinks(
  clusters: readonly ClusterWords[],
  changed: ReadonlySet<string>,
): readonly ClusterLink[] {
  const terms = clusters.map(({ cluster, text }) => ({ cluster, names: text.split("\n") }));
  const knownBy = new Map(terms.map(({ cluster, names }) => [names[0] ?? "", cluster]));
  return terms.flatMap(({ cluster, names }) =>
    names.flatMap((name): readonly ClusterLink[] => {
      const other = knownBy.get(name);
      if (other === undefined || other === cluster) return [];
      if (!changed.has(cluster) && !changed.has(other)) return [];
      return [cluster < other ? [cluster, other] : [other, cluster]];
    }),
  );
}

/** From so many comparisons on, finding out first which ones are worth it is faster. */
const worthAnIndex = 20_000;

/** Words that are alike may still say different things: another flag, or the opposite. */
function mayMerge(one: ClusterWords, other: ClusterWords): boolean {
  return one.topic === other.topic && !isOpposite(one, other);
}

function isOpposite(one: ClusterWords, other: ClusterWords): boolean {
  return isReport(one) && isReport(other)
    ? isOppositeAdvice(saidIn(one), saidIn(other))
    : isOppositeAdvice(one.advice, other.advice);
}
