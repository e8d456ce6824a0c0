import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { clones, givenClones } from "./clones.ts";
import { imports } from "./imports.ts";
import { patternAttacks } from "./patterns.ts";
import { handed } from "./files.ts";
import { allowed, runAttack } from "./run-attack.ts";
import { transcripts } from "./transcripts.ts";

/** More attacks are more rows, by the way in which a stranger reaches us. */
const attacks = [
  ...clones,
  ...(process.geteuid?.() === 0 ? givenClones : []),
  ...patternAttacks,
  ...transcripts,
  ...Object.values(handed).flat(),
  ...imports,
];

// It lists processes and measures their memory.
test
  .runIf(existsSync("/proc/self/environ"))
  .each(attacks.map((attack) => [attack.name, attack] as const))(
  "nothing comes of it: %s",
  async (_, attack) => {
    expect(await runAttack(attack)).toEqual(allowed(attack));
  },
);
