import { claudeCodeDelivery } from "./claude-code/delivery.ts";
import { codexDelivery } from "./codex/delivery.ts";
import { copilotDelivery } from "./copilot/delivery.ts";
import type { DeliveryDoor } from "./delivery.ts";
import { geminiDelivery } from "./gemini/delivery.ts";
import { opencodeDelivery } from "./opencode/delivery.ts";
import { piDelivery } from "./pi/delivery.ts";

/** The one with the most ways in: a plugin, grants, slash commands, a status line. */
export const deliveryDoor = claudeCodeDelivery;

/** Those that files alone connect. Adding one is a door in its folder and one line here. */
export const otherDoors: readonly DeliveryDoor[] = [
  codexDelivery,
  geminiDelivery,
  copilotDelivery,
  opencodeDelivery,
  piDelivery,
];

/** The agents that lessons are delivered to. */
export const deliveryDoors: readonly Pick<
  DeliveryDoor,
  "adapter" | "hook" | "isHere" | "abilities"
>[] = [claudeCodeDelivery, ...otherDoors];

/** The files of a project that other agents read, connected or not. */
export const contextFiles: readonly string[] = [
  ...new Set(otherDoors.map(({ contextFile }) => contextFile)),
];

// What we write for agents to load may be loaded by any of them.
export const { guardPrompt, guardCommands, guardMentions, guardValue } = deliveryDoor.guards;
