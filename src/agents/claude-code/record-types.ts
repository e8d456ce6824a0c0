/**
 * The types of record that Claude Code has been seen to write, 2.0.64 to 2.1.325, and all that the latter
 * names itself. Types come and go with every release; one that is not here is counted as unknown, never
 * an error.
 */
const withNews = "user assistant progress system queue-operation attachment".split(" ");

/** Titles, snapshots, modes: what the program keeps for itself. */
const withoutNews = (
  "agent-color agent-name agent-setting ai-title atis-latch bridge-session " +
  "content-replacement custom-title file-history-delta file-history-snapshot frame-link " +
  "last-prompt marble-origami-commit mode permission-mode pr-link relocated " +
  "saved_hook_context speculation-accept started result summary tag task-summary " +
  "worktree-state " +
  "artifact-autoreact-ledger artifact-comment-monitor attribution-snapshot continued-in " +
  "cost-state data-flow-incomplete data-flow-records derived-from dev-mods ended-by-model " +
  "fork-context-ref history-suppression isolation-latch memory-mode observer-ref repl-mode " +
  "resume-head-vouch session-owner tools-used"
).split(" ");

/**
 * What was sent to the model, whole: the instructions, the tools, and once more every word and every result
 * of the session. Most of the bytes of a log that has them, and nothing that has no record of its own.
 */
const requests = "api-request api-request-blob api-request-shape".split(" ");

/** What an attachment can be, but for a queued message: reminders, hook output, listings. */
const attachments = (
  "agent_listing_delta already_read_file async_hook_response auto_mode " +
  "command_permissions compact_file_reference date_change deferred_tools_delta " +
  "diagnostics directory edited_image_file edited_text_file environment file " +
  "hook_additional_context hook_blocking_error hook_cancelled " +
  "hook_error_during_execution hook_non_blocking_error hook_success hook_system_message " +
  "invoked_skills mcp_instructions_delta nested_memory opened_file_in_ide plan_mode " +
  "plan_mode_exit plan_mode_reentry selected_lines_in_ide skill_listing task_reminder " +
  "task_status todo_reminder total_tokens_reminder ultra_memory verify_plan_reminder " +
  "auto_mode_exit date goal_status model remote_session_change session_context " +
  "silent_turn_reminder ultra_effort_enter"
).split(" ");

export const knownTypes: ReadonlySet<string> = new Set([...withNews, ...withoutNews, ...requests]);

/** By the first type in a line: kept by the program for itself or for the model. */
export const silentTypes: ReadonlySet<string> = new Set([
  ...withoutNews,
  ...requests,
  ...attachments,
]);
