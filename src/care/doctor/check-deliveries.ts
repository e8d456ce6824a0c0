import { recentDeliveries } from "../../deliver/spool/recent-deliveries.ts";
import type { Examined } from "./finding.ts";
import type { Checkup } from "./checkup.ts";

/** What was delivered last. That nothing was is no fault: there may have been no mistake to warn of. */
export function checkDeliveries({ paths, now, setup }: Checkup): Examined {
  const since = new Date(now.getTime() - weekMs).toISOString();
  const { lastAt, count } = recentDeliveries(paths.home, since, now.toISOString());
  if (lastAt === null)
    return { findings: [], ...(setup.way === "none" ? {} : { fine: "nothing delivered yet" }) };
  const last = lastAt.slice(0, 16).replace("T", " ");
  return { findings: [], fine: `last delivery ${last} UTC, ${count} in a week` };
}

const weekMs = 7 * 86_400_000;
