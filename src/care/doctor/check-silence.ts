import { isSwitchedOff, pauseIn } from "../../deliver/pause.ts";
import type { Examined, Finding } from "./finding.ts";
import type { Checkup } from "./checkup.ts";

/** Whether somebody has asked for quiet. */
export function checkSilence({ paths, machine, now }: Checkup): Examined {
  const pause = pauseIn(paths.home, now);
  const findings: Finding[] = [];
  if (pause !== undefined) {
    const until = pause.until === undefined ? "and does not end by itself" : `until ${pause.until}`;
    findings.push({
      check: "paused",
      severity: pause.until === undefined ? "warning" : "note",
      text: `delivery is paused, ${until}`,
      hint: "lessons resume",
    });
  }
  if (isSwitchedOff(machine.environment)) {
    findings.push({
      check: "switched-off",
      severity: "warning",
      text: "delivery is switched off for everything that is started from here",
      hint: "unset LESSONS_DISABLED and DISABLE_EXPERIENCE_INJECTION",
    });
  }
  return { findings };
}
