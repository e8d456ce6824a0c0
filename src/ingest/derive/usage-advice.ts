import type { ClassAdvice } from "./class-advice.ts";

/** What a program was asked that it does not understand, and what takes too long. */
export const usageAdvice: Readonly<Record<string, ClassAdvice>> = {
  "no-such-flag": {
    summary: ["has no option {subject} here", "was given an option that it does not have"],
    mistake: [
      "{it} is called with {subject}, an option that the version on this machine does not have.",
      "{it} is called with an option that the version on this machine does not have.",
    ],
    remediation: [
      "Leave {subject} out of {it}; read its `--help` for the option that does this here.",
      "Read the `--help` of {it} for the options that it has here; those of BSD, GNU and other versions differ.",
    ],
    cures: ["named"],
  },
  "own-program-usage": {
    summary: [
      "the program that is being built has no {subject}",
      "{message}",
      "called with arguments that it does not take",
    ],
    mistake: [
      "The program that is being built here is called with {subject}, which it does not have.",
      "The program that is being built here is called with arguments that it does not take.",
    ],
    remediation:
      "Look up its options in the source or its `--help`, and rebuild it before the call.",
    cures: ["named"],
  },
  "bad-argument": {
    summary: [
      "does not take {subject}",
      "{message}",
      "called with arguments that it does not take",
    ],
    mistake: [
      "{it} is called with {subject}, which it does not take.",
      "{it} is called with arguments that it does not take: {message}.",
      "{it} is called with arguments that it does not take.",
    ],
    remediation: [
      "Leave {subject} out; {it} names what it takes in its `--help` or its error message.",
      "Give the arguments that its usage names; read the `--help` of {it} first.",
    ],
    cures: ["named"],
  },
  "no-such-subcommand": {
    summary: ["has no command {subject}", "called with a command that it does not have"],
    mistake: [
      "{it} is called with {subject}, a command that it does not have.",
      "{it} is called with a command that it does not have.",
    ],
    remediation: [
      "Do not call {it} with {subject}; its `--help` lists the commands that it has.",
      "Read the `--help` of {it} for the commands that it has.",
    ],
    cures: ["named"],
  },
  "no-such-task": {
    summary: ["there is no task {subject} here", "the task does not exist here"],
    mistake: [
      "The task {subject} does not exist in this project, or not in the directory that it is run from.",
      "A task is run that does not exist in this project, or not in the directory that it is run from.",
    ],
    remediation:
      "List the tasks of the project first, and run them from the directory that defines them.",
    cures: ["named", "place"],
  },
  "bad-query": {
    summary: ["{message}", "cannot read the expression that it was given"],
    mistake: [
      "{it} cannot read the expression that it was given: {message}.",
      "{it} cannot read the expression that it was given.",
    ],
    remediation:
      "Put the expression in single quotes and in the dialect of this program (types, escapes and look-around differ); put `-e` or `--` before one that starts with a dash.",
    cures: ["quoting", "flag"],
    needsWords: true,
  },
  "removed-interface": {
    summary: ["{message}", "uses something that was removed"],
    mistake: "{it} uses something that the program or the service behind it no longer offers.",
    remediation:
      "Ask only for what is still there: name the fields or the endpoint explicitly, or update the program.",
    cures: ["flag"],
  },
  "usage-shown": {
    summary: "answers with its usage: the arguments are wrong",
    mistake:
      "{it} is called with arguments that it does not understand, and only prints its usage.",
    remediation: "Build the call from the usage that it prints.",
    cures: ["flag"],
  },
  timeout: {
    summary: "takes longer than the time limit of the call",
    mistake:
      "{it} runs in the foreground until the time limit ends it; its result is lost and the time with it.",
    remediation:
      "Run it in the background, narrow it to what is needed, or give it a longer limit before starting it.",
    cures: ["limit"],
  },
  hang: {
    summary: "hangs, and the user has to say so",
    mistake: "{it} does not come back, and the agent waits until the user complains.",
    remediation:
      "Run it with a time limit or in the background, and without anything that waits for input.",
  },
  "bounded-run": {
    summary: "does not end within the time that the agent gives it",
    mistake: "{it} is run with a time limit of the agent's own, and does not end within it.",
    remediation: "Give it more time, or have it end by itself with an option of its own.",
    cures: ["limit"],
  },
  killed: {
    summary: "is killed before it ends",
    mistake: "{it} is ended from outside before it is done, by a limit or for want of memory.",
    remediation: "Let it do less at once, or run it in the background with more time.",
  },
};
