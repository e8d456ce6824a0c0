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

/** Slips in the use of the agent's own tools. They are the same for every agent, project and file. */
export const harnessAdvice: Readonly<Record<string, ClassAdvice>> = {
  "edit-before-read": {
    summary: "refused for a file that was not read in this session",
    mistake:
      "A file is edited or overwritten that was not read in this session; the edit is refused and nothing is written.",
    remediation:
      "Read the file with the read tool first, also when its content is known from a search, a shell command or an earlier session.",
  },
  "file-changed-since-read": {
    summary: "refused because the file changed after it was read",
    mistake:
      "A formatter, a hook, a shell command or the user changed the file after it was read; the edit is refused.",
    remediation:
      "Read the file again before the next edit, above all after a formatter, a code generator or a shell command has run over it.",
  },
  "text-not-unique": {
    summary: "the text to replace is in the file more than once",
    mistake: "The text to replace occurs more than once in the file, so the edit is refused.",
    remediation:
      "Give enough of the surrounding lines to make the text unique, or ask for all occurrences to be replaced when all are meant.",
  },
  "text-not-found": {
    summary: "the text to replace is not in the file as it was given",
    mistake:
      "The text to replace differs from the file: tabs, blanks, escapes, or an earlier edit that is not in it yet. Nothing is changed.",
    remediation:
      "Read the lines again and copy them exactly, without the line numbers of the output; keep the replaced text short.",
  },
  "edit-without-change": {
    summary: "the old text and the new text are the same",
    mistake: "An edit is made whose old and new text are the same; it is refused.",
    remediation:
      "Check whether the change is already in the file; if it is, go on instead of editing again.",
  },
  "output-too-large": {
    summary: "refused because the file is too large to read at once",
    mistake: "A file is read whole that is larger than one answer may be.",
    remediation:
      "Search the file for what is needed, or read it in parts with an offset and a limit.",
  },
  "invalid-input": {
    summary: "called with parameters that the tool does not take",
    mistake:
      "A tool is called with a parameter that is missing, has another name or is of another type; the call is refused.",
    remediation:
      "Take the names and types of the parameters from the tool's own description before calling it again.",
  },
  "foreground-wait": {
    name: "sleep",
    summary: "a long wait in the foreground is blocked",
    mistake: "The shell is made to sleep before the next command; such a wait is blocked.",
    remediation:
      "Start what takes long in the background and read its output when it is done, or wait for a condition with the tool for that.",
    needsWords: true,
  },
  "directory-as-file": {
    summary: "given a directory where it takes a file",
    mistake: "A directory is read or edited as if it were a file.",
    remediation: "List the directory first and name a file in it.",
  },
  "no-such-tool": {
    summary: "called by a name that does not exist in this session",
    mistake:
      "A tool, skill or agent is called by a name that is not available in this session, often one remembered from elsewhere.",
    remediation:
      "Use only the tools, skills and agents that this session lists; when one is missing, do its work by other means.",
  },
  "broken-tool": {
    summary: "the tool cannot start its own program",
    mistake:
      "The tool cannot start the program behind it, usually because the agent was updated or moved while the session ran.",
    remediation: "Do the same through the shell for now, and tell the user to restart the session.",
  },
  "tool-precondition": {
    summary: ["{message}", "called before the call that it depends on"],
    mistake: "A tool is called before another one that it depends on.",
    remediation: "Make the call that the message asks for first, then this one.",
  },
  "rejected-pattern": {
    summary: "the search pattern is not valid for ripgrep",
    mistake:
      "A search is refused because its pattern, glob or file type is not valid; nothing was searched, so the empty answer means nothing.",
    remediation:
      "Escape braces, brackets and parentheses that are meant literally, and leave out look-around and back-references.",
  },
};
