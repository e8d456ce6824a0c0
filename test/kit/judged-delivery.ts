import type { DeliveryNote } from "../../src/deliver/spool/delivery-note.ts";
import type { JudgedDelivery } from "../../src/measure/effect/judge-deliveries.ts";
import type { Effect } from "../../src/measure/effect/judge-effect.ts";

const seen = { line: 1, at: null, shown: null };
const effects: Readonly<Record<Effect["verdict"], Effect>> = {
  heeded: { verdict: "heeded", because: "changed", seen },
  fixed: { verdict: "fixed", because: "ran-corrected", seen },
  repeated: { verdict: "repeated", because: "failed-again", seen },
  overruled: { verdict: "overruled", because: "refused", seen },
  unclear: { verdict: "unclear", because: "no-such-call" },
};

/** A delivery of which only matters what the test says. */
export function judgedDelivery(
  note: Partial<DeliveryNote>,
  verdict: Effect["verdict"],
): JudgedDelivery {
  return {
    note: {
      lesson: "one",
      slug: "one-0000",
      agent: "claude-code",
      sessionId: "s1",
      subagent: null,
      at: "2026-01-01T12:00:00.000Z",
      tool: "Bash",
      mode: "advise",
      form: "full",
      score: 1000,
      matched: [],
      tookMs: 5,
      call: null,
      ...note,
    },
    effect: effects[verdict],
  };
}
