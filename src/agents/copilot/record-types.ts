/** The type of a record, from its first bytes; undefined when it does not begin as usual. */
export function recordType(head: string): string | undefined {
  return beginning.exec(head)?.[1];
}

const beginning = /^\{"type":"([a-z._]{1,60})"/;

/**
 * The types that Copilot CLI 1.0.64 to 1.0.102 was seen to write, or that its SDK names, and that hold
 * nothing for us. What hooks were given and answered is here too: our own lessons are in it.
 */
export const silentTypes: ReadonlySet<string> = new Set([
  "assistant.intent",
  "assistant.message_delta",
  "assistant.reasoning",
  "assistant.reasoning_delta",
  "assistant.streaming_delta",
  "assistant.turn_end",
  "assistant.turn_start",
  "assistant.usage",
  "command.completed",
  "command.queued",
  "elicitation.completed",
  "elicitation.requested",
  "exit_plan_mode.completed",
  "exit_plan_mode.requested",
  "external_tool.completed",
  "external_tool.requested",
  "hook.end",
  "hook.progress",
  "hook.start",
  "pending_messages.modified",
  "permission.requested",
  "session.background_tasks_changed",
  "session.compaction_start",
  "session.context_changed",
  "session.custom_agents_updated",
  "session.error",
  "session.handoff",
  "session.idle",
  "session.import_legacy",
  "session.info",
  "session.mode_changed",
  "session.permissions_changed",
  "session.plan_changed",
  "session.resume",
  "session.skills_loaded",
  "session.snapshot_rewind",
  "session.task_complete",
  "session.title_changed",
  "session.tools_updated",
  "session.truncation",
  "session.usage_info",
  "session.warning",
  "session.workspace_file_changed",
  "skill.invoked",
  "subagent.completed",
  "subagent.configured",
  "subagent.deselected",
  "subagent.failed",
  "subagent.selected",
  "subagent.started",
  "system.message",
  "tool.execution_partial_result",
  "tool.execution_progress",
  "tool.user_requested",
  "user_input.completed",
  "user_input.requested",
]);
