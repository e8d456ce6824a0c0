import { isRecord, recordAt, textAt } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import type { HeadlessProgram } from "../adapter.ts";

/** `codex exec`: without hooks, without a shell, in a sandbox that only reads, and without a log of its own. */
export const codexHeadless: HeadlessProgram = {
  program: "codex",
  args: (model) => [
    "exec",
    "--json",
    "--ephemeral",
    "--skip-git-repo-check",
    "--sandbox=read-only",
    ...unwanted.flatMap((feature) => ["--disable", feature]),
    '--config=web_search="disabled"',
    ...(model === undefined ? [] : [`--model=${model}`]),
    "-",
  ],
  environment: {},
  replyIn: (printed) => {
    const texts = printed.split("\n").flatMap((line) => {
      const event = parseJsonLine(line);
      if (!isRecord(event) || event["type"] !== "item.completed") return [];
      const item = recordAt(event, "item");
      return item?.["type"] === "agent_message" ? (textAt(item, "text") ?? []) : [];
    });
    // Before the last message the model only says what it is about to do.
    const text = texts.at(-1);
    return text === undefined ? undefined : { text };
  },
};

const unwanted = [
  "hooks",
  "shell_tool",
  "unified_exec",
  "plugins",
  "apps",
  "multi_agent",
  "view_image",
];
