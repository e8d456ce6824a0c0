import { makeReady, type ActiveLesson } from "../compile/make-ready.ts";
import type { ReadyLesson } from "../core/ready-lesson.ts";
import { Fault } from "../system/fault.ts";

/** A fault for what was written by something else than us, and is no lesson: every field that we write was checked. */
export function requireReady(active: ActiveLesson): ReadyLesson {
  try {
    return makeReady(active);
  } catch (error) {
    const { slug } = active.lesson;
    throw new Fault("store-damaged", `${slug} is not a lesson as we write them`, {
      hint: `lessons archive ${slug} --reason broken takes it out of the way`,
      cause: error,
    });
  }
}
