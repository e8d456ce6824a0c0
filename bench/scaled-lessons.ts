import type { LessonDraft } from "../src/lesson/record/lesson.ts";

/** About a program that nobody runs. */
export function another(number: number): LessonDraft {
  const word = wordOf(number);
  return lessonOn(number, {
    // Every second comes with the error, as lessons about calls that fail do.
    injectOn: [number % 2 === 0 ? "PreToolUse" : "PostToolUseFailure"],
    toolNames: ["Bash"],
    commandPatterns: [String.raw`^${word}\s+run${number}\b(?!.*--safe)`],
  });
}

function lessonOn(number: number, triggers: LessonDraft["triggers"]): LessonDraft {
  const word = wordOf(number);
  return {
    kind: "pitfall",
    summary: `${word} needs the flag --safe (${number})`,
    body: { mistake: `${word} ${number} asks and hangs`, remediation: "pass --safe" },
    triggers,
    tags: [`tool:${word}`],
    priority: 7,
  };
}

function wordOf(number: number): string {
  return `${syllables[number % 20]}${syllables[Math.floor(number / 20) % 20]}${syllables[Math.floor(number / 400) % 25]}`;
}

/** In the ways in which people write globs: a name, a folder, an extension below one, alternatives. */
export function aboutFile(number: number): LessonDraft {
  const word = wordOf(number);
  const globs = [
    `**/${word}-${number}.ts`,
    `src/modules/${word}${number}/**`,
    `**/${word}${number}/*.sql`,
    `services/*/${word}/${number}.{ts,tsx}`,
  ];
  return lessonOn(number, {
    toolNames: ["Edit", "Write"],
    pathPatterns: [globs[number % globs.length] ?? ""],
  });
}

/** What an edit is given that gets the lesson of this number. */
export function fileOf(number: number): object {
  const word = wordOf(number);
  const paths = [
    `lib/${word}-${number}.ts`,
    `src/modules/${word}${number}/a/b.ts`,
    `db/${word}${number}/x.sql`,
    `services/a/${word}/${number}.tsx`,
  ];
  const path = `/srv/shop/${paths[number % paths.length]}`;
  return { file_path: path, old_string: "a", new_string: "b" };
}

export function aboutContent(number: number): LessonDraft {
  return lessonOn(number, {
    toolNames: ["Edit", "Write"],
    contentPatterns: [String.raw`\b${wordOf(number)}${number}\(`],
  });
}

/** The same of what is written. */
export function contentOf(number: number): object {
  const content = `${"x = 1;\n".repeat(200)}${wordOf(number)}${number}(1)\n`;
  return { file_path: "/srv/shop/src/total.ts", content };
}

/** About a command, where something was said, too. */
export function aboutConditions(number: number): LessonDraft {
  const { triggers, ...draft } = aboutCommand(number);
  return { ...draft, triggers: { ...triggers, contextKeywords: ["total"] } };
}

export function aboutCommand(number: number): LessonDraft {
  return lessonOn(number, {
    toolNames: ["Bash"],
    commandPatterns: [String.raw`^${wordOf(number)}\s+run${number}\b(?!.*--safe)`],
  });
}

export function commandOf(number: number): string {
  return `${wordOf(number)} run${number} now`;
}

/** About nothing but what was said. */
export function aboutTalk(number: number): LessonDraft {
  return lessonOn(number, { toolNames: ["Bash"], actionKeywords: [talkOf(number)] });
}

export function talkOf(number: number): string {
  return `${wordOf(number)}${number}`;
}

/** A fact that stands on the card. */
export function aboutMissing(number: number): LessonDraft {
  const name = wordOf(number);
  return {
    kind: "pitfall",
    summary: `${name} is not installed`,
    about: `not-installed ${name}`,
    body: { mistake: `${name} is not there`, remediation: `use node instead of ${name}` },
    triggers: {
      injectOn: ["PostToolUseFailure"],
      toolNames: ["Bash"],
      commandPatterns: [`^${name}\\b`],
    },
    priority: 7,
  };
}

const syllables =
  "ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu ka ke ki ko ku".split(" ");
