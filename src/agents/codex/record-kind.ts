import { namesByFamily } from "../read-records.ts";

/** What a line is, by its first bytes. */
export interface RecordKind {
  readonly at: string;
  readonly ordinal: number | undefined;
  /** `event_msg/token_count`, or `world_state` where the payload has no type. */
  readonly kind: string;
}

/** Undefined when the line does not begin as Codex begins its records; it is then parsed to see what it is. */
export function recordKind(head: string): RecordKind | undefined {
  const parts = beginning.exec(head);
  if (parts === null) return undefined;
  const [, at = "", ordinal, type = "", inner] = parts;
  if (inner === undefined && typedPayloads.has(type)) return undefined;
  return {
    at,
    ordinal: ordinal === undefined ? undefined : Number(ordinal),
    kind: inner === undefined ? type : `${type}/${inner}`,
  };
}

const beginning =
  /^\{"timestamp":"([^"]{10,40})",(?:"ordinal":(\d{1,12}),)?"type":"([a-z_]{1,60})","payload":\{(?:"type":"([a-z_]{1,60})")?/;

const typedPayloads: ReadonlySet<string> = new Set(["event_msg", "response_item"]);

/** The kinds that are looked into. */
export const telling = {
  sessionMeta: "session_meta",
  turnContext: "turn_context",
  compacted: "compacted",
  turnStarted: "event_msg/task_started",
  turnAborted: "event_msg/turn_aborted",
  tokenCount: "event_msg/token_count",
  userMessage: "event_msg/user_message",
  itemCompleted: "event_msg/item_completed",
  commandEnded: "event_msg/exec_command_end",
  patchEnded: "event_msg/patch_apply_end",
  serverCallEnded: "event_msg/mcp_tool_call_end",
  message: "response_item/message",
  call: "response_item/function_call",
  customCall: "response_item/custom_tool_call",
  shellCall: "response_item/local_shell_call",
  output: "response_item/function_call_output",
  customOutput: "response_item/custom_tool_call_output",
} as const;

/**
 * The kinds that Codex 0.75 to 0.166 was seen to write, or has in its sources, and that hold nothing for
 * us: thoughts, the state of the world, beginnings whose ends we read, and second copies of what was said.
 */
export const silentKinds: ReadonlySet<string> = new Set([
  "inter_agent_communication_metadata",
  "token_usage_record",
  "world_state",
  ...namesByFamily(
    {
      event_msg:
        "agent_message agent_reasoning agent_reasoning_raw_content " +
        "agent_reasoning_section_break apply_patch_approval_request background_event " +
        "collab_agent_interaction_begin collab_agent_interaction_end collab_agent_spawn_begin " +
        "collab_agent_spawn_end collab_close_begin collab_close_end collab_resume_begin " +
        "collab_resume_end collab_waiting_begin collab_waiting_end context_compacted " +
        "deprecation_notice dynamic_tool_call_request dynamic_tool_call_response " +
        "entered_review_mode error exec_approval_request exec_command_begin " +
        "exec_command_output_delta exited_review_mode item_started mcp_tool_call_begin " +
        "model_reroute patch_apply_begin plan_update shutdown_complete stream_error " +
        "sub_agent_activity task_complete thread_goal_updated thread_name_updated thread_rolled_back thread_settings_applied " +
        "turn_diff undo_completed undo_started view_image_tool_call warning web_search_begin " +
        "web_search_end",
      response_item:
        "additional_tools agent_message compaction compaction_summary ghost_snapshot " +
        "image_generation_call reasoning tool_search_call tool_search_output web_search_call",
    },
    "/",
  ),
]);

/** All kinds that it is no news to see. */
export const knownKinds: ReadonlySet<string> = new Set([
  ...silentKinds,
  ...Object.values<string>(telling),
]);

/** The kinds of item that hold nothing for us; the others are read where `item_completed` is. */
export const silentItems: ReadonlySet<string> = new Set(
  (
    "AgentMessage CollabAgentToolCall ContextCompaction EnteredReviewMode ExitedReviewMode HookPrompt " +
    "ImageGeneration ImageView McpToolCall Plan Reasoning SubAgentActivity WebSearch"
  ).split(" "),
);
