import { join } from "node:path";
import { Fault } from "../../platform/fault.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";
import { type ChosenRepair, repairs, valueProblem } from "./catalogue.ts";
import {
  chosenRepairs,
  mostRepairs,
  repairsFile,
  repairsText,
  withRepair,
} from "./chosen-repairs.ts";
import { safetyProblem, type SafetyPlace } from "./safety.ts";

/** Switches a repair on. Refuses what is not safe here, and writes nothing then. */
export function switchOn(home: string, added: ChosenRepair, place: SafetyPlace): void {
  const repair = repairs[added.name];
  const { value } = repair;
  const badValue = valueProblem(repair, added.value);
  if (badValue !== undefined)
    throw new Fault("bad-input", badValue, {
      hint: value === undefined ? `lessons repairs on ${repair.name}` : `give ${value.hint}`,
    });
  if (added.scope === "machine" && !repair.isForMachine)
    throw new Fault(
      "bad-input",
      `${repair.name} works for one project, not for the whole machine`,
      {
        hint: "run it in the project, without --scope",
      },
    );
  const danger = safetyProblem(added, place);
  if (danger !== undefined)
    throw new Fault("bad-input", `not safe: ${danger}`, {
      hint: "choose a folder that you own, that others cannot write to, outside your projects",
    });
  const chosen = readable(home);
  const all = withRepair(chosen, added);
  if (all.length > mostRepairs)
    throw new Fault("bad-input", `at most ${mostRepairs} repairs can be on`, {
      hint: "switch one off: lessons repairs off <name>; all of them: lessons repairs",
    });
  write(home, all);
}

/** Switches off what `isMeant`, and gives it back. */
export function switchOff(
  home: string,
  isMeant: (repair: ChosenRepair) => boolean,
): readonly ChosenRepair[] {
  const { chosen } = chosenRepairs(home);
  const gone = chosen.filter(isMeant);
  if (gone.length > 0)
    write(
      home,
      chosen.filter((repair) => !isMeant(repair)),
    );
  return gone;
}

/** What cannot be read is not written over: a person may want to see who wrote it. */
function readable(home: string): readonly ChosenRepair[] {
  const { chosen, problems } = chosenRepairs(home);
  const [problem] = problems;
  if (problem !== undefined)
    throw new Fault("bad-config", problem, {
      hint: `check ${join(home, repairsFile)}, then delete it; it holds only repairs`,
    });
  return chosen;
}

function write(home: string, chosen: readonly ChosenRepair[]): void {
  ensurePrivateDirectory(home);
  writeFileAtomically(join(home, repairsFile), repairsText(chosen));
}
