import type { Asked, BenchRow, Measured } from "./bench-row.ts";
import { median } from "./measure.ts";
import type { CallShare } from "./share-of-calls.ts";
import { allHooks, bareNode, timeHook } from "./time-hook.ts";

/** The rows of `bench/time-hook.ts`, and with real logs the share of their calls that start Node. */
export async function rows(): Promise<readonly BenchRow[]> {
  const { timings, share } = timeHook(Number(process.env["BENCH_ROUNDS"] ?? 8));
  const p50 = (name: string) => median(timings.get(name) ?? []);
  const floor = { name: bareNode, value: p50(bareNode) };
  const peer = fastestPeer(p50);
  const timed = (id: string, name: string, bound?: number): readonly BenchRow[] => {
    if (!timings.has(name)) throw new Error(`nobody has measured: ${name}`);
    const asked: Asked | undefined =
      bound === undefined ? undefined : { of: "times", is: "at most", bound };
    const isDelivered = name.startsWith("delivered");
    const beside = isDelivered ? peer : undefined;
    return [{ id, work: `hook: ${name}`, us: p50(name), unit: "ms", floor, peer: beside, asked }];
  };
  return [
    ...timed("hook-true", "floor: /bin/true"),
    ...timed("hook-grep", "floor: sh and grep with the filter"),
    ...counts.flatMap((count) =>
      timed(`hook-nothing-${count}`, `no lesson concerned, ${count} typical`, 0.15),
    ),
    ...kinds.flatMap((kind) =>
      counts.flatMap((count) =>
        timed(`hook-nothing-${count}-${kind}`, `no lesson concerned, ${count} about ${kind}`, 0.15),
      ),
    ),
    ...counts.flatMap((count) =>
      timed(`hook-delivered-${count}`, `delivered, ${count} typical`, 1.35),
    ),
    ...[...kinds, "what is said"].flatMap((kind) =>
      counts.flatMap((count) =>
        timed(`hook-delivered-${count}-${kind}`, `delivered, ${count} about ${kind}`, 1.35),
      ),
    ),
    ...timed("hook-error", "with the error"),
    ...timed("hook-all", allHooks, 0.35),
    ...timed("hook-session", "session start with a card", 1.4),
    ...timed("hook-session-new", "the same in a project that is new"),
    ...shareOfCalls(share),
  ];
}

const counts = ["100", "10,000"];
const kinds = ["commands", "files", "content", "commands with conditions"];

function shareOfCalls(share: CallShare | undefined): readonly BenchRow[] {
  if (share === undefined) return [];
  const asked = { of: "figure", is: "at most", bound: 4 } as const;
  const work = "real calls that start Node, 50 typical lessons";
  const us = (100 * share.narrowed) / share.calls;
  return [{ id: "hook-share", work, us, unit: "%", asked }];
}

/** Of the programs that `BENCH_PEER_HOOKS` names. */
function fastestPeer(p50: (name: string) => number): Measured | undefined {
  const names = (process.env["BENCH_PEER_HOOKS"] ?? "")
    .split("\n")
    .flatMap((line) => (line.includes("=") ? [line.slice(0, line.indexOf("="))] : []));
  return names
    .map((name) => ({ name, value: p50(name) }))
    .toSorted((one, other) => one.value - other.value)[0];
}
