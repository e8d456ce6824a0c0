import type { UnmetGate } from "../../lesson/record/gate-finding.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { Context } from "../../platform/context.ts";

/** Which required gates a lesson does not meet. Mostly none is required, and then nothing is loaded or read. */
export async function requiredGates(
  context: Context,
): Promise<(lesson: Lesson) => readonly UnmetGate[]> {
  if (context.config.gates.required.length === 0) return () => [];
  const { lessonGates } = await import("./lesson-gates.ts");
  return lessonGates(context).unmet;
}
