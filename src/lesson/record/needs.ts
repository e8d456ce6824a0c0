/** What can need a person, the first to look at first. Everything that shows it reads this one list. */
const needs = {
  candidates: ["candidate", "candidates"],
  /** Observations of learning that were seen often enough. */
  learned: ["learned observation", "learned observations"],
  doubtful: ["doubtful fact", "doubtful facts"],
  /** CRITICAL, and nobody has looked at it for long. */
  unchecked: ["unchecked CRITICAL lesson", "unchecked CRITICAL lessons"],
  stale: ["stale lesson", "stale lessons"],
  gates: ["gate warning", "gate warnings"],
} as const;

export type NeedKind = keyof typeof needs;
export type NeedCounts = Readonly<Partial<Record<NeedKind, number>>>;

export const needKinds = Object.keys(needs) as readonly NeedKind[];

/** The one number. */
export function needCount(counts: NeedCounts): number {
  return needKinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
}

/** `2 candidates, 1 doubtful fact`; empty where nothing needs anybody. */
export function needWords(counts: NeedCounts): string {
  return needKinds
    .flatMap((kind) => ((counts[kind] ?? 0) > 0 ? [countedNeed(kind, counts[kind] ?? 0)] : []))
    .join(", ");
}

export function countedNeed(kind: NeedKind, count: number): string {
  const [one, many] = needs[kind];
  return `${count} ${count === 1 ? one : many}`;
}

/** The counts in a file of ours; what is no count there is none. */
export function readNeeds(value: Readonly<Record<string, unknown>>): NeedCounts {
  const found = needKinds.flatMap((kind) => {
    const count = value[kind];
    return typeof count === "number" && count > 0 ? [[kind, count] as const] : [];
  });
  return Object.fromEntries(found);
}
