import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { repliesFrom, type AgentScript } from "../model/agent-script.ts";
import { chatApi } from "../model/chat-api.ts";
import { startAgentModel } from "../model/model-server.ts";
import type { Sandbox } from "../sandbox.ts";
import type { AgentInvocation, AgentRun } from "./agent-program.ts";
import { isSubagent, opencodeBinary, prepareOpencode } from "./opencode.ts";

/** One OpenCode for many sessions: its start takes as much of a core as ten short sessions. */
export interface OpencodeServer {
  /** One session, or one more prompt of it; one at a time. */
  run(asked: ServedPrompt): Promise<Pick<AgentRun, "requests" | "sessionId">>;
  close(): Promise<void>;
}

type ServedPrompt = Pick<AgentInvocation, "prompt" | "script" | "resume">;

/** Plugins and settings are read once, now. The tests that share it share its home, too. */
export async function startOpencodeServer(
  sandbox: Sandbox,
  { environment = {}, approvals }: Pick<AgentInvocation, "environment" | "approvals"> = {},
): Promise<OpencodeServer> {
  let nextReply = repliesFrom({});
  const script: AgentScript = {
    main: (request) => nextReply(request),
    subagent: (request) => nextReply(request),
    summary: (request) => nextReply(request),
    auxiliary: (request) => nextReply(request),
  };
  const model = await startAgentModel(chatApi(isSubagent), script);
  const child = spawn(opencodeBinary(), ["serve", "--port=0"], {
    cwd: sandbox.project,
    env: {
      ...sandbox.environment,
      ...prepareOpencode(sandbox, model.url, { approvals }),
      ...environment,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await addressFrom(child);

  const post = async (path: string, body: object): Promise<unknown> => {
    const query = new URLSearchParams({ directory: sandbox.project });
    const response = await fetch(`${url}${path}?${query.toString()}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

  return {
    run: async ({ prompt, script: said, resume }) => {
      const earlier = model.requests.length;
      nextReply = repliesFrom(said);
      const sessionId = resume ?? ((await post("/session", { title: "scripted" })) as Session).id;
      await post(`/session/${sessionId}/message`, { parts: [{ type: "text", text: prompt }] });
      return { sessionId, requests: model.requests.slice(earlier) };
    },
    close: async () => {
      const ended = once(child, "exit");
      if (child.exitCode === null) {
        child.kill();
        await ended;
      }
      await model.close();
    },
  };
}

interface Session {
  readonly id: string;
}

/** It says on standard output where it listens. */
function addressFrom(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (status) => reject(new Error(`OpenCode ended with ${status}`)));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, url] = /listening on (\S+)/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}
