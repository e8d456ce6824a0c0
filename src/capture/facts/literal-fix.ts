import type { Fix } from "../../lesson/record/lesson.ts";
import { parseCommandLine } from "../../shell/command.ts";
import { inTextOrder, type FailureStory } from "../episodes/episode.ts";
import { changeOf } from "./seen-fix.ts";

/** A failure and the session that it was in. */
export interface FailureIn {
  readonly story: FailureStory;
  readonly session: string;
}

/**
 * The replacement that was seen most often, to the letter, with how often it cured a failure. None where what was seen
 * is not a part of a command that can be typed again.
 */
export function literalFixOf(failures: readonly FailureIn[]): Fix | undefined {
  const seen = failures.flatMap(({ story, session }) => {
    const advice = changeOf(story)?.advice;
    if (advice === undefined)
      return isAboutTheSame(story) ? [{ name: "", parts: undefined, session, isExact: false }] : [];
    const parts = partsOf(advice);
    const isExact = parts !== undefined && isNothingElse(story, parts);
    // What replaces the same words is the same fix, whatever else the command had.
    return [
      { name: parts === undefined ? advice : JSON.stringify(parts), parts, session, isExact },
    ];
  });
  const told = seen.filter(({ name }) => name !== "");
  const [best] = [...Map.groupBy(told, ({ name }) => name)].toSorted(
    ([one, ones], [other, others]) => others.length - ones.length || inTextOrder(one, other),
  );
  const [, times = []] = best ?? [];
  const parts = times[0]?.parts;
  if (parts === undefined) return undefined;
  const sessions = new Set(times.map(({ session }) => session)).size;
  const exact = times.filter(({ isExact }) => isExact).length;
  const seenAlone = parts.how === "instead" ? { exact } : {};
  return { ...parts, times: times.length, repairs: seen.length, sessions, ...seenAlone };
}

/** Whether the call that worked is the failed one with these words replaced. Another way to the same end seldom is. */
function isNothingElse({ command, fix }: FailureStory, { from, to }: Parts): boolean {
  if (command === undefined || fix?.command === undefined || from === undefined) return false;
  const worked = new Set(commandsIn(fix.command));
  return commandsIn(command).some((failed) => {
    const at = ` ${failed} `.indexOf(` ${from} `);
    return at >= 0 && worked.has(failed.slice(0, at) + to + failed.slice(at + from.length));
  });
}

function commandsIn(line: string): readonly string[] {
  return parseCommandLine(line).commands.map(({ around, text }) =>
    [...(around?.prefix ?? []), text].join(" "),
  );
}

/**
 * Whether a call that went well and is no change that can be told does the same in another way: it has an argument of the call that
 * failed. Otherwise it was about something else, and cured nothing.
 */
function isAboutTheSame({ command, fix }: FailureStory): boolean {
  if (command === undefined || fix?.command === undefined) return fix !== undefined;
  const given = new Set(parseCommandLine(command).commands.flatMap(({ words }) => words.slice(1)));
  return parseCommandLine(fix.command).commands.some(({ words }) =>
    words.slice(1).some((word) => given.has(word)),
  );
}

type Parts = Pick<Fix, "how" | "from" | "to">;

function partsOf(advice: string): Parts | undefined {
  for (const { form, parts } of sentenceForms) {
    const [, ...words] = form.exec(advice) ?? [];
    // What was shortened is not literal any more.
    if (words.length > 0 && !words.some((word) => word.includes("…")))
      return parts(words[0] ?? "", words[1] ?? "", words[2] ?? "");
  }
  return undefined;
}

/**
 * The sentences in which a change of a command is told, with what was typed before and after. One about a wrapper that was
 * added names the wrapper alone, so it is none of them: `mise x -- hk` is "through `mise x`".
 */
const sentenceForms: readonly {
  readonly form: RegExp;
  readonly parts: (...words: readonly [one: string, other: string, head: string]) => Parts;
}[] = [
  {
    form: /^Run `([^`]+)` first\.$/u,
    parts: (step) => ({ how: "first", to: step }),
  },
  {
    form: /^Use `([^`]+)` instead of `([^`]+)`\.$/u,
    parts: (to, from) => ({ how: "instead", from, to }),
  },
  {
    form: /^Use `([^`]+)` instead of `([^`]+)` with `([^`]+)`\.$/u,
    parts: (to, from, head) => ({ how: "instead", from: `${head} ${from}`, to: `${head} ${to}` }),
  },
  {
    form: /^Add `([^`]+)` to `([^`]+)`\.$/u,
    parts: (word, head) => ({ how: "instead", from: head, to: `${head} ${word}` }),
  },
  {
    form: /^Drop `([^`]+)` from `([^`]+)`\.$/u,
    parts: (word, head) => ({ how: "instead", from: `${head} ${word}`, to: head }),
  },
  {
    form: /^Run `([^`]+)` without `([^`]+)`\.$/u,
    // The program is enough: `rtk bun run test` and `rtk bun run lint` had the same wrong word in front.
    parts: (head, wrapper) => {
      const program = head.split(" ", 1).join("");
      return { how: "instead", from: `${wrapper} ${program}`, to: program };
    },
  },
  {
    form: /^Use `((?:[A-Z][A-Z\d_]*=\S* )+([^`]+))`\.$/u,
    parts: (to, from) => ({ how: "instead", from, to }),
  },
];
