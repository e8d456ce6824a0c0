import { type AskableAgent, headlessPrograms } from "../../agents/ask-agent.ts";
import type { Wiring } from "../../cli/wire.ts";
import { isProgramOnPath } from "../../platform/process/program-on-path.ts";
import { prepareReview } from "../opinions/prepare-review.ts";
import { askForOpinions, type TakenAnswer } from "../opinions/take-answer.ts";
import type { OpenedReview } from "../review-rows.ts";
import type { ReviewActions } from "../screen/review-screen.ts";

/** The first program on the PATH whose model can be asked without a person before it. */
export function programHere(environment: NodeJS.ProcessEnv): AskableAgent | undefined {
  const names = Object.keys(headlessPrograms) as AskableAgent[];
  return names.find((name) => isProgramOnPath(headlessPrograms[name].program, environment));
}

/** What a model's pass over the candidates costs, and the pass. It runs without our hooks (`askAgent` guards it). */
export function cleanUpBy(
  program: AskableAgent | undefined,
  wiring: Wiring,
  environment: NodeJS.ProcessEnv,
  reopen: () => Promise<OpenedReview>,
): Pick<ReviewActions, "estimate" | "cleanUp"> {
  return {
    estimate: () =>
      wiring.inContext((context) => {
        const { prompt, candidates, left } = prepareReview(context, {
          limit: mostCandidates,
          form: "json",
        });
        const tokens = Math.ceil(prompt.length / charactersPerToken / 1000) * 1000;
        return { candidates: candidates.length, left, tokens };
      }),
    cleanUp: async (signal) => {
      const taken =
        program === undefined
          ? undefined
          : await askForOpinions(wiring, {
              agent: program,
              limit: mostCandidates,
              environment,
              signal,
              onPrepared: () => {},
            });
      return { opened: await reopen(), said: saidText(taken) };
    },
  };
}

/** As many as one question holds; how long it is bounds it, too. */
const mostCandidates = 100;
/** Of English and code, for the models that we know, as a rule of thumb. */
const charactersPerToken = 4;

function saidText(taken: TakenAnswer | undefined): string {
  if (taken === undefined) return "No candidates for the model.";
  const { changes, abstained, refused } = taken.report;
  const archived = changes.filter(({ opinion }) => opinion.verdict === "archive").length;
  const left = abstained.length + refused.length;
  return `${taken.reviewer.model}: ${changes.length - archived} kept, ${archived} archived as noise, ${left} left open. You decide.`;
}
