import { copilot } from "../../src/agents/copilot/sessions.ts";
import { clock, sessionFacts, type Scribe, type Step } from "./scribe.ts";

export const copilotScribes: readonly Scribe[] = [
  {
    title: "Copilot CLI",
    adapter: copilot,
    knows: ["sessionId", "agentVersion", "model", "workingDirectory"],
    write: (story) => {
      const now = clock();
      let count = 0;
      const lines: string[] = [];
      const add = ([type, detail, agentId]: Written) => {
        const about = agentId === undefined ? {} : { agentId };
        const id = `record-${count++}`;
        lines.push(JSON.stringify({ type, data: detail, ...about, id, timestamp: now() }));
      };
      add(["session.start", start]);
      for (const step of story) {
        const written = recordsOf(step);
        if (written === undefined) return undefined;
        for (const record of written) add(record);
      }
      const path = `/home/dev/.copilot/session-state/${sessionFacts.sessionId}/events.jsonl`;
      return { shape: "lines", path, lines };
    },
  },
];

type Json = Readonly<Record<string, unknown>>;
type Written = readonly [type: string, detail: Json, agentId?: string];

const start: Json = {
  sessionId: sessionFacts.sessionId,
  copilotVersion: sessionFacts.agentVersion,
  selectedModel: sessionFacts.model,
  context: { cwd: sessionFacts.workingDirectory },
};

function recordsOf(step: Step): readonly Written[] | undefined {
  switch (step.step) {
    case "person-says":
      if (step.contentAs === "blocks") return undefined;
      return [person(step.text)];
    case "person-shows-image":
      return [
        [
          "user.message",
          { content: step.text, attachments: [{ type: "image", data: "aW1hZ2U=" }] },
        ],
      ];
    case "person-says-elsewhere":
      return [
        ["tool.execution_start", { toolCallId: "ask-1", toolName: "ask_user", arguments: {} }],
        [
          "tool.execution_complete",
          {
            toolCallId: "ask-1",
            success: true,
            result: { content: `User responded: ${step.text}` },
          },
        ],
      ];
    case "agent-says":
      if (step.contentAs === "blocks") return undefined;
      return [["assistant.message", { content: step.text, toolRequests: [] }]];
    case "shell":
      return shell(step.callId, step.command, finished(step));
    case "subagent-shell":
      return shell(step.callId, step.command, finished(step)).map(([type, detail]): Written => [
        type,
        detail,
        "agent-7",
      ]);
    case "edit-fails": {
      const given = { path: step.path, old_str: "old", new_str: "new" };
      const error = { message: step.message, code: "failure" };
      return [
        ["tool.execution_start", { toolCallId: step.callId, toolName: "edit", arguments: given }],
        ["tool.execution_complete", { toolCallId: step.callId, success: false, error }],
      ];
    }
    case "rejected-shell": {
      const result = { kind: "denied-interactively-by-user", feedback: step.reason };
      const [begin, end] = shell(step.callId, step.command, {
        success: false,
        error: { message: "The user rejected this tool call.", code: "rejected" },
      });
      if (begin === undefined || end === undefined) return undefined;
      return [begin, ["permission.completed", { toolCallId: step.callId, result }], end];
    }
    case "refused-shell":
      return shell(step.callId, step.command, {
        success: false,
        error: { message: `Denied by preToolUse hook: ${step.reason}`, code: "denied" },
      });
    case "compaction":
      return [
        ["session.compaction_start", {}],
        ["session.compaction_complete", { success: true, summaryContent: step.summary }],
      ];
    case "our-lesson":
      return lessonRecords(step.text);
    case "looks-like-person":
      return [
        ["user.message", { content: step.text, source: "agent-7" }],
        ["user.message", { content: step.text }, "agent-7"],
        [
          "user.message",
          { content: `<system_notification>\n${step.text}\n</system_notification>` },
        ],
        ["system.notification", { content: step.text, kind: { type: "note" } }],
        ["hook.start", { hookType: "userPromptSubmitted", input: { prompt: step.text } }],
      ];
    case "unknown-record":
      return [["weather.report", { sky: "clear" }]];
    case "copied-history":
      return undefined;
  }
}

function person(text: string): Written {
  const transformedContent = `<current_datetime>noon</current_datetime>\n\n${text}\n\n<system_reminder>x</system_reminder>`;
  return [
    "user.message",
    { content: text, transformedContent, messageId: `message of ${text.length}` },
  ];
}

function shell(callId: string, command: string, end: Json): readonly Written[] {
  return [
    ["tool.execution_start", { toolCallId: callId, toolName: "bash", arguments: { command } }],
    ["tool.execution_complete", { toolCallId: callId, ...end }],
  ];
}

function finished(step: { readonly output: string; readonly exitStatus: number }): Json {
  const content = `${step.output}\n<shellId: 0 completed with exit code ${step.exitStatus}>`;
  return {
    success: true,
    shellExecution: { exitCode: step.exitStatus },
    result: { content, detailedContent: content },
  };
}

/** A hook may speak before the call, which only its own record shows, and behind the result. */
function lessonRecords(lesson: string): readonly Written[] {
  return [
    ["hook.end", { hookType: "preToolUse", success: true, output: { additionalContext: lesson } }],
    ...shell("lesson-call", "true", {
      success: true,
      shellExecution: { exitCode: 0 },
      result: {
        content: `done\n<shellId: 0 completed with exit code 0>\n\nTool "bash" succeeded. Additional guidance from postToolUse hooks:\n${lesson}`,
        detailedContent: "done\n<shellId: 0 completed with exit code 0>",
      },
    }),
    [
      "user.message",
      {
        content: "go on",
        transformedContent: `go on\n<system_reminder>${lesson}</system_reminder>`,
      },
    ],
  ];
}
