import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { text } from "node:stream/consumers";
import type { AgentRequest } from "./agent-request.ts";
import {
  closingReplies,
  repliesFrom,
  type AgentCall,
  type AgentReply,
  type AgentScript,
} from "./agent-script.ts";

/** How the programs of one kind talk to their model. */
export interface ModelApi {
  /** Where a conversation is asked for; other paths are answered by `asides`, or not at all. */
  readonly isConversation: (path: string) => boolean;
  /** What the pinned programs send; a body of another form fails the test that looks at it. */
  readonly read: (body: unknown, headers: IncomingHttpHeaders) => ReadRequest;
  readonly answer: (response: ServerResponse, asked: Asked, reply: SpokenReply) => void;
  readonly answerError: (status: number, message: string) => object;
  /** What it says to the small questions beside it. */
  readonly asides?: (path: string) => object | undefined;
}

type ReadRequest = Omit<AgentRequest, "body" | "headers" | "isScripted">;

interface Asked {
  readonly path: string;
  readonly body: unknown;
}

/** A reply that is no error, with nothing left out. */
export interface SpokenReply {
  readonly text: string | undefined;
  readonly calls: readonly AgentCall[];
  readonly inputTokens: number;
}

export interface AgentModel {
  readonly url: string;
  /** Every request so far, in the order of arrival. */
  readonly requests: readonly AgentRequest[];
  close(): Promise<void>;
}

/** A model on loopback with answers that the test wrote down. */
export async function startAgentModel(api: ModelApi, script: AgentScript): Promise<AgentModel> {
  const requests: AgentRequest[] = [];
  const nextReply = repliesFrom(script);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? "/", "http://loopback").pathname;
    const received = await text(request);
    if (request.method !== "POST" || !api.isConversation(path)) {
      const aside = api.asides?.(path);
      return aside === undefined
        ? sendJson(response, 404, api.answerError(404, `no ${path} here`))
        : sendJson(response, 200, aside);
    }
    const body: unknown = JSON.parse(received);
    const asked = { ...api.read(body, request.headers), body, headers: request.headers };
    const reply = nextReply({ ...asked, isScripted: true });
    requests.push({ ...asked, isScripted: reply !== undefined });
    const said = reply ?? closingReplies[asked.kind];
    if (typeof said === "object" && "refusal" in said) {
      const { status, message } = said.refusal;
      return sendJson(response, status, api.answerError(status, message));
    }
    api.answer(response, { path, body }, spoken(said));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(asError(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("there is no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function spoken(reply: Exclude<AgentReply, { refusal: unknown }>): SpokenReply {
  if (typeof reply === "string") return { text: reply, calls: [], inputTokens: usualTokens };
  const { text: words, calls = [], inputTokens = usualTokens } = reply;
  return { text: words, calls, inputTokens };
}

const usualTokens = 100;

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
