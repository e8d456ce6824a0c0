import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { clones, givenClones } from "./clones.ts";
import { patternAttacks } from "./patterns.ts";
import { allowed, runAttack } from "./run-attack.ts";

/** More attacks are more rows: transcripts, imports, answers of models and secrets have a list of their own each. */
const attacks = [...clones, ...(process.geteuid?.() === 0 ? givenClones : []), ...patternAttacks];

// It lists processes and measures their memory.
test
  .runIf(existsSync("/proc/self/environ"))
  .each(attacks.map((attack) => [attack.name, attack] as const))(
  "nothing comes of it: %s",
  async (_, attack) => {
    expect(await runAttack(attack)).toEqual(allowed(attack));
  },
);
