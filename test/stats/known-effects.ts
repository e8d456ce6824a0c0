import { holdReason } from "../../src/agents/our-text/hold-reason.ts";
import type { LessonDraft, Lesson } from "../../src/lesson/record/lesson.ts";
import type { Story } from "../adapters/scribe.ts";
import { agentSays, missingPython } from "../scan/one-session.ts";
import { History, timeOf } from "./history.ts";

/** Lessons that are delivered in the history, by what they are about. */
export interface KnownLessons {
  readonly python: Lesson;
  readonly stash: Lesson;
  readonly force: Lesson;
}

/**
 * A history of which every number is known. Twelve sessions come before the lessons, six of them with the mistake of the
 * first; session 16 sees them become active; fourteen come after.
 */
export function historyOfKnownEffects(): { history: History; lessons: KnownLessons } {
  const history = new History();
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const tokens = { input: 1000 * number, output: 100, cacheRead: 7, cacheWrite: 10 };
    history.session(number, missingPython(`toolu_${number}`), { tokens });
  }
  history.session(7, threeTimes("toolu_7"));
  for (const number of [8, 9, 10, 11, 12]) history.session(number, quiet(number));
  history.session(16, missingPython("toolu_16"));
  history.program.ok(["scan", "--auto"]);

  const activation = timeOf(16, 2);
  const lessons: KnownLessons = {
    python: history.approve(slugAbout(history, "tool:python"), activation),
    stash: history.add(stashDraft, activation),
    force: history.add(forceDraft, activation),
  };
  tellAfterwards(history, lessons);
  history.program.ok(["feedback", lessons.stash.slug, "not-helpful"]);
  history.program.ok(["scan", "--auto"]);
  return { history, lessons };
}

const stashDraft: LessonDraft = {
  kind: "pitfall",
  slug: "stash-0000",
  summary: "git stash leaves untracked files behind",
  body: { mistake: "git stash only saves tracked files", remediation: "use git stash -u" },
  delivery: "hold",
  triggers: { toolNames: ["Bash"], commandPatterns: ["^git\\s+stash\\b(?!.*\\s-u)"] },
};

const forceDraft: LessonDraft = {
  kind: "warning",
  slug: "force-0000",
  summary: "git push --force loses commits of others",
  body: { risk: "lost commits", severity: "high", mitigation: "--force-with-lease" },
  priority: 10,
  triggers: {
    toolNames: ["Bash"],
    commandPatterns: ["^git\\s+push\\b.*\\s--force(?!-with-lease)"],
  },
};

function tellAfterwards(history: History, { python, stash }: KnownLessons): void {
  for (const number of [17, 18, 19]) {
    const tokens = { input: 100 * number, output: 50, cacheRead: 3, cacheWrite: 0 };
    history.session(number, missingPython(`toolu_${number}`), { tokens });
    history.delivered(python, number, `toolu_${number}`, { tookMs: number });
  }
  for (const number of [20, 21]) {
    const again = fails(`toolu_${number}_again`, "python test.py");
    history.session(number, [...missingPython(`toolu_${number}`), ...again]);
    history.delivered(python, number, `toolu_${number}`);
  }
  history.session(22, [
    ...fails("toolu_22", "python build.py"),
    {
      step: "rejected-shell",
      callId: "toolu_22_fix",
      command: "python3 build.py",
      reason: "no, stop",
    },
  ]);
  history.delivered(python, 22, "toolu_22", { score: 750 });
  history.session(23, [...fails("toolu_23", "python build.py"), ...works("toolu_23_ls", "ls")]);
  history.delivered(python, 23, "toolu_23");
  history.session(24, [...held("toolu_24"), ...works("toolu_24_again", "git stash")]);
  history.delivered(stash, 24, "toolu_24", { mode: "hold", form: "hold", score: 750 });
  history.session(25, [...held("toolu_25"), ...works("toolu_25_fix", "git stash -u")]);
  history.delivered(stash, 25, "toolu_25", { mode: "hold", form: "hold" });
  history.session(26, works("toolu_26", "git push --force"));
  history.session(27, [...fails("toolu_27", "python deploy.py"), ...agentSays(pythonTag)]);
  history.session(28, [
    ...fails("toolu_28", "python deploy.py"),
    ...agentSays("#lesson\ntool: Bash\nmistake: no end"),
  ]);
  history.session(29, works("toolu_29_ls", "ls"));
  history.session(29, subagentMissingPython, { form: "Claude Code, subagents own file" });
  history.delivered(python, 29, "toolu_29", { subagent: "a7" });
  history.session(30, [
    ...fails("toolu_30", "python deploy.py"),
    ...Array.from({ length: 21 }, (_, index) => works(`toolu_30_${index}`, "ls")).flat(),
    ...agentSays(pythonTag),
  ]);
  history.delivered(python, 40, "toolu_40");

  for (const number of [24, 26, 27, 28, 29, 30, 41]) history.begun(number);
  history.begun(23, { protocol: "short" });
  history.begun(25, { protocol: "off" });
  history.begun(29, { subagent: "a7" });
}

const pythonTag =
  "#lesson\ntool: Bash\ntrigger: python deploy.py\nmistake: there is no python here\nfix: use python3\n#/lesson";

function slugAbout(history: History, tag: string): string {
  const { lessons } = history.program.json(["list"]);
  const found = (lessons as { slug: string; tags: string[] }[]).find(({ tags }) =>
    tags.includes(tag),
  );
  return found?.slug ?? "";
}

function fails(callId: string, command: string): Story {
  const output = "bash: python: command not found";
  return [{ step: "shell", callId, command, exitStatus: 127, output }];
}

export function works(callId: string, command: string): Story {
  return [{ step: "shell", callId, command, exitStatus: 0, output: "ok" }];
}

const quiet = (number: number) => works(`toolu_${number}`, "ls");

function held(callId: string): Story {
  return [
    { step: "refused-shell", callId, command: "git stash", reason: holdReason("stash", "stash") },
  ];
}

/** The same call with changes, three times in vain. */
function threeTimes(callId: string): Story {
  const output = 'npm error Missing script: "biuld"';
  return ["npm run biuld", "npm run biuld --silent", "npm run biuld --if"].map(
    (command, index) => ({
      step: "shell",
      callId: `${callId}_${index}`,
      command,
      exitStatus: 1,
      output,
    }),
  );
}

const subagentMissingPython: Story = missingPython("toolu_29").flatMap((step) =>
  step.step === "shell" ? [{ ...step, step: "subagent-shell" as const }] : [],
);
