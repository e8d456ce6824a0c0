import type { Owner } from "../../src/redact/owner.ts";
import type { Step, Story } from "../adapters/scribe.ts";
import type { Canary } from "../kit/canaries.ts";

/**
 * Every canary once, in one of the places where a log has text; where exactly goes on with the turn, so
 * that each agent has them in other places.
 */
export function plantedStory(planted: readonly Canary[], owner: Owner, turn: number): Story {
  return [
    { step: "person-says", text: "go" },
    ...planted.flatMap((canary, index) => {
      const place = places[(index + turn) % places.length];
      return place?.(canary.text, `call_${turn}_${index}`, owner) ?? [];
    }),
  ];
}

type Place = (text: string, callId: string, owner: Owner) => readonly Step[];

const places: readonly Place[] = [
  (text, callId) => [
    {
      step: "shell",
      callId,
      command: text,
      exitStatus: 127,
      output: "bash: curl: command not found",
    },
  ],
  (text, callId, { home }) => [
    {
      step: "shell",
      callId,
      command: "./go",
      exitStatus: 2,
      output: `it failed\n${text}\nin ${home}`,
    },
    { step: "agent-says", text: `The problem is that ${text} does not exist.` },
  ],
  (text, callId, { home }) => [
    {
      step: "shell",
      callId,
      command: `cat ${home}/x; ${text}`,
      exitStatus: 1,
      output: `error: ${text}`,
    },
    {
      step: "shell",
      callId: `${callId}-fix`,
      command: `cd ${home} && ${text}`,
      exitStatus: 0,
      output: text,
    },
  ],
  (text, _, { userName }) => [
    { step: "agent-says", text: "Done." },
    { step: "person-says", text: `no, that's wrong, never do this: ${text} as ${userName}@box:~$` },
    { step: "agent-says", text: `You're right, my mistake: ${text}` },
  ],
  (text) => [{ step: "person-says", text: `From now on always run ${text} before you push.` }],
  (text) => [
    { step: "person-says-elsewhere", text: `no, that's wrong, never do this again: ${text}` },
  ],
  (text, callId) => [
    { step: "rejected-shell", callId, command: text, reason: `never do that, it shows ${text}` },
  ],
  (text, callId) => [{ step: "refused-shell", callId, command: text, reason: text }],
  (text) => [
    {
      step: "agent-says",
      text: `#lesson\ntrigger: ${oneLine(text)}\nmistake: ${text}\nfix: ${oneLine(text)}\n#/lesson`,
    },
  ],
  (text) => [
    {
      step: "agent-says",
      text: `[PROCESS_KNOWLEDGE]\ntype: pattern\nlabel: ${JSON.stringify(text)}\ndescription: ${JSON.stringify(`see ${text}`)}\n[/PROCESS_KNOWLEDGE]`,
    },
  ],
  (text) => [{ step: "agent-says", text: `Lesson learned: always call it like this: ${text}` }],
  (text, callId, { home }) => [
    {
      step: "edit-fails",
      callId,
      path: `${home}/src/${oneLine(text)}`,
      message: `String to replace not found: ${text}`,
    },
  ],
  (text) => [
    { step: "compaction", summary: text },
    { step: "looks-like-person", text },
    { step: "our-lesson", text: `## Lessons from your history\n\n${text}` },
  ],
  (text, callId) => [
    { step: "subagent-shell", callId, command: text, exitStatus: 1, output: text },
  ],
];

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
