import type { CommandKit } from "../../cli/command-kit.ts";
import { changeActions } from "./change-actions.ts";
import { runActions } from "./run-actions.ts";
import type { LearnFlags } from "./learn-kit.ts";
import { showActions } from "./show-actions.ts";

export type LearnAction = (
  kit: CommandKit,
  flags: LearnFlags,
  session: string | undefined,
) => Promise<void>;

/** What `lessons learn` can do, by the word or the flag that asks for it. */
export const actions = { ...showActions, ...changeActions, ...runActions };
