import type { StoredEpisode } from "../../capture/episodes/episode.ts";

/** A mistake of a conversation, however often it was made there. */
export interface Finding {
  /** Where it was made, in order. */
  readonly lines: readonly number[];
  /** What a report about it would name: a program with its subcommand, a tool. None where a person spoke. */
  readonly names: ReadonlySet<string>;
}

/**
 * Puts together what is one mistake: the same cluster, or a loop of retries and the calls that it is made of. Otherwise
 * five retries would be six mistakes, and one report about them would look like one of six.
 */
export function mergeFindings(episodes: readonly StoredEpisode[]): readonly Finding[] {
  const groups = new Groups();
  for (const { cluster, line, lines } of episodes) {
    const name = `cluster ${cluster}`;
    for (const own of [line, ...lines]) groups.join(name, `line ${own}`);
  }
  const together = Map.groupBy(episodes, ({ cluster }) => groups.of(`cluster ${cluster}`));
  return [...together.values()].map((found) => ({
    lines: [...new Set(found.map(({ line }) => line))].toSorted((one, other) => one - other),
    names: new Set(found.flatMap(({ story }) => (story.is === "failure" ? [story.head] : []))),
  }));
}

/** What was joined, directly or through others, is of one group. */
class Groups {
  readonly #parents = new Map<string, string>();

  of(name: string): string {
    let root = name;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root))
      root = next;
    // The next who asks has a shorter way.
    for (let step = name; step !== root;) {
      const next = this.#parents.get(step) ?? root;
      this.#parents.set(step, root);
      step = next;
    }
    return root;
  }

  join(one: string, other: string): void {
    const [here, there] = [this.of(one), this.of(other)];
    if (here !== there) this.#parents.set(there, here);
  }
}
