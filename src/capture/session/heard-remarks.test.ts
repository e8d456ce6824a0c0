import { expect, test } from "vitest";
import type { SessionEvent } from "../../agents/event.ts";
import { configDefaults } from "../../platform/configuration/settings.ts";
import type { SayingStory } from "../episodes/episode.ts";
import { SessionFold } from "./session-fold.ts";

const noon = "2026-01-01T12:00:00.000Z";

function sayingsIn(...events: readonly SessionEvent[]) {
  const fold = new SessionFold({
    settings: configDefaults.detectors,
    redact: (text) => text,
    fallbackTime: noon,
    identifyProject: () => ({ id: "demo", label: "demo" }),
  });
  for (const event of events) fold.take(event);
  return [...fold.takeFinished().episodes, ...fold.openEpisodes()].flatMap((episode) =>
    episode.story.is === "saying" ? [{ ...episode, story: episode.story }] : [],
  );
}

const asked: SessionEvent = { is: "user", line: 1, text: "build the shop" };
const says = (line: number, text: string): SessionEvent => ({ is: "assistant", line, text });
const runs = (line: number, command: string): readonly SessionEvent[] => [
  { is: "call", line, callId: `c${line}`, tool: "Bash", action: { does: "shell", command } },
];

test("a queued message stands where the agent gets it, and its answer begins there", () => {
  const text = "that is wrong, the port is 4000";
  const [found] = sayingsIn(
    asked,
    says(2, "Done."),
    { is: "user", line: 3, text },
    says(4, "Now the second page."),
    { is: "user", line: 6, text, isDelivery: true },
    says(7, "You're right, my mistake."),
  );
  expect({ line: found?.line, lines: found?.lines, answer: found?.story.answer }).toEqual({
    line: 6,
    lines: [3],
    answer: "You're right, my mistake.",
  });
});

test("the reason for a rejection belongs to the call, also when the agent never says a word", () => {
  const [found] = sayingsIn(
    asked,
    ...runs(2, "git status"),
    { is: "result", line: 3, callId: "c2" },
    ...runs(4, "git push --force"),
    { is: "result", line: 5, callId: "c4", ending: "rejected", reason: "the mirror breaks then" },
  );
  expect({ lines: found?.lines, ran: found?.story.ran }).toEqual({
    lines: [4],
    ran: ["git push --force"],
  });
});

test("what the agent writes into its instructions after a remark is kept with it", () => {
  const action = {
    does: "edit",
    path: "CLAUDE.md",
    noted: "- Never round prices before tax",
  } as const;
  const noted = sayingsIn(
    asked,
    says(2, "Done."),
    { is: "user", line: 3, text: "no, the prices were rounded before tax again" },
    { is: "call", line: 4, callId: "e", tool: "Edit", action },
    { is: "result", line: 5, callId: "e" },
    says(6, "Noted."),
  ).map(({ story }: { readonly story: SayingStory }) => story.noted);
  expect(new Set(noted)).toEqual(new Set(["Never round prices before tax"]));
});

test("a remark after which the agent changes the same file again is an objection", () => {
  const edits = (line: number, path: string): readonly SessionEvent[] => [
    { is: "call", line, callId: `e${line}`, tool: "Edit", action: { does: "edit", path } },
    { is: "result", line: line + 1, callId: `e${line}` },
  ];
  const signalsWhen = (next: string) =>
    sayingsIn(
      asked,
      ...edits(2, "shop/footer.css"),
      says(4, "Done."),
      { is: "user", line: 5, text: "the footer belongs under the map" },
      says(6, "Moving it."),
      ...edits(7, next),
    ).map(({ story }) => story.signals);
  expect([signalsWhen("shop/footer.css"), signalsWhen("shop/cart.ts")]).toEqual([
    [["norm", "objection"]],
    [["norm"]],
  ]);
});

test("a lasting rule in the task with which a session begins is kept, the task is not", () => {
  const wordsIn = (text: string) =>
    sayingsIn({ is: "user", line: 1, text }).map(({ verdict, story }) => [verdict, story.words]);
  expect([
    wordsIn("add a price page, we should not show cents"),
    wordsIn("add a price page. We never show cents."),
    wordsIn("add a price page and don't use the old cart"),
  ]).toEqual([
    [],
    [["accepted", "add a price page. We never show cents."]],
    [["weak", "don't use the old cart"]],
  ]);
});

test("a note after an agreement is about what was said before it", () => {
  const note = "---\ntype: feedback\n---\nNever round prices in the cart.";
  const action = { does: "write", path: ".claude/memory/prices.md", noted: note } as const;
  const found = sayingsIn(
    asked,
    says(2, "Done."),
    { is: "user", line: 3, text: "why are the prices rounded?" },
    says(4, "They should not be. Shall I note that?"),
    { is: "user", line: 5, text: "yes" },
    { is: "call", line: 6, callId: "w", tool: "Write", action },
    { is: "result", line: 7, callId: "w" },
  );
  expect(found.map(({ story }) => [story.words, story.noted])).toContainEqual([
    "why are the prices rounded?",
    "Never round prices in the cart",
  ]);
});

test.each([
  "build the shop. From now on, put fixtures under testdata",
  "build the shop. This project uses tabs",
  "build the shop. Don't push without asking me",
  "build the shop. Ask me before you install anything",
  "build the shop. Our convention is to name branches after tickets",
  "build the shop. Whenever you add a page, run the formatter",
  "build the shop. Use the id types wherever we can",
  "build the shop. Immer zuerst die Tests laufen lassen",
  "가게를 만드세요. 테스트는 항상 먼저 실행하세요",
])("a first prompt keeps a rule of every form: %s", (text) => {
  expect(sayingsIn({ is: "user", line: 1, text }).map(({ verdict }) => verdict)).toEqual([
    "accepted",
  ]);
});
