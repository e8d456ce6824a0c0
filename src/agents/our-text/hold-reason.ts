import { deliveryHeading, frameDelivery } from "./frame.ts";

/**
 * Why a call was held. The first line is all that a person sees of it on a folded screen, so it says what and why. Our
 * heading comes next, so that no reader of logs takes the rest for the program's error.
 */
export function holdReason(text: string, notice: string): string {
  return `${heldLine(notice)}\n\n${frameDelivery([heldOnce, text])}`;
}

/** Without the line that stands above our heading. */
export function withoutHeldLine(textBeforeHeading: string): string {
  const line = /Held once: [^\n]{0,600}$/u.exec(textBeforeHeading.trimEnd());
  return line === null ? textBeforeHeading : textBeforeHeading.slice(0, line.index);
}

/** `Held once: git stash leaves untracked files behind → use git stash -u` */
export function heldLine(notice: string): string {
  // The reader of logs looks for our heading and would stop at this one.
  return `Held once: ${notice.replaceAll(deliveryHeading, "")}`;
}

/**
 * Whether the error of a call is our reason to hold it, behind at most one line: the one above our heading, with what the agent's program puts before it. A
 * program that ran and printed such words has said how it ended first.
 */
export function isHold(error: string): boolean {
  const at = error.indexOf(deliveryHeading);
  if (at < 0 || !frame.test(error.slice(0, at).trim())) return false;
  return error
    .slice(at + deliveryHeading.length)
    .trimStart()
    .startsWith(held);
}

const frame = /^(?!(?:Error: )?Exit code )[^\n]{0,600}$/;

/** Logs keep this sentence for ever: other words would make the held calls of before failures. */
const held = "This call was held once and has not run";
const heldOnce = `${held}, because the lesson below concerns it. Change the call, or make the same call again: it will go through.`;
