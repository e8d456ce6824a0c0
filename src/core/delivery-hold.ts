import { frameDelivery } from "./delivery-frame.ts";

/** Why a call was held. Our heading comes first, so that no reader of logs takes the rest for the program's error. */
export function holdReason(text: string): string {
  return frameDelivery([heldOnce, text]);
}

const heldOnce =
  "This call was held once and has not run, because the lesson below concerns it. Change the call, or make the same call again: it will go through.";
