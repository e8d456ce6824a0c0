import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { type Answer, type Remark, concessionIn, judgeCorrection } from "./user-correction.ts";

const afterWork: Remark = {
  text: "",
  isFirst: false,
  isRejectionReason: false,
  wasInterrupting: false,
  before: { calls: 12, edits: 3, lastAssistant: "All done, the suite is green." },
};
const offering = {
  ...afterWork.before,
  lastAssistant: "The fix is in. Want me to open a ticket for the rest?",
};
const silent: Answer = { undid: false, wroteMemory: false };
const conceding: Answer = { ...silent, firstText: "You're right, my mistake. Moving it back." };
const working: Answer = { ...silent, firstText: "Let me look at the module first." };

function judge(text: string, remark: Partial<Remark> = {}, answer: Answer = working) {
  return judgeCorrection({ ...afterWork, ...remark, text }, answer);
}

test("a correction that the agent concedes is accepted, with what spoke for it", () => {
  expect(
    judge("That's wrong, the port is 4000 because the proxy expects it", {}, conceding),
  ).toEqual({
    verdict: "accepted",
    signals: ["flat-contradiction", "contradiction", "bare-order", "agent-admits"],
    isStandingRule: false,
    hasCause: true,
    isCritical: false,
  });
});

test.each([
  "thats wrong",
  "That's not what I asked for",
  "no, that is the wrong way round and it breaks the importer",
  "You forgot to bump the version in the manifest",
  "u missed the second call site",
  "why are you using sudo here?",
  "stop adding emojis to the commit messages",
  "never commit straight to the release branch",
  "please always run the formatter before you commit",
  "from now on ask before you push",
  "we use pnpm here, not npm",
  "dont mock the database in these tests",
  "you shouldn't edit generated files",
  "you have to run the generator first",
  "that column was left nullable on purpose",
  "You ignored the rules in AGENTS.md",
  "the linter is failing again",
  "no, ignore that lesson: use python, it is fine here",
  "nein, das ist falsch",
  "non, c'est faux",
  "no, así no",
])("words that are clear enough nominate: %s", (text) => {
  expect(judge(text)?.verdict).toBe("nominated");
});

test.each([
  ["declines an offer", "no don't open one, we'll see", offering],
  ["answers a question", "no, just ship it", offering],
  ["is at ease", "actually I'm fine with that", afterWork.before],
  ["asks for something new", "Write the release note but don't publish it", afterWork.before],
  ["asks", "are you sure?", afterWork.before],
  ["reports what was seen", "I don't know which page it was, can you check?", afterWork.before],
  ["agrees", "yes please, do that", offering],
  ["goes on", "ok now add a test for the empty list", afterWork.before],
  ["lets go", "don't worry about the docs for now", afterWork.before],
  ["recalls", "I don't remember the exact flag", afterWork.before],
  ["only stops", "stop", afterWork.before],
  ["says nothing", "", afterWork.before],
])("a person who %s corrects nothing: %s", (_, text, before) => {
  expect(judge(text, { before })).toBeUndefined();
});

test("the first message of a session corrects nothing, whatever it says", () => {
  expect(judge("You forgot the tests, that's wrong", { isFirst: true }, conceding)).toBeUndefined();
});

test("the same order weighs more when it stops the agent at work", () => {
  const order = "do not rewrite the history";
  expect(judge(order, { before: offering })).toBeUndefined();
  expect(judge(order, { before: offering, wasInterrupting: true })?.verdict).toBe("accepted");
  expect(judge(order, { before: offering, isRejectionReason: true })?.verdict).toBe("accepted");
});

test("a place named in passing is a correction only when it stops the agent", () => {
  expect(judge("the server is in ../backend")).toBeUndefined();
  expect(judge("the server is in ../backend", { wasInterrupting: true })?.signals).toEqual([
    "fact",
    "interruption",
  ]);
});

test("a memory that the agent writes of its own accord makes the correction accepted", () => {
  const remark = "we never squash in this project";
  expect(judge(remark)?.verdict).toBe("nominated");
  expect(judge(remark, {}, { ...working, wroteMemory: true })?.verdict).toBe("accepted");
});

test("plain words count when the agent says that the person is right", () => {
  const remark = "the importer reads the second sheet as well";
  expect(judge(remark)).toBeUndefined();
  expect(judge(remark, {}, conceding)?.signals).toEqual(["statement", "agent-admits"]);
});

test("pasted output of a failing check is a report when the agent has edited", () => {
  const pasted = "[lint] src/a.ts:3:1 unused variable\n[lint] ERROR task failed";
  expect(judge(pasted)?.signals).toEqual(["pasted-failure"]);
  expect(judge(pasted, { before: { calls: 4, edits: 0 } })).toBeUndefined();
  expect(judge(`can you explain this?\n${pasted}`)).toBeUndefined();
});

test("a pasted review is nominated when the agent agrees with it, and never accepted", () => {
  const review =
    "Cache is never cleared\n\nHigh Severity\n\nThe map grows with every request because entries are wrong.";
  expect(judge(review)).toBeUndefined();
  expect(judge(review, {}, conceding)?.verdict).toBe("nominated");
});

test("words in pasted text are not the person's", () => {
  expect(judge("> you forgot the tests, that's wrong", {}, working)).toBeUndefined();
  expect(judge("```\nthat's wrong, you forgot it\n```", {}, working)).toBeUndefined();
});

test("a rule, its cause and its importance are told apart", () => {
  const said = judge("important: never force-push, because others pull from it", {}, conceding);
  expect(said).toMatchObject({ isStandingRule: true, hasCause: true, isCritical: true });
});

const anyRemark = fc.record({
  text: fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          "you",
          "forgot",
          "don't",
          "no",
          "wrong",
          ".",
          "?",
          "\n",
          "use",
          "not",
          "it",
          "$ x",
          ">",
          "```",
        ),
        { maxLength: 30 },
      )
      .map((words) => words.join(" ")),
  ),
  isFirst: fc.boolean(),
  isRejectionReason: fc.boolean(),
  wasInterrupting: fc.boolean(),
  before: fc.record({ calls: fc.nat(9), edits: fc.nat(9), lastAssistant: fc.string() }),
});
const anyAnswer = fc.record({
  firstText: fc.oneof(fc.string(), fc.constantFrom("You're right.", "Got it", "Good catch")),
  undid: fc.boolean(),
  wroteMemory: fc.boolean(),
});

test("law: case, and spaces beside spaces, do not change the verdict", () => {
  fc.assert(
    fc.property(anyRemark, anyAnswer, (remark, answer) => {
      // Letters whose other case is another word to a pattern ("ß", "İ") are not what people shout in.
      fc.pre(/^[\n -~]*$/u.test(remark.text));
      const loud = {
        ...remark,
        text: remark.text.toUpperCase().replaceAll(/(?<=\S) (?=\S)/gu, "  "),
      };
      const quiet = { ...remark, text: remark.text.toLowerCase() };
      expect(judgeCorrection(loud, answer)).toEqual(judgeCorrection(quiet, answer));
    }),
    law(),
  );
});

test("law: an apostrophe less, or a curly one, does not change the verdict", () => {
  const remark = fc.constantFrom("don't", "that's", "you're", "shouldn't", "it's", "I didn't ask");
  fc.assert(
    fc.property(fc.array(remark, { maxLength: 4 }), anyAnswer, (words, answer) => {
      const text = `${words.join(" ")} wrong`;
      const typed = { ...afterWork, text };
      const curly = { ...afterWork, text: text.replaceAll("'", "’") };
      const bare = { ...afterWork, text: text.replaceAll("'", "") };
      expect(judgeCorrection(curly, answer)).toEqual(judgeCorrection(typed, answer));
      expect(judgeCorrection(bare, answer)).toEqual(judgeCorrection(typed, answer));
    }),
    law(),
  );
});

test("law: it never throws, and what the agent does can only add to a correction", () => {
  fc.assert(
    fc.property(anyRemark, anyAnswer, (remark, answer) => {
      const alone = rank(judgeCorrection(remark, silent)?.verdict);
      const answered = rank(judgeCorrection(remark, answer)?.verdict);
      expect(answered).toBeGreaterThanOrEqual(alone);
    }),
    law({ quick: 500 }),
  );
});

function rank(verdict: "accepted" | "nominated" | undefined): number {
  if (verdict === undefined) return 0;
  return verdict === "accepted" ? 2 : 1;
}

test.each([
  ["My mistake, that flag was never there.", "admits"],
  ["You're right, and I should have checked first.", "admits"],
  ["Sorry about that. Moving it.", "admits"],
  ["You’re absolutely right!", "yields"],
  ["Ah, you are right. Let me fix it.", "yields"],
  ["Correct. It only compiles.", "yields"],
  ["Good catch — fixing it now.", "praises"],
  ["Fair enough, dropping it.", "praises"],
  ["Got it, no more mocks.", "obeys"],
  ["Understood. I'll leave it alone.", "obeys"],
  ["Let me read the file first.", undefined],
  ["Good question! It reads the cache.", undefined],
  ["", undefined],
])("%s → %s", (answer, concession) => {
  expect(concessionIn(answer)).toBe(concession);
});

test("only the beginning of an answer concedes", () => {
  expect(concessionIn(`${"I changed the parser. ".repeat(20)}You're right.`)).toBeUndefined();
});

test.each([
  "Tienes razón, lo muevo arriba.",
  "Você tem razão, vou corrigir.",
  "Вы правы, исправляю.",
  "您说得对，我来修改。",
  "おっしゃる通りです。直します。",
])("an agent that says in its language that the person is right yields: %s", (answer) => {
  expect(concessionIn(answer)).toBe("yields");
});

test("output of any program is a report when the agent then mends its work", () => {
  const text = "error: the ledger has no account 4711\n    at book (src/ledger.ts:3:1)";
  expect([judge(text)?.signals, judge(text, {}, { ...working, reworked: true })?.signals]).toEqual([
    undefined,
    ["pasted-failure"],
  ]);
});
