import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { answerJson, answerRequest } from "./answer-request.ts";
import type { RequestBody } from "./messages-api.ts";
import { agentIdOf, requestKind, type RequestKind } from "./request-kind.ts";
import { promptFrom, type Reply, type Script } from "./script.ts";

/** One request to the model, as it arrived. */
export interface ModelRequest {
  readonly kind: RequestKind;
  /** Of the subagent whose step it is. */
  readonly agentId: string | undefined;
  readonly body: RequestBody;
  /** False: the script had nothing more to say, and the model only closed the turn. */
  readonly isScripted: boolean;
}

export interface ScriptedModel {
  readonly url: string;
  /** Every request so far, in the order of arrival. */
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

/** Anthropic's Messages API on loopback, with answers that the test wrote down. */
export async function startScriptedModel(script: Script): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const nextReply = promptFrom(script);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? "/", "http://loopback").pathname;
    const received = await text(request);
    if (request.method !== "POST" || path !== "/v1/messages") {
      return answerJson(response, 404, notFound(path));
    }
    // What the pinned program sends; a body of another form fails the test that looks at it.
    const body = JSON.parse(received) as RequestBody;
    const kind = requestKind(body, request.headers);
    const reply = nextReply(kind, body);
    const agentId = agentIdOf(request.headers);
    requests.push({ kind, agentId, body, isScripted: reply !== undefined });
    answerRequest(response, body, reply ?? closing[kind]);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(asError(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Ends the turn, so that a request nobody expected does not go on for ever. */
const closing: Readonly<Record<RequestKind, Reply>> = {
  main: "ok",
  subagent: "ok",
  summary: "<summary>what was said so far</summary>",
  auxiliary: "ok",
};

function notFound(path: string): object {
  return { type: "error", error: { type: "not_found_error", message: `no ${path} here` } };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function portOf(address: string | { readonly port: number } | null): number {
  if (address === null || typeof address === "string") throw new Error("there is no port");
  return address.port;
}
