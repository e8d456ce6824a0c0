import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "./sandbox.ts";

/** The only tool of the server, as the agent calls it. */
export const echoTool = "mcp__echo__say";

/** Writes an MCP server that says what it is told, and returns the flags that make the agent use it. */
export function echoServerFlags({ root }: Sandbox): readonly string[] {
  const [server, settings] = [join(root, "echo-server.mjs"), join(root, "mcp.json")];
  writeFileSync(server, source);
  writeFileSync(
    settings,
    JSON.stringify({ mcpServers: { echo: { command: "node", args: [server] } } }),
  );
  return ["--mcp-config", settings];
}

const source = `import { createInterface } from "node:readline";

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "echo", version: "1.0.0" },
  }),
  "tools/list": () => ({
    tools: [{ name: "say", description: "Says it", inputSchema: { type: "object" } }],
  }),
  "tools/call": (call) => ({ content: [{ type: "text", text: call.arguments.text }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params) ?? {};
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
});
`;
