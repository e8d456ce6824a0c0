import type { Examined } from "./finding.ts";
import type { Checkup } from "./checkup.ts";

/** Settings that cannot be read stop every command but this one. */
export function checkConfig({ badConfig }: Checkup): Examined {
  if (badConfig === undefined) return { findings: [] };
  const { message: text, hint } = badConfig;
  return { findings: [{ check: "config", severity: "broken", text, hint }] };
}
