import { isSlug } from "../../lesson/record/slug.ts";

/**
 * The first line of everything that our hooks put before an agent. Agents keep it in their logs, and
 * whoever reads a log stops at it: what follows was said by us, not by a person and not by a program.
 */
export const deliveryHeading = "## Lessons from your history";

/** How the one line begins that comes with an error. Whoever reads a log stops at it, too. */
export const hintStart = "Lesson from your history: ";

/** The slugs that `debugComment` shows: what was delivered, and what matched and was left out. */
interface DebugSlugs {
  readonly injected: readonly string[];
  readonly dropped: readonly string[];
}

/** The texts of lessons under the one heading by which our own readers know them. Nothing to say is empty. */
export function frameDelivery(pieces: readonly string[], debug?: DebugSlugs): string {
  if (pieces.length === 0) return "";
  return [deliveryHeading, ...pieces, ...debugComment(debug)].join(gap);
}

/**
 * What the frame adds to pieces with a blank line between each two. Everything in it is ASCII, so that
 * characters are bytes.
 */
export function frameOverheadBytes(debug?: DebugSlugs): number {
  return [deliveryHeading, ...debugComment(debug)].join(gap).length + gap.length;
}

const gap = "\n\n";

function debugComment(debug: DebugSlugs | undefined): readonly string[] {
  if (debug === undefined) return [];
  return [`<!-- lessons: injected=${slugs(debug.injected)} dropped=${slugs(debug.dropped)} -->`];
}

/** A slug cannot end the comment; anything else could. */
function slugs(names: readonly string[]): string {
  return names.filter(isSlug).join(",");
}
