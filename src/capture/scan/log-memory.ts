import type { FoldMemory } from "../session/session-fold.ts";

/** What it takes to go on in a log behind the cursor. */
export interface LogMemory {
  readonly reader: unknown;
  readonly fold: FoldMemory;
}

/** Whether a memory was stored by a version that remembers the same things. */
export function isOurMemory(text: string): boolean {
  return text.startsWith(memoryStart);
}

export function parseLogMemory(text: string): LogMemory {
  return (JSON.parse(text) as { readonly state: LogMemory }).state;
}

export function formatLogMemory(memory: LogMemory): string {
  return `${memoryStart}"state":${JSON.stringify(memory)}}`;
}

/** The number is raised whenever the fold or a reader remembers something else than before. */
const memoryStart = '{"version":1,';
