import type { ListedObservation } from "../learn/list-observations.ts";
import { userHome } from "../../platform/paths.ts";
import { jsonText } from "../../cli/answer.ts";
import { type CommandKit } from "../../cli/command-kit.ts";
import { plural } from "../../cli/layout.ts";
import type { LearnAction } from "./actions.ts";
import { learnGround, type LearnFlags } from "./learn-kit.ts";
import { learningText } from "./learning-text.ts";
import { observationsText, observationValue } from "./observations-text.ts";

export const showActions = { status, list, review } satisfies Record<string, LearnAction>;

async function status(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const { terminal, wiring, place, settings, learning } = await learnGround(kit, flags);
  const { showLearning } = await import("../learn/show-learning.ts");
  const query = { place, settings, learning, userHome: userHome(terminal.environment) };
  const report = await wiring.inContext((context) => showLearning(context, wiring.paths, query));
  if (flags.json === true) return terminal.write(jsonText("lessons-learning", report));
  terminal.write(learningText(report, terminal));
}

async function list(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const observations = await observationsHere(kit, flags);
  const archived = observations.length === 0 ? await archivedHere(kit, flags) : 0;
  show(
    kit,
    flags,
    observations,
    archived === 0
      ? "No observations in this project yet. lessons learn says where it stands.\n"
      : `No observations in this project but ${archived} archived: lessons list --status archived\n`,
  );
}

async function archivedHere(kit: CommandKit, flags: LearnFlags): Promise<number> {
  const { wiring, place } = await learnGround(kit, flags);
  const { archivedObservations } = await import("../learn/observations.ts");
  return wiring.inContext((context) => archivedObservations(context, place).length);
}

async function review(kit: CommandKit, flags: LearnFlags): Promise<void> {
  const observations = await observationsHere(kit, flags);
  const needy = observations.filter(({ attention }) => attention.length > 0);
  show(kit, flags, needy, "Nothing needs attention.\n");
  if (flags.json !== true && needy.length > 0) {
    kit.terminal.note(
      `\nTo decide: lessons archive <slug> --reason "…", lessons edit <slug>, or lessons review\n`,
    );
  }
}

async function observationsHere(
  kit: CommandKit,
  flags: LearnFlags,
): Promise<readonly ListedObservation[]> {
  const { terminal, wiring, place, settings } = await learnGround(kit, flags);
  const { lookAtObservations } = await import("../learn/list-observations.ts");
  const query = { place, settings, userHome: userHome(terminal.environment) };
  return wiring.inContext((context) => lookAtObservations(context, wiring.paths.home, query));
}

function show(
  { terminal }: CommandKit,
  { json }: LearnFlags,
  observations: readonly ListedObservation[],
  none: string,
): void {
  if (observations.length === 0) terminal.exitStatus = 1;
  if (json === true) {
    const value = { observations: observations.map(observationValue) };
    return terminal.write(jsonText("lessons-observations", value));
  }
  if (observations.length === 0) return terminal.note(none);
  terminal.write(observationsText(observations, terminal));
  terminal.note(`\n${plural(observations.length, "observation")}.\n`);
}
