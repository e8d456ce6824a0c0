import { concessionIn } from "./concession.ts";
import type { Concession } from "./concession.ts";
import { namesMemoryFile } from "./memory-file.ts";
import type { Answer } from "./user-correction.ts";
import type { Weighed } from "./weighed.ts";

/** What in the agent's answer shows that it took the remark as a correction. */
export function weighAnswer(answer: Answer, remarkText: string): readonly Weighed[] {
  const found: Weighed[] = [];
  const concession = answer.firstText === undefined ? undefined : concessionIn(answer.firstText);
  if (concession !== undefined) found.push(concessions[concession]);
  if (answer.undid) found.push({ name: "undone", weight: 1 });
  // A memory that the agent writes of its own accord says more than one that it was asked for.
  if (answer.wroteMemory)
    found.push({ name: "memory-written", weight: namesMemoryFile(remarkText) ? 1 : 2 });
  return found;
}

const concessions: Readonly<Record<Concession, Weighed>> = {
  admits: { name: "agent-admits", weight: 2 },
  yields: { name: "agent-yields", weight: 2 },
  praises: { name: "agent-praises", weight: 1 },
  obeys: { name: "agent-obeys", weight: 1 },
};
