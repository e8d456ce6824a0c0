import { expect, test } from "vitest";
import { lineText } from "../../src/review/screen/frame.ts";
import { planOf, type Model, type ScreenEffect } from "../../src/review/screen/model.ts";
import { currentRow, pageRows } from "../../src/review/screen/page-items.ts";
import { startReview } from "../../src/review/screen/start-review.ts";
import { update } from "../../src/review/screen/update.ts";
import { view } from "../../src/review/screen/view.ts";
import {
  largeDeck,
  opened,
  reviewCard,
  reviewLesson,
  rowOf,
  smallDeck,
} from "../kit/review-deck.ts";
import {
  click,
  effectsOf,
  keysOf,
  notEmpty,
  press,
  steps,
  typed,
  wheel,
} from "../kit/type-keys.ts";

const size = { columns: 80, rows: 24 };
const small = startReview(opened(smallDeck), { size });
const [stash, , jsx] = smallDeck.cards.map(({ lesson: { id, slug } }) => ({
  id,
  slug,
  edits: [],
  show: false,
}));

test("it opens on ten, grouped, and the second list stands behind its number", () => {
  const [weak] = largeDeck(1).cards;
  const model = startReview(opened(largeDeck(25), weak && [weak]), { size });
  expect(pageRows(model)).toHaveLength(10);
  const text = shown({ ...model, size: { columns: 80, rows: 40 } });
  expect(text).toContain("Review · 1–10 of 25");
  expect(text).toContain("On this machine");
  expect(text).toContain("Next 10 of 15");
  expect(text).toContain("Maybe (1)");
});

test("the evidence stands in the list", () => {
  const wide = { ...small, size: { columns: 120, rows: 30 } };
  expect(shown(wide)).toContain("65× · 63 sessions · 17 min · fails 100 %");
  expect(shown(small)).toMatch(/65× · 17 min · fails 100 %/);
});

test("y approves and goes on, and y again takes it back", () => {
  const approved = typed(small, "y");
  expect(planOf(approved)).toEqual([{ ...stash, verdict: "approve" }]);
  expect(currentSlug(approved)).toBe("jsx-tsx-extension");
  expect(planOf(typed(approved, press.up, "y"))).toEqual([]);
});

test("what nobody touched is not in the plan", () => {
  expect(planOf(typed(small, press.down, press.right, press.escape, press.end))).toEqual([]);
});

test.each([
  ["1", "noise"],
  ["2", "duplicate"],
  ["3", "one-off"],
  ["4", "already known"],
  [press.enter, undefined],
])("x archives, and %j is the reason", (key, reason) => {
  expect(shown(typed(small, "x"))).toContain("1 noise  2 duplicate  3 one-off  4 already known");
  expect(planOf(typed(small, "x", key))).toEqual([{ ...stash, verdict: "archive", reason }]);
  expect(planOf(typed(small, "x", press.escape))).toEqual([]);
});

test("a reason may be in one's own words", () => {
  expect(planOf(typed(small, "x", "t", "too niche", press.enter))).toEqual([
    { ...stash, verdict: "archive", reason: "too niche" },
  ]);
});

test("a mark decides nothing; y or x decides for all marked, and only for them", () => {
  const marked = typed(small, " ", " ");
  expect(planOf(marked)).toEqual([]);
  expect(shown(marked)).toContain("2 marked");
  expect(planOf(typed(marked, "y")).map(({ slug, verdict }) => [slug, verdict])).toEqual([
    ["git-stash-drops-untracked", "approve"],
    ["jsx-tsx-extension", "approve"],
  ]);
  expect(planOf(typed(marked, "x", "1")).map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ["archive", "noise"],
    ["archive", "noise"],
  ]);
  expect(typed(marked, "y").marked.size).toBe(0);
  expect(typed(marked, press.escape).marked.size).toBe(0);
});

test("a marks the page, so that 48 alike are archived with three keys", () => {
  const many = startReview(opened(largeDeck(48)), { size });
  const plan = planOf(typed(many, "a", press.pageDown, "a", "x", "2"));
  expect(plan).toHaveLength(20);
  expect(planOf(typed(many, "a", "a", "y"))).toHaveLength(1);
});

test("marks in other lists are gone, so that no key is about what is not seen", () => {
  expect(
    typed(startReview(opened(smallDeck, [...largeDeck(1).cards]), { size }), " ", "m").marked.size,
  ).toBe(0);
});

test("H approves and holds, and again goes back to advice", () => {
  expect(planOf(typed(small, "H"))).toEqual([
    { ...stash, verdict: "approve", edits: [{ field: "delivery", value: "hold" }] },
  ]);
  expect(planOf(typed(small, "H", "H"))).toEqual([{ ...stash, verdict: "approve" }]);
  expect(planOf(typed(small, "h"))).toEqual([]);
});

test("F is only there where it was offered, else it says why in one line", () => {
  expect(typed(small, "F").notice).toBe("No fix here: your logs show no replacement that worked.");
  expect(planOf(typed(small, "F"))).toEqual([]);
  const card = smallDeck.cards[0];
  if (card === undefined) throw new Error("no card");
  const fixable = { ...card, fixProposal: "It failed 4 of 4 times in 2 sessions." };
  const model = startReview(opened({ cards: [fixable], noise: [] }), { size });
  expect(planOf(typed(model, "F"))).toEqual([
    { ...stash, verdict: "approve", edits: [{ field: "delivery", value: "fix" }] },
  ]);
  expect(shown(typed(model, "F"))).toContain("– fix");
});

test("+ adds a lesson to the one that it expands", () => {
  expect(planOf(typed(small, "j", "+"))).toEqual([
    { ...jsx, verdict: "expand", into: "typescript-file-using-jsx" },
  ]);
  expect(planOf(typed(small, "+"))).toEqual([]);
});

test("e edits: Enter saves, Esc cancels, and the field is seen", () => {
  const open = typed(small, "e");
  expect(shown(open)).toContain("Enter save  Esc cancel");
  expect(view(open).cursor).toBeDefined();
  expect(planOf(typed(open, " at all", press.escape))).toEqual([]);
  expect(planOf(typed(open, " at all", press.enter))).toEqual([
    {
      ...stash,
      verdict: "none",
      edits: [{ field: "summary", value: "git stash silently drops untracked files at all" }],
    },
  ]);
});

test("a line more is Ctrl-J, Tab saves and goes on, and what is typed back is no edit", () => {
  const problem = typed(small, "e", press.tab, press.newLine, "twice", press.tab);
  expect(planOf(problem)[0]?.edits).toEqual([
    {
      field: "mistake",
      value: "git stash only stashes tracked files; untracked files are left behind\ntwice",
    },
  ]);
  expect(planOf(typed(small, "e", "x", press.enter, "e", "\u007F", press.enter))).toEqual([]);
});

test("what lacks a fix is edited there first", () => {
  const [card] = smallDeck.cards;
  if (card === undefined) throw new Error("no card");
  const lesson = { ...card.lesson, flags: ["needsHumanFix" as const] };
  const model = startReview(opened({ cards: [{ ...card, lesson }], noise: [] }), { size });
  expect(planOf(typed(model, "e", " always", press.enter))[0]?.edits).toEqual([
    { field: "remediation", value: "Use git stash -u always" },
  ]);
});

test("every field can be edited behind d, and a list is given whole", () => {
  const open = typed(small, press.right, "d", "e");
  const all = typed(open, ...Array.from({ length: 40 }, () => ["Z", press.tab]).flat());
  const edits = planOf(all)[0]?.edits ?? [];
  expect(edits.map(({ field }) => field)).toEqual([
    "summary",
    "mistake",
    "remediation",
    "area",
    "impact",
    "priority",
    "confidence",
    "tags",
    "scope",
    "delivery",
    "injectOn",
    "toolNames",
    "commandPatterns",
    "pathPatterns",
    "contentPatterns",
    "actionKeywords",
    "contextKeywords",
    "workflowNames",
    "validFrom",
    "validUntil",
    "supersededBy",
  ]);
  expect(edits.find(({ field }) => field === "tags")?.value).toBe(
    '["severity:data-loss","tool:gitZ"]',
  );
});

test("a card has no database fields and no formulas before d", () => {
  const card = shown(typed({ ...small, size: { columns: 80, rows: 60 } }, press.right));
  expect(card).not.toMatch(/injectOn|supersededBy|commandPatterns|confidence/);
  expect(shown(typed({ ...small, size: { columns: 80, rows: 60 } }, press.right, "d"))).toMatch(
    /injectOn[\s\S]*supersededBy/,
  );
});

test("a card reads problem, fix, when it is shown, evidence, what it would have done", () => {
  const card = shown(typed(small, press.right));
  const order = ["Title", "Problem", "Fix", "Shown", "Evidence", "Replay"];
  const places = order.map((word) => card.indexOf(` ${word} `));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places.toSorted((one, other) => one - other)).toEqual(places);
});

test("the lines of the log come to the card that is opened, once", () => {
  const open = typed(small, press.right);
  const wanted = steps(small, keysOf(press.right, "n", "p", press.escape, press.enter)).flatMap(
    ({ effects }) => effects.filter(({ effect }) => effect === "loadExcerpt"),
  );
  expect(wanted).toHaveLength(2);
  const lines = [
    { by: "call", text: "$ git stash", isMistake: true },
    { by: "result", text: "No local changes to save", isMistake: true },
  ] as const;
  const learned = update(open, { is: "excerpt", id: stash?.id ?? "", lines }, notEmpty).model;
  expect(shown(learned)).toContain("│   $ git stash");
  expect(shown(learned)).toContain("│   ✗ No local changes to save");
});

test("an edited trigger asks for its replay at every text, and shows the one of the last", () => {
  const open = typed(small, "e", press.tab, press.tab, press.tab);
  expect(shown(open)).toContain("▸ Trigger");
  const replays = (effects: readonly ScreenEffect[]) =>
    effects.flatMap((effect) => (effect.effect === "replay" ? [effect] : []));
  const [first, second] = replays(effectsOf(open, "a", "b"));
  expect([
    first?.edits[0]?.value.endsWith('a"]'),
    second?.edits[0]?.value.endsWith('ab"]'),
  ]).toEqual([true, true]);
  const typing = typed(open, "a", "b");
  expect(shown(typing)).toContain("… replaying your edit");
  const history = { calls: 900, fired: 2, sessions: 1, failed: 1, examples: [] };
  const late = update(
    typing,
    { is: "replayed", id: stash?.id ?? "", key: first?.key ?? "", history },
    notEmpty,
  ).model;
  expect(shown(late)).toContain("… replaying your edit");
  const done = update(
    typing,
    { is: "replayed", id: stash?.id ?? "", key: second?.key ?? "", history },
    notEmpty,
  ).model;
  expect(shown(done)).toContain("with your edit, it fires at 2 calls");
  expect(shown(typed(done, press.enter))).toContain("with your edit, it fires at 2 calls");
});

test("E gives the field to the person's own editor, and takes what it is left with", () => {
  const open = typed(small, press.right);
  expect(effectsOf(open, "E")).toEqual([
    { effect: "openEditor", text: "git stash silently drops untracked files" },
  ]);
  const back = update(open, { is: "typed", text: "in my words\n" }, notEmpty).model;
  expect(planOf(back)[0]?.edits).toEqual([{ field: "summary", value: "in my words" }]);
  expect(update(open, { is: "typed", text: undefined }, notEmpty).model.notice).toContain("failed");
});

test("a problem is shown while it is typed, and nothing can be confirmed with it", () => {
  const empty = typed(small, "y", press.up, "e", press.clearLine);
  expect(shown(empty)).toContain("✗ summary must not be empty");
  const confirmation = typed(empty, press.enter, "c");
  expect(shown(confirmation)).toContain("Cannot be saved:");
  expect(effectsOf(confirmation, "y")).toEqual([]);
  expect(shown(typed(empty, "ok"))).not.toContain("must not be empty");
});

test("every decision is kept as it is made, and taken back as it is undone", () => {
  const kept = steps(small, keysOf("y", "x", "1", "u", " ", "j"))
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => (effect.effect === "keep" ? [effect.changes] : []));
  const archive = { verdict: { is: "archive", reason: "noise" }, edits: [] };
  expect(kept).toEqual([
    [[stash?.id, { verdict: { is: "approve" }, edits: [] }]],
    [[jsx?.id, archive]],
    [[jsx?.id, undefined]],
  ]);
});

test("a review goes on with the decisions of the last one, and R takes them all back", () => {
  const decisions = new Map([
    [stash?.id ?? "", { verdict: { is: "approve" } as const, edits: [] }],
  ]);
  const resumed = startReview(opened(smallDeck), { size, decisions, notice: "Resumed" });
  expect(shown(resumed)).toContain("Resumed");
  expect(planOf(resumed)).toEqual([{ ...stash, verdict: "approve" }]);
  const over = typed(resumed, "R");
  expect([planOf(over), planOf(typed(over, "u"))]).toEqual([
    [],
    [{ ...stash, verdict: "approve" }],
  ]);
});

test("what a model archived comes back with y, and nothing else can be done with it", () => {
  const { id, slug } = smallDeck.noise[0]?.lesson ?? { id: "", slug: "" };
  const list = typed(small, press.end, press.enter);
  expect(shown(list)).toContain("Archived by the model · 1–2 of 2");
  expect(shown(list)).toContain("duplicate: near-match");
  const plan = [{ id, slug, verdict: "unarchive", edits: [], show: false }];
  expect(planOf(typed(list, "y"))).toEqual(plan);
  expect(planOf(typed(list, press.right, "y"))).toEqual(plan);
  expect(planOf(typed(list, "x", "H", "e", "+"))).toEqual([]);
});

test.each([
  ["stash", ["git-stash-drops-untracked"]],
  ["tag:lang", ["ts-node-esm-flag", "jsx-tsx-extension"]],
  ["tag:lang:ts esm", ["ts-node-esm-flag"]],
  ["kind:req", ["jsx-tsx-extension"]],
  ["level:MEDIUM kind:pitfall", ["ts-node-esm-flag"]],
  ["project:api", ["ts-node-esm-flag"]],
  ["project:sh", ["git-stash-drops-untracked", "jsx-tsx-extension"]],
  ["tool:git", ["git-stash-drops-untracked"]],
  ["agent:claude-code", ["git-stash-drops-untracked"]],
  ["nothing like this", []],
])("the filter %j shows what it says", (filter, slugs) => {
  const { rows, visible } = typed(small, "/", filter);
  expect(visible.map((index) => rows[index]?.lesson.slug)).toEqual(slugs);
});

test("f offers the projects, tools and agents by name, with their numbers", () => {
  const picker = typed(small, "f");
  expect(shown(picker)).toMatch(/Project +shop +2\n +api +1\n +Tool +git +1\n +Agent +Codex +2/);
  expect(typed(picker, press.down, press.enter).filter).toBe("project:api");
  expect(typed(picker, press.escape).filter).toBe("");
});

test("the cursor stays on its lesson when the filter changes, and Esc brings the old filter back", () => {
  const there = typed(small, "jj", "/", "ts");
  expect(currentSlug(there)).toBe("ts-node-esm-flag");
  const back = typed(there, press.escape);
  expect({ filter: back.filter, slug: currentSlug(back) }).toEqual({
    filter: "",
    slug: "ts-node-esm-flag",
  });
});

test("the second list is read when it is asked for, and its cards ten at a time", () => {
  const weak = Array.from({ length: 12 }, (_, index) =>
    reviewCard(reviewLesson({ slug: `weak-${index}`, summary: `weak ${index}` })),
  );
  const model = startReview(opened(smallDeck, weak), { size });
  expect(effectsOf(model, "m")).toEqual([{ effect: "loadMaybe" }]);
  const rows = weak.map((card) => rowOf(card, "maybe"));
  const step = update(typed(model, "m"), { is: "maybe", rows }, notEmpty);
  expect(shown(step.model)).toContain("Maybe · 1–10 of 12");
  expect(step.effects).toEqual([
    { effect: "loadCards", ids: weak.slice(0, 10).map(({ lesson }) => lesson.id) },
  ]);
  expect(effectsOf(step.model, press.pageDown)).toEqual([
    { effect: "loadCards", ids: weak.slice(10).map(({ lesson }) => lesson.id) },
  ]);
  // Not read twice.
  expect(effectsOf(step.model, "m", "m")).toEqual([]);
});

test("u takes back the last change, the whole of it, and goes where it was made", () => {
  const edited = typed(small, "a", "y", press.home, "e", " more", press.enter, press.left, "j");
  const once = typed(edited, "u");
  expect(currentSlug(once)).toBe("git-stash-drops-untracked");
  expect(planOf(once).map(({ verdict, edits }) => [verdict, edits])).toEqual([
    ["approve", []],
    ["approve", []],
    ["approve", []],
  ]);
  expect(planOf(typed(once, "u"))).toEqual([]);
  expect(typed(once, "u", "u").notice).toBe("Nothing to undo.");
});

test("y confirms and nothing else does", () => {
  const confirmation = typed(small, "y", "c");
  const plan = planOf(confirmation);
  expect(effectsOf(confirmation, "y")).toEqual([{ effect: "apply", plan, thenConnect: false }]);
  expect(
    effectsOf(
      confirmation,
      "n",
      press.escape,
      "c",
      press.enter,
      " ",
      "i",
      "\u001B[200~y\u001B[201~",
    ),
  ).toEqual([]);
  // While it is being written, keys do nothing: not even twice.
  expect(effectsOf(confirmation, "y", "y", "q", press.interrupt)).toHaveLength(1);
});

test("where no agent is connected the confirmation says so, and i goes on with it", () => {
  const alone = startReview(opened(smallDeck), { size, isConnected: false });
  const confirmation = typed(alone, "y", "c");
  expect(shown(confirmation)).toContain("No agent is connected");
  expect(effectsOf(confirmation, "i")).toEqual([
    { effect: "apply", plan: planOf(confirmation), thenConnect: true },
  ]);
  expect(shown(typed(alone, "x", "1", "c"))).not.toContain("No agent is connected");
});

test("the last line of the list confirms, and c says so when nothing is decided", () => {
  expect(typed(small, "y", press.end, press.enter).mode.is).toBe("confirm");
  expect(typed(small, "c").notice).toContain("No decisions yet");
});

test("a failure is shown, and the decisions are still there", () => {
  const applying = typed(small, "y", "c", "y");
  const text = "ts-node-esm-flag changed since; review again";
  const { model } = update(applying, { is: "failed", text }, notEmpty);
  expect(shown(model)).toContain("Nothing was saved: ts-node-esm-flag changed since");
  expect(planOf(typed(model, "n"))).toEqual([{ ...stash, verdict: "approve" }]);
});

test("q leaves; with decisions it shows the one confirmation first, and keeps them", () => {
  const leave = { effect: "leave", isInterrupted: false };
  expect(effectsOf(small, "q")).toEqual([leave]);
  expect(effectsOf(small, "y", "q")).toEqual([]);
  expect(typed(small, "y", "q").mode.is).toBe("confirm");
  expect(effectsOf(small, "y", "q", "q")).toEqual([leave]);
});

test.each([[], ["/"], ["f"], ["x"], ["?"], [press.right], ["e"], ["y", "c"]])(
  "Ctrl-C leaves from everywhere (%j)",
  (...keys) => {
    expect(effectsOf(small, ...keys, press.interrupt).at(-1)).toEqual({
      effect: "leave",
      isInterrupted: true,
    });
  },
);

test("a paste is no keys, unless there is a field to paste into", () => {
  const paste = (text: string) => `\u001B[200~${text}\u001B[201~`;
  expect(typed(small, paste("yax"))).toEqual(small);
  const edited = typed(small, "e", press.clearLine, paste("two\nlines\u001B[2J"), press.enter);
  expect(planOf(edited)[0]?.edits).toEqual([{ field: "summary", value: "two lines[2J" }]);
});

test("a click goes to a lesson, another one opens it, and the wheel moves", () => {
  const first = shown(small)
    .split("\n")
    .findIndex((line) => line.includes("ts-node requires"));
  const there = typed(small, click(first));
  expect(currentSlug(there)).toBe("ts-node-esm-flag");
  expect(typed(there, click(first)).mode.is).toBe("card");
  expect(currentSlug(typed(small, wheel(1)))).toBe("jsx-tsx-extension");
  expect(currentSlug(typed(small, wheel(1), wheel(-1)))).toBe("git-stash-drops-untracked");
  expect(planOf(typed(small, click(0), click(23), click(400), wheel(1)))).toEqual([]);
});

test("a program's clean-up is offered first, says what it costs, and starts only with y", () => {
  const model = startReview(opened(smallDeck), { size, program: "claude" });
  expect(shown(model).split("\n")[1]).toContain("Let claude clean up first");
  expect(currentSlug(model)).toBe("git-stash-drops-untracked");
  expect(effectsOf(model, press.up, press.enter)).toEqual([{ effect: "estimate" }]);
  const cost = { candidates: 40, left: 3, tokens: 21_000 };
  const offer = update(typed(model, "M"), { is: "estimated", cost }, notEmpty).model;
  expect(shown(offer)).toMatch(/40 candidates[\s\S]*about 21,000 tokens/);
  expect(effectsOf(offer, press.enter, " ", "n")).toEqual([]);
  expect(effectsOf(offer, "y")).toEqual([{ effect: "cleanUp" }]);
  const running = typed(offer, "y");
  expect(effectsOf(running, "y", press.escape)).toEqual([{ effect: "stopCleanUp" }]);
  const cleaned = update(
    running,
    {
      is: "cleaned",
      opened: opened({ cards: smallDeck.cards, noise: [] }),
      said: "claude: 2 kept",
    },
    notEmpty,
  ).model;
  expect(shown(cleaned)).toContain("claude: 2 kept");
  expect(shown(cleaned)).not.toContain("clean up first");
});

test("what a model changed is to be decided anew, and what it left alone stays decided", () => {
  const model = startReview(opened(smallDeck), { size, program: "claude" });
  const cost = { candidates: 3, left: 0, tokens: 1000 };
  const asked = update(typed(model, "y", "y", "M"), { is: "estimated", cost }, notEmpty).model;
  const [first, ...others] = smallDeck.cards;
  if (first === undefined) throw new Error("no card");
  const changed = { ...first, lesson: { ...first.lesson, updatedAt: "2026-11-03T12:00:00.000Z" } };
  const step = update(
    typed(asked, "y"),
    { is: "cleaned", opened: opened({ cards: [changed, ...others], noise: [] }), said: "done" },
    notEmpty,
  );
  expect(planOf(step.model).map(({ slug }) => slug)).toEqual(["jsx-tsx-extension"]);
  expect(step.effects).toEqual([{ effect: "keep", changes: [[stash?.id, undefined]] }]);
});

test.each([60, 80, 200])("%i columns keep the keys that matter", (columns) => {
  const keys = (...pressed: readonly string[]) =>
    shown(typed({ ...small, size: { columns, rows: 24 } }, ...pressed))
      .split("\n")
      .at(-1) ?? "";
  for (const word of ["y approve", "x archive", "e edit", "c confirm", "q leave", "? keys"])
    expect(keys()).toContain(word);
  for (const word of ["y approve", "x archive", "e edit", "Esc back", "q leave", "? keys"])
    expect(keys(press.right)).toContain(word);
});

test("pages turn, and the end of a list is its end", () => {
  const large = startReview(opened(largeDeck(25)), { size });
  expect(currentSlug(typed(large, press.pageDown))).toBe("lesson-11");
  expect(currentSlug(typed(large, press.pageDown, press.pageDown, press.pageDown))).toBe(
    "lesson-21",
  );
  expect(currentSlug(typed(large, press.pageDown, press.pageUp))).toBe("lesson-1");
});

function currentSlug(model: Model): string | undefined {
  return currentRow(model)?.lesson.slug;
}

function shown(model: Model): string {
  return view(model).lines.map(lineText).join("\n");
}
