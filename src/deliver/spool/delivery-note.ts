import type { Delivery, Instant, LessonId } from "../../lesson/record/lesson.ts";
import type { Delivered } from "../plan/plan.ts";

/** A lesson that was delivered at a tool call, and the call itself as far as its log has been read. */
export interface DeliveryNote {
  readonly lesson: LessonId;
  readonly slug: string;
  readonly agent: string;
  readonly sessionId: string;
  readonly subagent: string | null;
  readonly at: Instant;
  readonly tool: string;
  readonly mode: Delivery;
  /** `pointer`: of versions that told several as one line. */
  readonly form: Delivered["form"] | "pointer";
  readonly score: number;
  readonly matched: readonly string[];
  readonly tookMs: number;
  /** Whether a corrected call ran as we wrote it. Absent where nobody has seen its result. */
  readonly ran?: boolean;
  readonly call: {
    readonly log: number;
    readonly ordinal: number;
    readonly line: number;
    readonly thread: string | null;
  } | null;
}
