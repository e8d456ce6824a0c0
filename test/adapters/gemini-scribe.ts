import { gemini } from "../../src/agents/gemini/sessions.ts";
import { ChatWriter, type Generation } from "../fixtures/agents/gemini/chat-writer.ts";
import { sessionFacts, type Scribe, type Story, type WrittenLog } from "./scribe.ts";

/** The journal as it is now, the journal as it began, and the document before it. */
export const geminiScribes: readonly Scribe[] = [
  {
    title: "Gemini CLI 0.61",
    adapter: gemini,
    knows: ["sessionId", "model", "workingDirectory"],
    write: (story) => write(story, "0.61"),
  },
  {
    title: "Gemini CLI 0.39",
    adapter: gemini,
    knows: ["sessionId", "model"],
    write: (story) => write(story, "0.39"),
  },
  {
    title: "Gemini CLI 0.24",
    adapter: gemini,
    knows: ["sessionId", "model"],
    write: (story) => write(story, "0.24"),
  },
];

function write(story: Story, generation: Generation): WrittenLog | undefined {
  // A subagent has a chat of its own.
  const isSubagent = story.some((step) => step.step === "subagent-shell");
  if (isSubagent && !story.every((step) => step.step === "subagent-shell")) return undefined;
  if (isSubagent && generation !== "0.61") return undefined;

  const writer = new ChatWriter(generation, { isSubagent });
  if (!writer.tell(story)) return undefined;
  const chats = `/home/dev/.gemini/tmp/project/chats`;
  const { sessionId } = sessionFacts;
  const path = isSubagent
    ? `${chats}/5250f27e-f9ed-49a5-a9f7-d649adca7a69/${sessionId}.jsonl`
    : `${chats}/session-2026-11-15T12-00-${sessionId.slice(0, 8)}.json${generation === "0.24" ? "" : "l"}`;
  return { shape: "document", path, content: writer.content() };
}
