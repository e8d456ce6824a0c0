import type { Machine } from "../../adapters/adapter.ts";
import type { ReadyLesson } from "../../core/ready-lesson.ts";
import type { Lesson } from "../../core/lesson.ts";
import type { FileState } from "../../store/backup.ts";
import type { Fault } from "../../system/fault.ts";
import type { Paths } from "../../system/paths.ts";
import type { DeliverySetup } from "../delivery-setup.ts";
import type { HookSource } from "../hook-folder.ts";
import type { Workshop } from "../workshop.ts";

/** What is examined. Every check takes the part that it needs. */
export interface Patient {
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
  readonly workshop: Workshop;
  /** The lessons that are delivered or would be, with what the hook makes of them. */
  readonly active: readonly ActiveLesson[];
  /** The slugs of active lessons that nothing can be made of. */
  readonly unusable: readonly string[];
}

export interface ActiveLesson {
  readonly lesson: Lesson;
  readonly ready: ReadyLesson;
}
