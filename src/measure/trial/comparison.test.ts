import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { newcombeInterval, studentQuantile, type Share } from "../statistics.ts";
import { compareArms, differenceOf, sessionsFor, weightOf, type Arms } from "./comparison.ts";

interface World {
  readonly lessons: number;
  /** Of each lesson, in which it could have come. */
  readonly sessions: (lesson: number) => number;
  /** How likely the mistake is in a session without the lesson. */
  readonly mistake: (lesson: number) => number;
  readonly share: number;
  /** How much a bad session is worse than the mean, and a good one better: 0 is not at all. */
  readonly unevenness?: number;
}

const worlds: Readonly<Record<string, World>> = {
  "one lesson in 40 sessions": one(40, 0.3, 0.2),
  "one lesson in 12 sessions": one(12, 0.4, 0.2),
  "one lesson in 16 sessions, half of them without": one(16, 0.5, 0.5),
  "one rare mistake in 200 sessions": one(200, 0.05, 0.2),
  "ten lessons in 8 sessions each": many(
    10,
    () => 8,
    () => 0.2,
    0.2,
  ),
  "six unlike lessons in uneven sessions": many(
    6,
    (lesson) => 10 + 15 * lesson,
    (lesson) => 0.05 + 0.05 * lesson,
    0.2,
  ),
  "forty lessons in 5 sessions each": many(
    40,
    () => 5,
    () => 0.1,
    0.2,
  ),
  "thirty rare mistakes, half without": many(
    30,
    () => 30,
    () => 0.02,
    0.5,
  ),
};

function one(sessions: number, mistake: number, share: number): World {
  return { lessons: 1, sessions: () => sessions, mistake: () => mistake, share };
}

function many(
  lessons: number,
  sessions: World["sessions"],
  mistake: World["mistake"],
  share: number,
): World {
  return { lessons, sessions, mistake, share, unevenness: 0.6 };
}

/** By how much a lesson makes the mistake rarer; below 0 it makes it more frequent. Every second lesson does half of it. */
const effects = [-0.3, 0, 0.3, 0.5, 0.8, 1];
const simulations = 1000;
const leastCovered = 0.93;

const cases = Object.keys(worlds).flatMap((name) =>
  effects.map((effect) => ({ name, effect: String(effect) })),
);

test.each(cases)(
  "the interval covers the truth in 93 % of 1,000 simulations: $name, effect $effect",
  ({ name, effect }) => {
    const { overAll, perLesson } = coverage(worlds[name] as World, Number(effect));
    expect(overAll).toBeGreaterThanOrEqual(leastCovered);
    expect(perLesson).toBeGreaterThanOrEqual(leastCovered);
  },
);

test("a lesson without effect is called a help or a harm in 5 % of trials at most, and one that halves a frequent mistake is found", () => {
  const world = one(400, 0.4, 0.2);
  expect(foundIn(world, 0)).toBeLessThan(0.06);
  expect(foundIn(world, 0.5)).toBeGreaterThan(0.85);
});

test("with as many sessions as it says, four of five trials find a lesson that halves the mistake", () => {
  const needed = Math.ceil(sessionsFor(0.3, 0.15, 0.2));
  expect(needed).toBe(351);
  const found = foundIn(one(needed, 0.3, 0.2), 0.5);
  expect(found).toBeGreaterThan(0.76);
  expect(found).toBeLessThan(0.88);
});

test("law: of one lesson it is Newcombe's interval with Student's quantile", () => {
  fc.assert(
    fc.property(anyShare(), anyShare(), (without, withIt) => {
      const quantile = studentQuantile(without.all + withIt.all - 2);
      const expected = newcombeInterval(without, withIt, quantile);
      const found = differenceOf([{ without, with: withIt }]);
      expect(found?.low).toBeCloseTo(expected.low, 9);
      expect(found?.high).toBeCloseTo(expected.high, 9);
    }),
    law(),
  );
});

test("law: the estimate lies in the interval, the interval between −1 and 1, and lessons without two sides change nothing", () => {
  const anyArms = fc.record({ without: anyShare(), with: anyShare() });
  const oneSided = fc.record({ without: anyShare(), with: fc.constant({ hits: 0, all: 0 }) });
  fc.assert(
    fc.property(fc.array(anyArms, { minLength: 1, maxLength: 9 }), oneSided, (arms, side) => {
      const found = differenceOf(arms);
      expect(found).not.toBeNull();
      if (found === null) return;
      const { low, estimate, high } = found;
      expect(low).toBeGreaterThanOrEqual(-1);
      expect(low).toBeLessThanOrEqual(estimate);
      expect(high).toBeGreaterThanOrEqual(estimate);
      expect(high).toBeLessThanOrEqual(1);
      expect(differenceOf([...arms, side])).toEqual(found);
    }),
    law(),
  );
});

test("what is too little to conclude from has an interval, and no verdict", () => {
  const few = compareArms([{ without: { hits: 4, all: 4 }, with: { hits: 0, all: 40 } }], 0.2);
  expect(few).toMatchObject({ says: "too-few", sparedPer100: { estimate: 100 } });
  expect(compareArms([], 0.2)).toEqual({
    without: { hits: 0, all: 0 },
    with: { hits: 0, all: 0 },
    sparedPer100: null,
    says: "too-few",
    sessionsNeeded: null,
  });
});

test("a mistake that nobody made gives no number of sessions, a frequent one few", () => {
  const needed = (hits: number) =>
    compareArms([{ without: { hits, all: 10 }, with: { hits: 2 * hits, all: 40 } }], 0.2)
      .sessionsNeeded;
  expect(needed(0)).toBeNull();
  expect(needed(1)).toBe(1196);
  expect(needed(4)).toBe(189);
});

function anyShare(): fc.Arbitrary<Share> {
  return fc
    .integer({ min: 1, max: 60 })
    .chain((all) => fc.record({ hits: fc.nat({ max: all }), all: fc.constant(all) }));
}

/** In which share of the simulated trials the interval holds what is true, of all lessons together and of each. */
function coverage(world: World, effect: number): { overAll: number; perLesson: number } {
  const random = randomFrom(20_260_101);
  const counts = { trials: 0, covered: 0, lessons: 0, coveredLessons: 0 };
  for (let trial = 0; trial < simulations; trial += 1) {
    const found = simulate(world, effect, random).filter(hasBothSides);
    const overAll = differenceOf(found.map(({ arms }) => arms));
    if (overAll === null) continue;
    const whole = found.reduce((sum, { arms }) => sum + weightOf(arms), 0);
    const truth = found.reduce((sum, { arms, spared }) => sum + weightOf(arms) * spared, 0) / whole;
    counts.trials += 1;
    counts.covered += holds(overAll, truth) ? 1 : 0;
    for (const { arms, spared } of found) {
      const own = differenceOf([arms]);
      counts.lessons += 1;
      counts.coveredLessons += own !== null && holds(own, spared) ? 1 : 0;
    }
  }
  // Where a side stays empty there is nothing to say, and nothing is said.
  expect(counts.trials).toBeGreaterThan(simulations * 0.9);
  return {
    overAll: counts.covered / counts.trials,
    perLesson: counts.coveredLessons / counts.lessons,
  };
}

/** In which share of the simulated trials something is concluded. */
function foundIn(world: World, effect: number): number {
  const random = randomFrom(20_260_102);
  let found = 0;
  for (let trial = 0; trial < simulations; trial += 1) {
    const arms = simulate(world, effect, random).map((each) => each.arms);
    const { says } = compareArms(arms, world.share);
    if (says === "helps" || says === "harms") found += 1;
  }
  return found / simulations;
}

interface SimulatedLesson {
  readonly arms: Arms;
  /** The truth: by how much the share of sessions with the mistake falls. */
  readonly spared: number;
}

/** Every session draws anew for every lesson; a bad session is bad for all lessons alike. */
function simulate(world: World, effect: number, random: () => number): readonly SimulatedLesson[] {
  const { lessons, sessions, mistake, share, unevenness = 0 } = world;
  const numbers = Array.from({ length: lessons }, (_, lesson) => lesson);
  const most = Math.max(...numbers.map(sessions));
  const moods = Array.from({ length: most }, () =>
    random() < 0.5 ? 1 + unevenness : 1 - unevenness,
  );
  return numbers.map((lesson) => {
    const own = effect * (lesson % 2 === 0 ? 1 : 0.5);
    const sides = { without: { hits: 0, all: 0 }, with: { hits: 0, all: 0 } };
    for (const mood of moods.slice(0, sessions(lesson))) {
      const isWithout = random() < share;
      const likely = mistake(lesson) * mood * (isWithout ? 1 : 1 - own);
      const side = isWithout ? sides.without : sides.with;
      side.all += 1;
      side.hits += random() < likely ? 1 : 0;
    }
    return { arms: sides, spared: mistake(lesson) * own };
  });
}

function hasBothSides({ arms }: SimulatedLesson): boolean {
  return arms.without.all > 0 && arms.with.all > 0;
}

function holds({ low, high }: { low: number; high: number }, truth: number): boolean {
  return low <= truth && truth <= high;
}

/** Mulberry32: the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
