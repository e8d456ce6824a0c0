import { adapters } from "./all.ts";

/** What a person may type for an agent. */
export const agentNames: readonly string[] = adapters.map(({ agent }) => agent);
