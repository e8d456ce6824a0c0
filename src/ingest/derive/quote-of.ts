import { bodyText } from "../../core/body.ts";
import { parseCommandLine } from "../../core/command.ts";
import type { Story } from "../episode.ts";

/** What the log says, short: the words, or the call and its message. Already redacted. */
export function quoteOf(story: Story): string {
  switch (story.is) {
    case "failure": {
      const call = story.command === undefined ? (story.path ?? story.tool) : asRun(story.command);
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

/** The commands as the matcher sees them: what is quoted in them is not ours to quote again. */
function asRun(command: string): string {
  return parseCommandLine(command)
    .commands.map(({ text }) => text)
    .join("; ");
}

const longestQuote = 300;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= longestQuote ? line : `${line.slice(0, longestQuote - 1)}…`;
}
