import { hookTrouble } from "../../deliver/hook-trouble.ts";
import type { Examined } from "./finding.ts";
import type { Checkup } from "./checkup.ts";

/** What the hook noted last about something that went wrong. It never says so to the agent. */
export function checkHookLog({ paths, now }: Checkup): Examined {
  const trouble = hookTrouble(paths.home, new Date(now.getTime() - lookBackMs).toISOString());
  if (trouble === undefined) return { findings: [] };
  const at = trouble.at.slice(0, 16).replace("T", " ");
  const isSlow = /^(?:slow|stopped)/.test(trouble.text);
  return {
    findings: [
      {
        check: "hook-log",
        severity: isSlow ? "note" : "warning",
        text: `the hook noted at ${at} UTC: ${trouble.text}`,
        hint: isSlow
          ? "once is no harm; if it comes often, the findings about lessons say which are slow or blunt"
          : `${paths.home}/log/hook.log has what came before; lessons init puts the hook right`,
      },
    ],
  };
}

const lookBackMs = 3 * 86_400_000;
