import type { Machine } from "../../agents/adapter.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { Terminal } from "../../cli/terminal.ts";
import type { Wiring } from "../../cli/wire.ts";
import type { LiveProof } from "../doctor/prove-delivery.ts";

/** Starts the agent's program once, and says so meanwhile. Undefined where there is no such program. */
export async function proveAtOnce(
  terminal: Terminal,
  { paths, deliveryValues, inContext }: Wiring,
  machine: Machine,
): Promise<LiveProof | undefined> {
  const { proveByProgram } = await import("../doctor/prove-delivery.ts");
  terminal.progress(`Waiting for ${deliveryDoor.adapter.title} to make a call …`);
  const config = await deliveryValues();
  return inContext((context) => proveByProgram({ ...context, config }, paths, machine));
}
