/** The heading of everything that our own hooks put before an agent. */
const lessonsHeading = "## Lessons from your history";

/** The first place from which the text is ours; what stands before it is not. */
export function withoutOurLessons(text: string): string {
  const at = text.indexOf(lessonsHeading);
  return at < 0 ? text : text.slice(0, at).trimEnd();
}

/** Text that some program put in a person's mouth: our lessons, or one of the frames that agents put around such text. */
export function isInjected(text: string, frames: RegExp): boolean {
  return text.startsWith(lessonsHeading) || frames.test(text);
}
