import type { StartPicture } from "../start/start.ts";
import { backtestValue } from "./backtest-value.ts";

/** The picture of `lessons start --json`. */
export function pictureValue({ agents, mistakes, candidates }: StartPicture) {
  const { waiting, tested, since, ...report } = candidates;
  return { agents, mistakes, candidates: { waiting, tested, best: backtestValue(report, since) } };
}
