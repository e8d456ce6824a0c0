import { deliveryDoor } from "../../agents/delivery-doors.ts";

/** The rules that let the agent run the commands that only read or prepare, without asking. */
export function grantRules(): readonly string[] {
  const { runRule } = deliveryDoor.settings;
  return [
    ...withAnyArguments.map((command) => runRule(command, { isWithArguments: true })),
    ...asTheyAre.map((command) => runRule(command, { isWithArguments: false })),
  ];
}

/** As a question names them. */
export const grantedCommands = "list, show, status, stats, card, scan and review";

/**
 * Inside an agent `review` decides nothing: it keeps a plan. `confirm`, which carries the plan out, is never among these; the hook
 * asks the person about it in any case.
 */
const withAnyArguments = [
  "lessons list",
  "lessons show",
  "lessons status",
  "lessons stats",
  "lessons card",
  "lessons review",
];

/** `scan --episodes` writes a file of the caller's choice, so that any other argument is asked about. */
const asTheyAre = ["lessons scan", "lessons scan --auto"];
