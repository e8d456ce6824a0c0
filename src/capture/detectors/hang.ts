import { isHangComplaint } from "../sayings/correction-words.ts";
import type { Detector } from "./detector.ts";

/**
 * A person says that the agent's call hangs. Calls that were ended for taking too long are failures like
 * others; times in the log say nothing, because they include waiting for a person's permission.
 */
export const hang: Detector = {
  name: "hang",
  onRemark: ({ remark, line, at, anchor }, { episodes, thread, threadName }) => {
    const last = thread.calls.at(-1);
    if (last === undefined || last.head === "" || !isHangComplaint(remark.text)) return;
    episodes.put({
      kind: "hang",
      verdict: "nominated",
      line,
      lines: [last.line],
      seenAt: at,
      anchor: `hang:${anchor}`,
      thread: threadName,
      sinceCall: thread.callCount,
      story: {
        is: "failure",
        tool: last.tool,
        head: last.head,
        failureClass: "hang",
        about: "environment",
        signature: "the user says that it hangs",
        headline: `the user says that \`${last.head}\` hangs`,
        command: last.typed,
        attempts: 1,
      },
    });
  },
};
