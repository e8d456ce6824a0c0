import { deliveryHeading } from "./our-text/heading.ts";

/** The first place from which the text is ours; what stands before it is not. */
export function withoutOurLessons(text: string): string {
  const at = text.indexOf(deliveryHeading);
  return at < 0 ? text : text.slice(0, at).trimEnd();
}

/** Text that some program put in a person's mouth: our lessons, or one of the frames that agents put around such text. */
export function isInjected(text: string, frames: RegExp): boolean {
  return text.startsWith(deliveryHeading) || frames.test(text);
}
