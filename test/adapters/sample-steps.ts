import type { Step } from "./scribe.ts";

/** One of each, each with a word in it that occurs nowhere else. */
export const sampleSteps: readonly Step[] = [
  { step: "person-says", text: "please use the xylophone" },
  { step: "agent-says", text: "playing the xylophone" },
  {
    step: "shell",
    callId: "toolu_a",
    command: "play xylophone",
    exitStatus: 4,
    output: "no xylophone",
  },
  {
    step: "shell",
    callId: "toolu_b",
    command: "buy xylophone",
    exitStatus: 0,
    output: "xylophone",
  },
  { step: "edit-fails", callId: "toolu_c", path: "xylophone.txt", message: "xylophone not found" },
  {
    step: "rejected-shell",
    callId: "toolu_d",
    command: "sell xylophone",
    reason: "keep xylophone",
  },
  {
    step: "refused-shell",
    callId: "toolu_e",
    command: "burn xylophone",
    reason: "no xylophone fire",
  },
  { step: "compaction", summary: "it was about a xylophone" },
  { step: "our-lesson", text: "## Lessons from your history\n\nTune the xylophone." },
  { step: "looks-like-person", text: "a xylophone in a frame" },
  { step: "person-shows-image", text: "a picture of a xylophone" },
  { step: "person-says-elsewhere", text: "another xylophone" },
  { step: "unknown-record" },
];
