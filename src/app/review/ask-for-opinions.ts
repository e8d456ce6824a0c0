import { askAgent, type AskableAgent } from "../ask-agent.ts";
import type { Wiring } from "../wire.ts";
import { prepareReview, type PreparedReview } from "./prepare-review.ts";
import { takeAnswer, type TakenAnswer } from "./take-answer.ts";

export interface OpinionRequest {
  readonly agent: AskableAgent;
  readonly limit: number;
  readonly model?: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  /** Told before the program is started. */
  readonly onPrepared: (prepared: PreparedReview) => void;
}

/**
 * One pass of a model over the candidates, by an agent's own program. The store is closed while the model
 * thinks, because that can take minutes. Undefined when there is nothing to judge.
 */
export async function askForOpinions(
  { paths, inWorkshop }: Pick<Wiring, "paths" | "inWorkshop">,
  request: OpinionRequest,
): Promise<TakenAnswer | undefined> {
  const { agent, limit, model, environment, timeoutMs, onPrepared } = request;
  const prepared = await inWorkshop((workshop) => prepareReview(workshop, { limit, form: "json" }));
  onPrepared(prepared);
  if (prepared.candidates.length === 0) return undefined;
  const reply = await askAgent(agent, prepared.prompt, {
    environment,
    ...(model === undefined ? {} : { model }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const name = [agent, reply.model ?? model].filter((part) => part !== undefined).join(" ");
  return inWorkshop((workshop) =>
    takeAnswer(workshop, reply.text, { home: paths.home, model: name }),
  );
}
