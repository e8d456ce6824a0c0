/** A line of `--output-format stream-json`, as far as these tests look at it. */
export interface StreamEvent {
  readonly type: string;
  /** `hook_started` and `hook_response` for hooks. */
  readonly subtype?: string;
  readonly session_id?: string;
  /** The last words on a prompt, with type `result`. */
  readonly result?: string;
  readonly hook_name?: string;
  readonly stderr?: string;
  readonly outcome?: string;
  /** With subtype `init`: what can be typed, and what the model may use. */
  readonly slash_commands?: readonly string[];
  readonly skills?: readonly string[];
}

/** Undefined for a line that is no JSON. */
export function streamEventIn(line: string): StreamEvent | undefined {
  try {
    return JSON.parse(line) as StreamEvent;
  } catch {
    return undefined;
  }
}

export interface HookRun {
  /** Event and tool: `PreToolUse:Bash`. */
  readonly hook: string;
  /** `success`, `error` or `cancelled`. */
  readonly outcome: string;
  readonly err: string;
}

/** How each hook ended, as the program itself reports it; what a hook did wrong is seen here and nowhere else. */
export function hookRuns(run: { readonly events: readonly StreamEvent[] }): readonly HookRun[] {
  return run.events.flatMap(({ subtype, hook_name = "", outcome = "", stderr = "" }) =>
    subtype === "hook_response" ? [{ hook: hook_name, outcome, err: stderr }] : [],
  );
}
