import type { Flag } from "../../core/lesson.ts";
import { present } from "../imports/loose-json.ts";
import type { Said } from "../imports/summarise.ts";

interface Told {
  readonly mistake: string;
  readonly fix?: string | undefined;
  readonly area?: string | undefined;
  readonly impact?: string | undefined;
}

/** A mistake that somebody reported. Without a fix it is still worth knowing, and a person has to write it. */
export function reportedPitfall(told: Told): { said: Said; flags: readonly Flag[] } {
  const { mistake, fix, area, impact } = told;
  return {
    said: {
      kind: "pitfall",
      body: { mistake, remediation: fix ?? unknownRemediation, ...present({ area, impact }) },
    },
    flags: fix === undefined ? ["needsHumanFix"] : [],
  };
}

/** Never delivered: a candidate that is flagged waits for a person. */
const unknownRemediation = "Not known yet.";
