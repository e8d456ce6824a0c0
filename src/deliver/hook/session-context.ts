import type { HookHome } from "./home.ts";

/** What the events of a session have in common. */
export interface SessionContext {
  readonly home: HookHome;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: Date;
  readonly log: (line: string) => void;
}
