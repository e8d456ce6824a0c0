import type { GitSettings } from "./git-settings.ts";
import type { HostileObjects } from "./hostile-objects.ts";

/** Something that a stranger hands over, what a person and their agent then do, and what may have come of it. */
export interface Attack {
  readonly name: string;
  /** In place before anything runs. */
  readonly plants: readonly Plant[];
  readonly steps: readonly Step[];
  /** What may exist afterwards. What is not named must not. */
  readonly allows?: Allowance;
}

/** `at` begins with `clone/` (a project that came from a stranger), `above/` (the folder that holds it) or `user/` (the user's home). */
export type Plant = { readonly at: string } &
  /**
   * `$CLONE` stands for where the clone lies, `$TOKEN` for a secret of a known shape, and `$BROKEN` for the same as JSON has it
   * with colours and hidden characters inside.
   */
  (
    | { readonly text: string }
    /** A database that these statements make. */
    | { readonly database: string }
    /** `$USER` stands for the user's home. */
    | { readonly link: string }
    | { readonly linkToSecret: true }
    | { readonly pipe: true }
    /** A file of this length that takes no room. */
    | { readonly sparseBytes: number }
    /** A repository with these settings. */
    | { readonly git: GitSettings }
    /** A repository with such objects. */
    | { readonly objects: HostileObjects }
  ) & {
    /** Whose it is, where the test may give files away. */
    readonly owner?: number;
  };

/** Each must end by itself. */
export type Step =
  /** The command line, in the clone. */
  | {
      readonly run: readonly string[];
      /** A person who was talked into it: without one it would end earlier. */
      readonly byPerson?: true;
      readonly input?: string;
      /** 0 unless it says so. `ends`: with whatever status, as long as it ends. */
      readonly status?: number | "ends";
      /** What it says, on either stream. */
      readonly says?: string | RegExp;
    }
  /** The agent calls the hook, in the clone. */
  | { readonly hook: "SessionStart" | "SessionEnd" | "Stop"; readonly payload?: object }
  | {
      readonly call: { readonly tool_name: string; readonly tool_input: object } & Readonly<
        Record<string, unknown>
      >;
    }
  /** The same with whatever on its standard input. */
  | { readonly raw: string; readonly args: readonly string[] }
  | { readonly statusLine: true };

interface Allowance {
  readonly activeLessons?: number;
  /** Paths that may be new or changed, from `clone/`, `above/` or `user/` on. Our own home always may. */
  readonly files?: readonly string[];
}

/** What an attack left behind, as the runner found it. */
export interface Aftermath {
  /** Steps that did not end, or not as they should. */
  readonly steps: readonly string[];
  /** Whether a program of the stranger's was started. */
  readonly hasRun: boolean;
  /** What is new, changed or gone outside of our home. */
  readonly files: readonly string[];
  /** Programs of ours that are still there when all should be done. */
  readonly processes: readonly string[];
  /** The most that any program of ours held, where that was too much. */
  readonly megabytes: readonly number[];
  readonly activeLessons: number;
  /** Files of our home in which the secret stands. */
  readonly leaks: readonly string[];
}
