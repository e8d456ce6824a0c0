import type { UnmetGate } from "../../lesson/record/gate-finding.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { Workshop } from "../../platform/context.ts";

/** Which required gates a lesson does not meet. Mostly none is required, and then nothing is loaded or read. */
export async function requiredGates(
  workshop: Workshop,
): Promise<(lesson: Lesson) => readonly UnmetGate[]> {
  if (workshop.config.gates.required.length === 0) return () => [];
  const { lessonGates } = await import("./lesson-gates.ts");
  return lessonGates(workshop).unmet;
}
