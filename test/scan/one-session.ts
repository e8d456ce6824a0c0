import type { Story } from "../adapters/scribe.ts";
import { writeLog, type Plan, type WrittenFile } from "./written-session.ts";

export const claude = "Claude Code, subagents in line";

/** A session of Claude Code in the first project, unless something else is said. */
export function session(number: number, story: Story, plan: Partial<Plan> = {}): WrittenFile {
  const file = writeLog({ form: claude, number, project: "/srv/api", story, ...plan });
  if (file === undefined) throw new Error(`${plan.form} has no log of its own`);
  return file;
}

/** A call that fails because a program is missing, and the one that works instead. */
export function missingPython(callId: string): Story {
  return [
    {
      step: "shell",
      callId,
      command: "python build.py",
      exitStatus: 127,
      output: "bash: python: command not found",
    },
    {
      step: "shell",
      callId: `${callId}-fix`,
      command: "python3 build.py",
      exitStatus: 0,
      output: "ok",
    },
  ];
}

/** A person corrects the agent, which gives in. */
export function correction(text: string): Story {
  return [
    { step: "person-says", text: "build it" },
    { step: "agent-says", text: "All done." },
    { step: "person-says", text },
    { step: "agent-says", text: "You're right, my mistake. Moving it back." },
  ];
}

export const agentSays = (text: string): Story => [{ step: "agent-says", text }];

export const deployTag =
  "#lesson\ntrigger: make deploy\nmistake: deploy stops without a target\nfix: run make deploy TARGET=staging\n#/lesson";
