import type { HookPayload } from "../../agents/delivery.ts";
import { markAsked, readPlan } from "../confirm/plan-file.ts";
import { agent } from "./agent.ts";
import type { HookContext } from "./home.ts";

/**
 * A call that confirms a plan is always asked about, whatever the agent was allowed: its permission prompt is where the person says
 * yes, and it shows the plan in our words. Only the command alone gets the proof that it was asked about; wrapped, chained or
 * piped it is asked about as well, and our program refuses it.
 */
export function askPerson(
  { call, input }: HookPayload,
  { home, now, log, say }: HookContext,
): void {
  const command = call?.command ?? "";
  if (!isConfirming(command)) return;
  const ask = agent.askAnswer;
  if (ask === undefined) return say(agent.holdAnswer(onlyAPerson));
  const digest = alone.exec(command)?.[1];
  if (digest === undefined) return say(ask(mustStandAlone));
  const plan = readPlan(home.folder, digest, now);
  if (typeof plan === "string") return say(ask(nothingToConfirm));
  try {
    const proof = markAsked(home.folder, digest, now);
    const asked = { ...input, command: `lessons confirm ${digest} --asked ${proof}` };
    say(ask(["lessons will do this:", ...plan.words].join("\n"), asked));
  } catch {
    log("failed: the mark of a question could not be written");
    say(ask(nothingToConfirm));
  }
}

/** Whether a shell line may run `lessons confirm`, however it is quoted or what stands around it. */
export function isConfirming(command: string): boolean {
  return confirming.test(command.replace(/['"\\]/gu, ""));
}

const confirming =
  /lessons(?:\.[cm]?js)?(?:\s+-[\w-]+(?:=\S*)?)*\s+confirm\s+(?:-[\w-]+(?:=\S*)?\s+)*(?:[0-9a-f]{8}|[$`{(<*?])/u;

const alone = /^\s*lessons\s+confirm\s+([0-9a-f]{32})\s*$/u;

const onlyAPerson =
  "Only a person confirms a review. Ask them to run this command in a terminal of their own.";
const mustStandAlone =
  "Run lessons confirm as a separate command. In this line, lessons refuses it.";
const nothingToConfirm = "No prepared review has this digest. Nothing will change.";
