import type { Lesson } from "../../lesson/record/lesson.ts";
import { breakFrames } from "../../redact/frames.ts";
import { plainLine } from "../../redact/plain-text.ts";

/** The one line that tells an agent how its call was changed: its own history keeps the old command. */
export function fixedText({
  from,
  to,
  summary,
  slug,
}: Pick<Lesson, "summary" | "slug"> & { readonly from: string; readonly to: string }): string {
  const [before, after] = [from, to].map(
    (part) => `\`${breakFrames(plainLine(part)).replaceAll("`", "'")}\``,
  );
  return `This call was corrected before it ran: ${after} instead of ${before}. ${breakFrames(plainLine(summary))} (lessons show ${slug})`;
}
