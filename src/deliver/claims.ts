import { appendFileSync, closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ReadyLesson } from "../match/ready-lesson.ts";
import { namesIn, safeName } from "../platform/files/names.ts";

/** Where we keep what one session has got. Its id is the agent's word, and no path may be made of it unseen. */
export function sessionFolder(home: string, sessionId: string): string {
  return join(home, "sessions", safeName(sessionId));
}

/**
 * Which lessons a session has got. The truth is one empty file per lesson that only one process can
 * create, so that of fifty parallel calls one delivers; `seen` beside it is for people to read.
 */
export class Claims {
  readonly #folder: string;
  readonly #agentId: string | undefined;
  #claimed: ReadonlySet<string> | undefined;

  /** `agentId` where each agent of a session gets its own. */
  constructor(sessionPath: string, agentId?: string) {
    this.#folder = join(sessionPath, claimsFolder);
    this.#agentId = agentId;
  }

  has(lesson: ReadyLesson): boolean {
    this.#claimed ??= new Set(namesIn(this.#folder));
    return this.#claimed.has(this.#nameOf(lesson));
  }

  /** False when another process was faster. Where nothing can be written, nothing may be delivered. */
  take(lesson: ReadyLesson): boolean {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    try {
      closeSync(openSync(join(this.#folder, this.#nameOf(lesson)), "wx", 0o600));
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  }

  /** It was not delivered after all. */
  giveBack(lesson: ReadyLesson): void {
    rmSync(join(this.#folder, this.#nameOf(lesson)), { force: true });
  }

  /** For people. The claims hold without it, so a full disk must not cost the delivery. */
  noteSeen(lessons: readonly ReadyLesson[]): void {
    const lines = lessons.map(({ slug }) => `${slug}\n`).join("");
    appendFileSync(join(this.#folder, "..", "seen"), lines, { mode: 0o600 });
  }

  /** The priority is part of the name, because after a compaction only some of them come again. */
  #nameOf({ id, priority }: ReadyLesson): string {
    const agent = this.#agentId === undefined ? "" : `@${safeName(this.#agentId)}`;
    return `${safeName(id)}.${priority}${agent}`;
  }
}

/** Below the folder of a session. */
const claimsFolder = "claims";

/** Forgets the claims of lessons from this priority on, so that they may come again. */
export function releaseClaims(sessionPath: string, fromPriority: number): void {
  const folder = join(sessionPath, claimsFolder);
  for (const name of namesIn(folder)) {
    const priority = Number(/\.(\d+)(?:@|$)/.exec(name)?.[1] ?? 0);
    if (priority >= fromPriority) rmSync(join(folder, name), { force: true });
  }
}

/** The lessons that anybody in this session has got. */
export function claimedLessons(sessionPath: string): ReadonlySet<string> {
  return new Set(namesIn(join(sessionPath, claimsFolder)).map((name) => name.replace(/\..*$/, "")));
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
