/** The part of Anthropic's Messages API that these tests look at. */
export interface RequestBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly OfferedTool[];
  readonly messages: readonly Message[];
}

interface OfferedTool {
  readonly name: string;
  /** Absent on tools that run on the model's side, such as its own web search. */
  readonly input_schema?: object;
}

export interface Message {
  readonly role: "user" | "assistant" | "system";
  readonly content: Content;
}

export type Content = string | readonly Block[];

export type Block =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: "tool_result";
      readonly tool_use_id: string;
      readonly content?: Content;
      readonly is_error?: boolean;
    }
  | { readonly type: "image" | "document" | "thinking" };

/** Everything readable in a message; blocks on lines of their own. */
export function textOf(content: Content | undefined): string {
  if (content === undefined) return "";
  if (typeof content === "string") return content;
  return content.map(textOfBlock).join("\n");
}

function textOfBlock(block: Block): string {
  if (block.type === "text") return block.text;
  if (block.type === "tool_result") return textOf(block.content);
  return "";
}
