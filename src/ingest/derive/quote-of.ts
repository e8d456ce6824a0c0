import { bodyText } from "../../core/body.ts";
import type { Story } from "../episode.ts";

/** What the log says, short: the words, or the call and its message. Already redacted. */
export function quoteOf(story: Story): string {
  switch (story.is) {
    case "failure": {
      const call = story.command ?? story.path ?? story.tool;
      const message = shortened(story.headline);
      return message === "" ? shortened(call) : `${shortened(call)} → ${message}`;
    }
    case "saying":
      return shortened(story.words);
    case "report":
      return shortened(bodyText(story.draft.kind, story.draft.body));
    case "cancel":
      return story.slug;
  }
}

const longestQuote = 300;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= longestQuote ? line : `${line.slice(0, longestQuote - 1)}…`;
}
