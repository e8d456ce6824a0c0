/** A tool call that is about to be made, or was made, as a lesson looks at it: agent-blind. */
export interface PlannedCall {
  /** As the agent calls it: `Bash`, `Edit`, `mcp__github__create_issue`. */
  readonly tool: string;
  /** The shell line, where the tool takes one. */
  readonly command?: string | undefined;
  /** The files and folders that it names, as given; of a search also its glob. */
  readonly paths: readonly string[];
  /** Everything that it writes. */
  readonly content?: string | undefined;
}
