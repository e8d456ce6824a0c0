import fc from "fast-check";
import type { JsonRecord } from "../../src/platform/json/fields.ts";
import { moveNames, storyOf, type Move } from "./moves.ts";
import {
  forkOf,
  openCodeForm,
  writeLog,
  writeStoredSession,
  type Plan,
  type WrittenFile,
} from "./written-session.ts";

/** What several agents have logged on one machine. */
export interface HomeContent {
  readonly files: readonly WrittenFile[];
  /** The sessions of OpenCode's database, each with what it was after a part of its story and at its end. */
  readonly stored: readonly (readonly JsonRecord[])[];
}

/** Sessions of all agents, some resumed from others, in which the same things happen again and again. */
export function arbitraryHome(): fc.Arbitrary<HomeContent> {
  return fc
    .array(arbitrarySession, { minLength: 4, maxLength: 9, size: "max" })
    .map((sessions) => homeOf(sessions));
}

interface Session {
  readonly form: string;
  readonly project: string;
  readonly told: readonly Move[];
  /** How many records of the session before it in the same format it begins with, if any. */
  readonly copied: number | undefined;
}

const lineForms = ["Claude Code, subagents in line", "Pi"] as const;
const otherForms = [
  "Claude Code, subagents own file",
  "Codex 0.75",
  "Codex 0.133",
  "Codex 0.166",
  "Codex 0.166 scripts",
  "Gemini CLI 0.61",
  "Gemini CLI 0.24",
  "Copilot CLI",
  openCodeForm,
] as const;

const arbitraryMove: fc.Arbitrary<Move> = fc.record({
  // What lessons come from happens often, so that they meet: alike, merged, and told by the best of them.
  move: fc.oneof(
    fc.constantFrom(...moveNames),
    fc.constantFrom<Move["move"]>("fixed", "fixed", "corrected", "tagged"),
  ),
  variant: fc.nat({ max: 5 }),
});

const arbitrarySession: fc.Arbitrary<Session> = fc.record({
  form: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...lineForms) },
    { weight: 2, arbitrary: fc.constantFrom(...otherForms) },
  ),
  project: fc.constantFrom("/srv/api", "/home/dev/web", "/Users/dev/app"),
  told: fc.array(arbitraryMove, { minLength: 2, maxLength: 10, size: "max" }),
  copied: fc.option(fc.integer({ min: 3, max: 30 }), { nil: undefined }),
});

function homeOf(sessions: readonly Session[]): HomeContent {
  const files: WrittenFile[] = [];
  const stored: JsonRecord[][] = [];
  const last = new Map<string, WrittenFile>();
  // The later session is written first, so that neither paths nor numbers follow the order of the forks.
  for (const [index, { form, project, told, copied }] of sessions.entries()) {
    const number = sessions.length - index;
    const story = storyOf(told, `call_${number}`);
    const plan: Plan = { form, number, project, story };
    if (form === openCodeForm) {
      const half = { ...plan, story: story.slice(0, story.length / 2) };
      stored.push([half, plan].map(writeStoredSession));
      continue;
    }
    const own = writeLog(plan);
    if (own === undefined) continue;
    const original = last.get(form);
    const canFork = copied !== undefined && original !== undefined && isForkable(form);
    const file = canFork ? forkOf(original, own, copied) : own;
    last.set(form, file);
    files.push(file);
  }
  return { files, stored };
}

function isForkable(form: string): boolean {
  return lineForms.some((name) => name === form);
}
