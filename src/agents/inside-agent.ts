import { deliveryDoors } from "./delivery-doors.ts";

/**
 * Whether a command was started from an agent's session. It tells a person's choice from an agent's, and does not stop
 * anybody who takes the variables out: for that the agent has its permissions.
 */
export function isInsideAgent(environment: NodeJS.ProcessEnv): boolean {
  const marks = ["AI_AGENT", ...deliveryDoors.flatMap(({ proof }) => proof.outerSession)];
  return marks.some((name) => (environment[name] ?? "") !== "");
}
