import type { Machine } from "../../agents/adapter.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import type { FileState } from "../../platform/database/backup.ts";
import type { Fault } from "../../platform/fault.ts";
import type { Paths } from "../../platform/paths.ts";
import type { DeliverySetup } from "../../deliver/init/delivery-setup.ts";
import type { HookSource } from "../../deliver/init/hook-folder.ts";
import type { Context } from "../../platform/context.ts";

/** Something that is not as it should be, and what to do about it. */
export interface Finding extends Found {
  readonly area: Area;
  readonly check: string;
}

export const areas = ["home", "store", "hook", "delivery", "compiled", "logs", "lessons"] as const;
export type Area = (typeof areas)[number];

/** A finding as a check gives it. */
export interface Found {
  /** A stable name, where it is another one than that of the check. */
  readonly check?: string | undefined;
  readonly severity: Severity;
  readonly text: string;
  /** The next step. */
  readonly hint: string;
  /** All lessons that it is about; the text names the first of them. */
  readonly slugs?: readonly string[] | undefined;
  /**
   * Puts it right and says what was done. Only for what cannot lose anything: all that it takes away can be
   * made again, and nothing outside of our home is touched.
   */
  readonly fix?: (() => string) | undefined;
}

/** `broken`: something does not work. `warning`: it works, but not as it should. `note`: good to know. */
export const severities = ["broken", "warning", "note"] as const;
export type Severity = (typeof severities)[number];

/** A check that looks inside is only made where there is a store that can be opened. */
export type Check = {
  readonly area: Area;
  /** What its findings are called, unless they have a name of their own. */
  readonly name: string;
} & (
  | { readonly look: (checkup: Checkup) => Examined }
  | { readonly lookInside: (open: OpenStore, checkup: Checkup) => Examined | Promise<Examined> }
);

/** What a check came to: what it found, or in a few words what it saw that is fine, or nothing to speak of. */
export type Examined = readonly Found[] | Found | string | undefined;

/** What is examined. Every check takes the part that it needs. */
export interface Checkup {
  readonly paths: Paths;
  readonly machine: Machine;
  readonly source: HookSource;
  readonly now: Instant;
  readonly setup: DeliverySetup;
  /** What is in the database file; a fault when even that cannot be found out. */
  readonly storeState: FileState | Fault;
  /** Why the settings cannot be read. Everything else is then examined by the defaults. */
  readonly badConfig: Fault | undefined;
  /** Undefined where there is no store, or none that can be opened. */
  readonly open: OpenStore | undefined;
}

/** What only a store that can be opened shows. */
export interface OpenStore {
  readonly context: Context;
  /** The lessons that are delivered or would be, with what the hook makes of them. */
  readonly active: readonly ActiveLesson[];
  /** The slugs of active lessons that nothing can be made of. */
  readonly unusable: readonly string[];
}

export interface ActiveLesson {
  readonly lesson: Lesson;
  readonly ready: ReadyLesson;
  /** How many have seen it. */
  readonly sessions: number;
}

export function broken(text: string, hint: string): Found {
  return { severity: "broken", text, hint };
}

/** One finding about all of these lessons, which the text names at its end. */
export function aboutLessons(
  slugs: readonly string[],
  { text, ...rest }: Found,
  shown: readonly string[] = slugs,
): readonly Found[] {
  return slugs.length === 0 ? [] : [{ ...rest, text: `${text}: ${named(shown)}`, slugs }];
}

/** A few names and how many more there are, so that a finding stays a line or two however many it is about. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(", ");
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}

const mostNamed = 3;

/** `1 lesson is`, `3 lessons are`. */
export function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

/** `2026-01-31 12:00 UTC`. */
export function minute(instant: string): string {
  return `${instant.slice(0, 16).replace("T", " ")} UTC`;
}
