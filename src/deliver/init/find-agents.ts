import { existsSync } from "node:fs";
import type { Adapter, Machine } from "../../agents/adapter.ts";
import { adapters } from "../../agents/all.ts";
import { claudeCode } from "../../agents/claude-code/sessions.ts";
import { configFolder } from "../../agents/claude-code/install.ts";
import { findLogs } from "../../agents/list-logs.ts";

/** A coding agent, and what it is to us on this machine. */
export interface AgentHere {
  readonly agent: string;
  readonly title: string;
  readonly isHere: boolean;
  /** How many session logs it has left. */
  readonly logs: number;
  /** Whether lessons can be put in front of it. Sessions are read of all of them. */
  readonly canDeliver: boolean;
}

/** The agents that we know, with those that were used here. */
export function findAgents(machine: Machine): readonly AgentHere[] {
  return adapters.map((adapter) => {
    const { files } = findLogs(adapter, machine);
    const { agent, title } = adapter;
    const canDeliver = agent === claudeCode.agent;
    return {
      agent,
      title,
      isHere: files > 0 || isSetUp(adapter, machine),
      logs: files,
      canDeliver,
    };
  });
}

/** It has a folder of its own here, even if nothing was logged yet. */
function isSetUp(adapter: Adapter, machine: Machine): boolean {
  return adapter.agent === claudeCode.agent
    ? existsSync(configFolder(machine))
    : adapter.logPlaces(machine).some(({ folder }) => existsSync(folder));
}
