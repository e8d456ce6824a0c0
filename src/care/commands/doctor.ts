import { Option, type Command } from "commander";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { Diagnosis } from "../doctor/diagnose.ts";
import type { LiveProof } from "../doctor/prove-delivery.ts";
import type { Wiring } from "../../cli/wire.ts";
import { packageRoot, userHome } from "../../platform/paths.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { doctorText, doctorValue, isFine } from "./doctor-text.ts";
import type { Terminal } from "../../cli/terminal.ts";

interface DoctorFlags extends CommonOptions {
  readonly fix?: boolean;
  readonly live?: boolean;
  readonly yes?: boolean;
}

export function doctorCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand("doctor", "find out what is broken, and what to do about it", [
    "lessons doctor",
    "lessons doctor --fix        # put right what is safe to put right",
    "lessons doctor --live       # start the agent, and see a lesson arrive",
    "lessons doctor --json | jq '.findings[].text'",
  ])
    .addOption(
      new Option("--fix", "do what is safe: compile, copy the hook, take rights away, clean up"),
    )
    .addOption(new Option("--live", "prove with the agent itself that lessons arrive"))
    .addOption(new Option("--yes", "with --live: start the agent without asking"))
    .addHelpText(
      "after",
      "Exit status: 0 all is fine (notes do not count), 1 something is broken or not as it should be, 2 error.\n",
    )
    .action(async (options: DoctorFlags) => {
      const { diagnose, withExamined } = await import("../doctor/diagnose.ts");
      const wiring = await wireFor(options);
      const { paths, system, deliveryValues } = wiring;
      const source = {
        packageRoot: packageRoot(),
        node: process.execPath,
        platform: process.platform,
      };
      const examined = await diagnose(
        { paths, system, machine: machineOf(terminal), source, config: deliveryValues },
        { isFixing: options.fix === true },
      );
      const isLive = options.live === true && canDeliver(examined);
      const proof = isLive ? await prove(terminal, wiring, options) : undefined;
      const diagnosis =
        proof === undefined ? examined : withExamined(examined, "delivery", proof.examined);
      if (!isFine(diagnosis.findings)) terminal.exitStatus = 1;
      terminal.write(
        options.json === true
          ? jsonText("lessons-doctor", doctorValue(diagnosis, proof, paths.home))
          : doctorText(diagnosis, terminal),
      );
    });
}

/** With the agent's program when the person agrees and it is here; else by what it wrote down. */
async function prove(
  terminal: Terminal,
  { paths, deliveryValues, inContext }: Wiring,
  { yes, json }: DoctorFlags,
): Promise<LiveProof> {
  const { proveByProgram, proveByTranscript } = await import("../doctor/prove-delivery.ts");
  const machine = machineOf(terminal);
  const isAsked = yes !== true && json !== true;
  const answer = isAsked ? await askToGoOn(terminal, question) : yes === true ? "yes" : "nobody";
  if (answer !== "yes") return proveByTranscript(machine);
  terminal.progress(`${deliveryDoor.adapter.title} is asked to make a call …`);
  const config = await deliveryValues();
  const proof = await inContext((context) =>
    proveByProgram({ ...context, config }, paths, machine),
  );
  return proof ?? proveByTranscript(machine);
}

const question = `Start ${deliveryDoor.adapter.title} once? It asks its model for one short answer.`;

/** Without these there is nothing that could be delivered. */
function canDeliver({ findings }: Diagnosis): boolean {
  return !findings.some(({ check }) => check === "store" || check === "config");
}

function machineOf({ environment }: Terminal) {
  return { home: userHome(environment), environment };
}
