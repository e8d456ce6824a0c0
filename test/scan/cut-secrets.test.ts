import { expect, test } from "vitest";
import { boundedOutput } from "../../src/agents/recorded-text.ts";
import { makeRedact } from "../../src/redact/redact.ts";
import { SessionFold } from "../../src/capture/session/session-fold.ts";
import { longestSpeech } from "../../src/capture/session/thread.ts";
import { configDefaults } from "../../src/platform/configuration/settings.ts";
import { canaries } from "../kit/canaries.ts";
import { noon } from "../kit/store.ts";

const planted = canaries(200);
const options = {
  settings: configDefaults.detectors,
  redact: makeRedact({ home: "/home/quillfeather", userName: "quillfeather" }),
  fallbackTime: noon,
  identifyProject: (id: string) => ({ id, label: id }),
};

test("a secret does not lose what gives it away to a cut", () => {
  const shown = planted.filter(({ text, secret }) =>
    [...text.matchAll(/\s/g)].some(({ index }) => {
      // The last 600 characters of what the agent says are remembered: they begin at this space.
      const behind = "x".repeat(Math.max(0, longestSpeech - (text.length - index) - 1));
      const words = `${"so ".repeat(300)}${text} ${behind}`;
      const fold = new SessionFold(options);
      fold.take({ is: "assistant", line: 1, text: words });
      fold.take({ is: "user", line: 2, text: words });
      return keptBy(fold).includes(secret);
    }),
  );
  expect(shown.map(({ rule, text }) => ({ rule, text }))).toEqual([]);
});

test("nor to the cut through a long output", () => {
  const shown = planted.filter(({ text, secret }) =>
    [...text.matchAll(/\n/g)].some(({ index }) => {
      const tail = 2000 - (text.length - index) - 1;
      const output = `${"x\n".repeat(4000)}${text}${"\n".repeat(tail - 20)}\nerror: it failed here`;
      const fold = new SessionFold(options);
      const action = { does: "shell", command: "./go" } as const;
      fold.take({ is: "call", line: 1, callId: "a", tool: "Bash", action });
      fold.take({
        is: "result",
        line: 2,
        callId: "a",
        exitStatus: 2,
        output: boundedOutput(output),
      });
      return keptBy(fold).includes(secret);
    }),
  );
  expect(shown.map(({ rule, text }) => ({ rule, text }))).toEqual([]);
});

/** All that would be written to the store. */
function keptBy(fold: SessionFold): string {
  return JSON.stringify([fold.memory(), fold.openEpisodes(), fold.takeFinished()]);
}
