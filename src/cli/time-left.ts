/**
 * Says how long work will take, once that can be known, from its share and the time: `about 40 s left`. Starting up is no
 * part of the work, so that the clock begins with the first that is done; and a guess from one small piece is worse than none.
 */
export function timeLeft(): (share: number, nowMs: number) => string | undefined {
  let samples: readonly Sample[] = [];
  return (share, nowMs) => {
    if (share <= 0) return undefined;
    const newest = { share, nowMs };
    // Lately is what counts: logs of one year are read faster than those of another.
    const recent = samples.filter((sample) => nowMs - sample.nowMs <= windowMs);
    samples = [...(recent.length === 0 ? samples.slice(-1) : recent), newest];
    const [first = newest] = samples;
    const [gained, tookMs] = [share - first.share, nowMs - first.nowMs];
    if (share >= 1 || tookMs < leastMs || gained < leastShare) return undefined;
    return `about ${rounded(((1 - share) / gained) * tookMs)} left`;
  };
}

interface Sample {
  readonly share: number;
  readonly nowMs: number;
}

const windowMs = 20_000;
const leastMs = 2000;
const leastShare = 0.02;

/** No more exact than such a guess is. */
function rounded(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 55) return `${Math.max(5, Math.ceil(seconds / 5) * 5)} s`;
  return `${Math.max(1, Math.round(seconds / 60))} min`;
}
