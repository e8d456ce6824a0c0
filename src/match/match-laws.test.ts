import fc from "fast-check";
import { expect, test } from "vitest";
import { atCommand, readyLesson, type ReadyDraft } from "../../test/kit/ready-lesson.ts";
import { judgeLesson, matchLessons, type Judgement } from "./match.ts";
import type { Moment } from "./moment.ts";
import { law } from "../../test/kit/law.ts";

const threshold = 700;

/** Biased towards lessons that fire: laws about those need several at once. */
const anyLessons = fc.uniqueArray(
  fc.record({
    slug: fc.stringMatching(/^[a-z]{1,6}$/),
    priority: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.constantFrom(7, 8, 9)),
    confidence: fc.constantFrom(0.5, 0.9),
    scope: fc.constantFrom("global", "machine", "project:ours", "team:tools"),
    injectOn: fc.constantFrom(["PreToolUse"], ["PreToolUse"], ["SessionStart"]),
    toolNames: mostly([], fc.subarray(["Bash", "Edit", "Read", "mcp__*"])),
    commandPatterns: mostly(["^git"], fc.subarray(["^git", "push\\b", "^sudo", "(?-i)^LS"])),
    pathPatterns: mostly([], fc.subarray(["**/a.ts", "src/**"])),
    contentPatterns: mostly([], fc.subarray(["version"])),
    actionKeywords: mostly([], fc.subarray(["release", "Deploy", "x"])),
    contextKeywords: mostly([], fc.subarray(["version", "notes", "y"])),
    workflowNames: mostly([], fc.subarray(["ship"])),
    tags: fc.subarray(["lang:python", "tool:git"] as const),
  }) satisfies fc.Arbitrary<ReadyDraft>,
  { selector: ({ slug }) => slug, maxLength: 12, size: "max" },
);

const anyMoment: fc.Arbitrary<Moment> = fc.record(
  {
    call: mostly(
      { tool: "Bash", command: "git push", paths: [] },
      fc.record(
        {
          tool: fc.constantFrom("Bash", "Edit", "Read", "mcp__a__b", "Agent"),
          command: fc.oneof(
            fc.constantFrom("sudo git push", "LS", "cd a; git push"),
            fc.string({ unit: "binary" }),
          ),
          paths: fc.array(fc.oneof(fc.constantFrom("a.ts", "./src/a.ts", "/p/src/b"), fc.string())),
          content: fc.oneof(fc.constant("the version"), fc.string()),
        },
        { requiredKeys: ["tool", "paths"] },
      ),
    ),
    project: fc.constantFrom("project:ours", "project:theirs"),
    projectRoot: fc.oneof(fc.constant("/p"), fc.string()),
    workingDirectory: fc.oneof(fc.constant("/p/src"), fc.string()),
    stack: fc.subarray(["lang:python"]),
    recentMessages: fc.array(
      fc.oneof(fc.constantFrom("release the version", "deploy x y"), fc.string({ unit: "binary" })),
      { maxLength: 7 },
    ),
    workflows: fc.subarray(["ship", "test"]),
  },
  { requiredKeys: ["call", "stack", "recentMessages", "workflows"] },
);

function mostly<Value>(usual: Value, others: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });
}

test("law: the order in which lessons come does not matter", () => {
  const shuffled = anyLessons.chain((drafts) =>
    fc.tuple(fc.constant(drafts), fc.shuffledSubarray(drafts, { minLength: drafts.length })),
  );
  fc.assert(
    fc.property(shuffled, anyMoment, ([drafts, others], moment) => {
      const one = matchLessons(drafts.map(readyLesson), moment, threshold);
      expect(slugs(matchLessons(others.map(readyLesson), moment, threshold))).toEqual(slugs(one));
    }),
    law(),
  );
});

test("law: what is delivered is what is judged to fire, so leaving one out changes no other", () => {
  fc.assert(
    fc.property(anyLessons, anyMoment, (drafts, moment) => {
      const lessons = drafts.map(readyLesson);
      const alone = lessons
        .map((each) => judgeLesson(each, { ...moment }, threshold))
        .filter(({ fires }) => fires);
      const together = matchLessons(lessons, moment, threshold);
      expect(together).toHaveLength(alone.length);
      expect(new Set(together)).toEqual(new Set(alone));
      const [, ...fewer] = lessons;
      expect(matchLessons(fewer, moment, threshold)).toEqual(
        together.filter(({ lesson: { slug } }) => slug !== lessons[0]?.slug),
      );
    }),
    law(),
  );
});

test("law: no priority rescues from a veto or brings one", () => {
  fc.assert(
    fc.property(anyLessons, anyMoment, (drafts, moment) => {
      for (const draft of drafts) {
        const vetoes = [1, 5, 8, 10].map((priority) => {
          const { veto, fires } = judgeLesson(readyLesson({ ...draft, priority }), moment, 0);
          expect(fires).toBe(veto === undefined);
          return veto;
        });
        expect(new Set(vetoes).size).toBe(1);
      }
    }),
    law(),
  );
});

test("law: a relevance is the sum of its parts and a score is within its level", () => {
  const most = { 1: 500, 3: 500, 4: 1000, 6: 1000, 7: 1500, 8: 1500, 9: 2000, 10: 2000 };
  fc.assert(
    fc.property(anyLessons, anyMoment, (drafts, moment) => {
      for (const draft of drafts) {
        for (const [priority, highest] of Object.entries(most)) {
          const judgement = judgeLesson(
            readyLesson({ ...draft, priority: +priority }),
            moment,
            threshold,
          );
          const { relevance, score, conditions } = judgement;
          expect(relevance).toBe(conditions.reduce((sum, { points }) => sum + points, 0));
          expect(Number.isInteger(score) && score >= 0 && score <= highest).toBe(true);
        }
      }
    }),
    law(),
  );
});

test("law: LOW never fires", () => {
  fc.assert(
    fc.property(
      anyLessons,
      anyMoment,
      fc.integer({ min: 1, max: 3 }),
      (drafts, moment, priority) => {
        const lessons = drafts.map((draft) => readyLesson({ ...draft, priority }));
        expect(matchLessons(lessons, moment, threshold)).toEqual([]);
      },
    ),
    law(),
  );
});

test("law: what stands in quotes, comments and heredocs never fires", () => {
  const hidden = fc.constantFrom<(text: string) => string>(
    (text) => `echo '${text}'`,
    (text) => `git commit -m "${text}"`,
    (text) => `ls # ${text}`,
    (text) => `ls 'a' # '${text}'`,
    (text) => `cat > notes <<'END'\n${text}\nEND`,
    (text) => `cat <<-END | grep x\n\t${text}\nEND\n`,
    (text) => `sudo tee x <<END && true\n${text}\nEND`,
  );
  const dangerous = fc.stringMatching(/^rm -rf( [a-z/.;&|-]{1,6}){0,4}$/);
  const about = readyLesson({ commandPatterns: ["rm\\s+-rf"], priority: 10 });
  fc.assert(
    fc.property(hidden, dangerous, (hide, text) => {
      expect(judgeLesson(about, atCommand(text), threshold).fires).toBe(true);
      expect(judgeLesson(about, atCommand(hide(text)), threshold).veto).toBe("target");
    }),
    law(),
  );
});

function slugs(judgements: readonly Judgement[]): readonly string[] {
  return judgements.map(({ lesson: { slug } }) => slug);
}
