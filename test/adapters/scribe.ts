import type { Adapter } from "../../src/agents/adapter.ts";
import type { ReadOnlyDatabase } from "../../src/platform/database/read-only-database.ts";

/**
 * Writes a story down the way one agent (one generation of its format) would have logged it. The suite in
 * `behaviours.test.ts` tells the same stories to every scribe and asks its adapter what it read. The file
 * `<agent>-scribe.ts` exports a list, `<agent>Scribes`: one scribe for each form of that agent's log.
 */
export interface Scribe {
  /** What the tests are called: `Codex 0.75`. */
  readonly title: string;
  readonly adapter: Adapter;
  /** The facts about a session that this format holds. */
  readonly knows: readonly (keyof typeof sessionFacts)[];
  /** Undefined when the format has no place for one of the steps; the sentence is then skipped. */
  readonly write: (story: Story) => WrittenLog | undefined;
}

/** Steps in order. A scribe puts the records that open a session (header, model, …) before the first one by itself. */
export type Story = readonly Step[];

export type Step =
  /** `contentAs`: formats that allow both a string and a list of blocks must be read either way; absent is the usual one. */
  | {
      readonly step: "person-says";
      readonly text: string;
      readonly contentAs?: "string" | "blocks";
    }
  /** Words beside an image (any small base64) in one message. */
  | { readonly step: "person-shows-image"; readonly text: string }
  /** A person's words in another place than the usual one, such as a queue. */
  | { readonly step: "person-says-elsewhere"; readonly text: string }
  | { readonly step: "agent-says"; readonly text: string; readonly contentAs?: "string" | "blocks" }
  | ShellStep
  /** The same, by a subagent, in the way that the subagent's log or the main log has it. */
  | (Omit<ShellStep, "step"> & { readonly step: "subagent-shell" })
  /** The edit tool itself says no: text not found. */
  | {
      readonly step: "edit-fails";
      readonly callId: string;
      readonly path: string;
      readonly message: string;
    }
  /** A shell call to which the person said no, with a reason. */
  | {
      readonly step: "rejected-shell";
      readonly callId: string;
      readonly command: string;
      readonly reason: string;
    }
  /** A shell call that a hook did not let run. */
  | {
      readonly step: "refused-shell";
      readonly callId: string;
      readonly command: string;
      readonly reason: string;
    }
  | { readonly step: "compaction"; readonly summary: string }
  /** Our own hook put `text` before the agent: every record that the agent then writes about it. */
  | { readonly step: "our-lesson"; readonly text: string }
  /** Every kind of record that looks as if a person spoke and is not one, each with `text` in it. */
  | { readonly step: "looks-like-person"; readonly text: string }
  /** One record of a type that nobody has seen. */
  | { readonly step: "unknown-record" }
  /** History of another session that this log repeats, because it was forked or resumed from it. */
  | { readonly step: "copied-history"; readonly story: Story };

export interface ShellStep {
  readonly step: "shell";
  /** Stands in the log as it is; the events must have it too. */
  readonly callId: string;
  readonly command: string;
  readonly exitStatus: number;
  /** Without the agent's frame, which the scribe puts around it. */
  readonly output: string;
}

/**
 * `lines`: one record each, without the newline. The path is what `formatOf` is asked with, and lies where
 * the agent would have put it below `/home/dev`.
 */
export type WrittenLog =
  | { readonly shape: "lines"; readonly path: string; readonly lines: readonly string[] }
  | { readonly shape: "document"; readonly path: string; readonly content: string }
  | { readonly shape: "database"; readonly path: string; readonly database: ReadOnlyDatabase };

/** What every written session says about itself, where the format has room for it. */
export const sessionFacts = {
  sessionId: "01a1e08a-5ea9-7e32-b1b7-597930e60e78",
  agentVersion: "1.2.3",
  model: "model-nine",
  workingDirectory: "/home/dev/project",
} as const;

/** Time passes by a second a record, so that no two are at the same time. */
export function clock(): () => string {
  let seconds = 0;
  return () => new Date(noon + 1000 * seconds++).toISOString();
}

const noon = Date.UTC(2026, 10, 15, 12);
