import { claudeProgram } from "./claude-program.ts";
import { runProgram, type Ended } from "./run-program.ts";
import type { Sandbox } from "./sandbox.ts";

/** A command of Claude Code that needs no model, such as `plugin validate`. */
export function runClaudeCommand(sandbox: Sandbox, args: readonly string[]): Promise<Ended> {
  const nobody = "http://127.0.0.1:9";
  return runProgram({ ...claudeProgram(sandbox, nobody), args, timeoutMs: 30_000 });
}

/** Runs it and expects success; returns standard output. */
export async function okClaudeCommand(sandbox: Sandbox, args: readonly string[]): Promise<string> {
  const { status, out, err } = await runClaudeCommand(sandbox, args);
  if (status !== 0) throw new Error(`claude ${args.join(" ")} ended with ${status}: ${out}${err}`);
  return out;
}
