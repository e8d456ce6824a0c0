import type { Fix } from "../../lesson/record/lesson.ts";
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
  const cured = failures.filter(({ story }) => story.fix !== undefined);
  const seen = cured.flatMap(({ story, session }) => {
    const advice = changeOf(story)?.advice;
    return advice === undefined ? [] : [{ advice, session }];
  });
  const [best] = [...Map.groupBy(seen, ({ advice }) => advice)].toSorted(
    ([one, ones], [other, others]) => others.length - ones.length || inTextOrder(one, other),
  );
  const parts = best && partsOf(best[0]);
  if (best === undefined || parts === undefined) return undefined;
  const [, times] = best;
  const sessions = new Set(times.map(({ session }) => session)).size;
  return { ...parts, times: times.length, repairs: cured.length, sessions };
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
    parts: (head, wrapper) => ({ how: "instead", from: `${wrapper} ${head}`, to: head }),
  },
  {
    form: /^Use `((?:[A-Z][A-Z\d_]*=\S* )+([^`]+))`\.$/u,
    parts: (to, from) => ({ how: "instead", from, to }),
  },
];
