import type { ClassAdvice } from "./class-advice.ts";

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
