/**
 * How often a law is tried: `quick` times, and `deep` times with `npm run test:deep`. The same cases each time, so that
 * what fails here fails everywhere; fast-check prints the seed with a failure. `LESSONS_SEED` tries other cases.
 */
export function law({ quick = 100, deep = quick }: LawRuns = {}): {
  numRuns: number;
  seed: number;
} {
  const { LESSONS_DEEP: isDeep, LESSONS_SEED: seed } = process.env;
  return { numRuns: isDeep === "1" ? deep : quick, seed: Number(seed ?? 20_260_101) };
}

interface LawRuns {
  readonly quick?: number;
  /** What a law that takes long is tried when there is time. */
  readonly deep?: number;
}
