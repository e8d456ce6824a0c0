import { claudeCodeDelivery } from "./claude-code/delivery.ts";

/** The agents that lessons are delivered to. Adding one is a door in its folder and one line here. */
export const deliveryDoors = [claudeCodeDelivery];

/** The one that `init` sets up. */
export const deliveryDoor = claudeCodeDelivery;

// What we write for agents to load may be loaded by any of them.
export const { guardPrompt, guardCommands, guardMentions, guardValue } = deliveryDoor.guards;
