import type { Machine } from "../../agents/adapter.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { FileState } from "../../platform/database/backup.ts";
import type { Fault } from "../../platform/fault.ts";
import type { Paths } from "../../platform/paths.ts";
import type { DeliverySetup } from "../../deliver/init/delivery-setup.ts";
import type { HookSource } from "../../deliver/init/hook-folder.ts";
import type { Context } from "../../platform/context.ts";

/** What is examined. Every check takes the part that it needs. */
export interface Checkup {
  readonly paths: Paths;
  readonly machine: Machine;
  readonly source: HookSource;
  readonly now: Date;
  readonly setup: DeliverySetup;
  /** What is in the database file; a fault when even that cannot be told. */
  readonly storeState: FileState | Fault;
  /** Why the settings cannot be read. Everything else is then examined by the defaults. */
  readonly badConfig: Fault | undefined;
  /** Undefined where there is no store, or none that can be opened. */
  readonly open: OpenPatient | undefined;
}

/** What only a store that can be opened tells. */
export interface OpenPatient {
  readonly context: Context;
  /** The lessons that are delivered or would be, with what the hook makes of them. */
  readonly active: readonly ActiveLesson[];
  /** The slugs of active lessons that nothing can be made of. */
  readonly unusable: readonly string[];
}

export interface ActiveLesson {
  readonly lesson: Lesson;
  readonly ready: ReadyLesson;
}
