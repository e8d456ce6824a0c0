import type { Episode, FailureStory, Story } from "../episodes/episode.ts";

/** An episode that the log may still say more about. */
export interface OpenEpisode<Told extends Story = Story> extends Pick<
  Episode,
  "line" | "seenAt" | "anchor"
> {
  kind: Episode["kind"];
  verdict: Episode["verdict"];
  lines: number[];
  readonly thread: string;
  /** How many calls its conversation had when it was opened. */
  readonly sinceCall: number;
  story: { -readonly [Name in keyof Told]: Told[Name] };
}

/** Where detectors put what they find: open until it is decided, then closed for good. */
export class OpenEpisodes {
  readonly open: OpenEpisode[];
  #closed: Episode[] = [];

  constructor(open: readonly OpenEpisode[] = []) {
    this.open = [...open];
  }

  /** What may still change stays among the open ones; only so much of it. */
  put(episode: OpenEpisode): void {
    this.open.push(episode);
    if (this.open.length > mostOpen)
      this.#closeAt(this.open.findIndex(({ kind }) => kind !== "lesson-tag" && kind !== "block"));
  }

  /** What is decided already. */
  file(episode: Episode): void {
    this.#closed.push(episode);
  }

  openFailures(thread: string): readonly OpenEpisode<FailureStory>[] {
    return this.open.filter(
      (episode): episode is OpenEpisode<FailureStory> =>
        episode.thread === thread && episode.story.is === "failure",
    );
  }

  close(episode: OpenEpisode): void {
    this.#closeAt(this.open.indexOf(episode));
  }

  #closeAt(at: number): void {
    const [episode] = this.open.splice(Math.max(at, 0), 1);
    if (episode !== undefined) this.#closed.push(asEpisode(episode));
  }

  /** Takes an episode out of the open ones as if it had never been there. */
  withdraw(episode: OpenEpisode): void {
    const at = this.open.indexOf(episode);
    if (at >= 0) this.open.splice(at, 1);
  }

  /** The episodes that were decided since the last time. */
  takeClosed(): readonly Episode[] {
    const closed = this.#closed;
    this.#closed = [];
    return closed;
  }
}

export function asEpisode({
  thread: _thread,
  sinceCall: _since,
  ...episode
}: OpenEpisode): Episode {
  return episode;
}

const mostOpen = 40;
