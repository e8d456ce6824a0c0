import { quoteWord } from "../../shell/word.ts";
import { repairs } from "./catalogue.ts";
import type { RepairOffer } from "./repair-offers.ts";

/** `would have saved 28 failed calls in 17 sessions` */
export function offerWords({
  failedCalls,
  sessions,
}: Pick<RepairOffer, "failedCalls" | "sessions">): string {
  const calls = failedCalls === 1 ? "1 failed call" : `${failedCalls} failed calls`;
  return `would have prevented ${calls} in ${sessions === 1 ? "1 session" : `${sessions} sessions`}`;
}

/** What to type. Where we know of no value, the place for it. */
export function offerCommand({ name, value }: Pick<RepairOffer, "name" | "value">): string {
  const wanted = repairs[name].value;
  if (wanted === undefined) return `lessons repairs on ${name}`;
  return `lessons repairs on ${name} ${value === "" ? `<${wanted.called}>` : quoteWord(value)}`;
}
