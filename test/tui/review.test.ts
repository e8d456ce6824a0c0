import { expect, test } from "vitest";
import type { ReviewCard } from "../../src/review/review-card.ts";
import { startReview, type Message, type Model, planOf } from "../../src/review/screen/model.ts";
import { lineText } from "../../src/review/screen/frame.ts";
import { update } from "../../src/review/screen/update.ts";
import { view } from "../../src/review/screen/view.ts";
import { largeDeck, smallDeck } from "../kit/review-deck.ts";
import { keysOf, notEmpty, press, steps, typed } from "../kit/type-keys.ts";

const size = { columns: 80, rows: 24 };
const small = startReview(smallDeck, { size });
const [stash, tsNode, jsx] = smallDeck.cards.map(({ lesson: { id, slug } }, index) => ({
  id,
  slug,
  number: index + 1,
  edits: [],
  show: false,
}));

test("space selects what will be approved, and deselecting is a skip", () => {
  expect(planOf(typed(small, " ", "j", " ", " "))).toEqual([
    { ...stash, verdict: "approve" },
    { ...tsNode, verdict: "skip" },
  ]);
});

test("what nobody touched is not in the plan", () => {
  expect(planOf(typed(small, press.down, press.right, press.escape, press.end))).toEqual([]);
});

test("a selects all that are shown, and none when all are", () => {
  const git = typed(small, "/", "tag:git", press.enter, "a", press.escape);
  expect(planOf(git)).toEqual([{ ...stash, verdict: "approve" }]);
  expect(planOf(typed(small, "a", "a")).map(({ verdict }) => verdict)).toEqual([
    "skip",
    "skip",
    "skip",
  ]);
});

test("a leaves alone what is to be archived", () => {
  expect(planOf(typed(small, "x", "known", press.enter, "a"))).toEqual([
    { ...stash, verdict: "archive", reason: "known" },
    { ...tsNode, verdict: "approve" },
    { ...jsx, verdict: "approve" },
  ]);
});

test("only x archives, and only with a reason", () => {
  expect(planOf(typed(small, "x", press.enter, press.escape))).toEqual([]);
  expect(planOf(typed(small, "x", press.enter, "too niche", press.enter))).toEqual([
    { ...stash, verdict: "archive", reason: "too niche" },
  ]);
});

test("an edit persists when the person goes to other rows and comes back", () => {
  const edited = typed(small, press.right, press.enter, " at all", press.enter, "n", "p");
  expect(shown(edited)).toContain("✎summary");
  expect(planOf(edited)).toEqual([
    {
      ...stash,
      verdict: "none",
      edits: [{ field: "summary", value: "git stash silently drops untracked files at all" }],
    },
  ]);
});

test("every field can be edited, and a list is given whole", () => {
  const open = typed(small, press.right, press.enter);
  // From field to field with Tab, a letter into each.
  const all = typed(
    open,
    ...Array.from({ length: 40 }, () => ["Z", press.tab]).flat(),
    press.escape,
  );
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

test("a list with a line more is an array, so that a pattern may begin with a plus", () => {
  const patterns = typed(small, press.right, ...Array.from({ length: 12 }, () => press.down));
  const edited = typed(
    patterns,
    press.enter,
    press.clearLine,
    "+a,b",
    press.enter,
    "c",
    press.escape,
  );
  expect(planOf(edited)[0]?.edits).toEqual([{ field: "commandPatterns", value: '["+a,b","c"]' }]);
});

test("a problem is shown while it is typed, and nothing can be confirmed with it", () => {
  const empty = typed(small, " ", press.right, press.enter, press.clearLine);
  expect(shown(empty)).toContain("! summary must not be empty");
  const confirmation = typed(empty, press.enter, "c");
  expect(shown(confirmation)).toContain("Cannot be saved as it is:");
  const [last] = steps(confirmation, keysOf("y")).slice(-1);
  expect(last?.effect).toBe(undefined);
  expect(shown(typed(empty, "ok"))).not.toContain("must not be empty");
});

test("what is typed back is no edit", () => {
  const edited = typed(
    small,
    press.right,
    press.enter,
    "x",
    press.enter,
    press.enter,
    "\u007F",
    press.enter,
  );
  expect(planOf(edited)).toEqual([]);
});

test("h holds the call, and again lets it go", () => {
  expect(planOf(typed(small, " ", "h"))).toEqual([
    { ...stash, verdict: "approve", edits: [{ field: "delivery", value: "hold" }] },
  ]);
  expect(planOf(typed(small, " ", "h", "h"))).toEqual([{ ...stash, verdict: "approve" }]);
});

test("F corrects the call, h holds it instead, and the list says which", () => {
  expect(planOf(typed(small, " ", "F"))).toEqual([
    { ...stash, verdict: "approve", edits: [{ field: "delivery", value: "fix" }] },
  ]);
  expect(shown(typed(small, "F"))).toContain("[fix]");
  expect(planOf(typed(small, " ", "F", "h"))).toEqual([
    { ...stash, verdict: "approve", edits: [{ field: "delivery", value: "hold" }] },
  ]);
  expect(planOf(typed(small, " ", "F", "F"))).toEqual([{ ...stash, verdict: "approve" }]);
});

test("e adds a lesson to the one that it expands", () => {
  expect(planOf(typed(small, "j", "j", "e"))).toEqual([
    { ...jsx, verdict: "expand", into: "typescript-file-using-jsx" },
  ]);
  expect(planOf(typed(small, "e"))).toEqual([]);
});

test.each([" ", press.enter])(
  "an archived row comes back with %j, in the list and in its card",
  (key) => {
    const { id, slug } = smallDeck.noise[0]?.lesson ?? { id: "", slug: "" };
    const plan = [{ id, slug, verdict: "unarchive", edits: [], show: false }];
    const list = typed(small, "jjj");
    expect(planOf(typed(list, key))).toEqual(plan);
    const card = typed(list, press.right);
    expect(shown(card)).toContain("Archived by the model: duplicate: near-match");
    expect(shown(card)).toContain("[Unarchive]");
    expect(planOf(typed(card, key))).toEqual(plan);
    expect(planOf(typed(card, key, key))).toEqual([]);
  },
);

test("an archived row cannot be edited, archived or held", () => {
  expect(planOf(typed(small, "jjj", "x", "h", "e"))).toEqual([]);
});

test.each([
  ["stash", ["git-stash-drops-untracked"]],
  ["tag:lang", ["ts-node-esm-flag", "jsx-tsx-extension"]],
  ["tag:lang:ts esm", ["ts-node-esm-flag"]],
  ["kind:req", ["jsx-tsx-extension"]],
  ["level:MEDIUM kind:pitfall", ["ts-node-esm-flag"]],
  ["nothing like this", []],
])("the filter %j shows what it says", (filter, slugs) => {
  const { rows, visible } = typed(small, "/", filter);
  const found = visible.map((index) => rows[index]?.card.lesson.slug);
  expect(
    found.filter((slug) => smallDeck.cards.some(({ lesson }) => lesson.slug === slug)),
  ).toEqual(slugs);
});

test("the cursor stays on its lesson when the filter changes, and Esc brings the old filter back", () => {
  const there = typed(small, "j", "/", "ts");
  expect(currentSlug(there)).toBe("ts-node-esm-flag");
  const back = typed(there, press.escape);
  expect({ filter: back.filter, slug: currentSlug(back) }).toEqual({
    filter: "",
    slug: "ts-node-esm-flag",
  });
});

test("u takes back the last change, the whole of it, and goes where it was made", () => {
  const edited = typed(small, "a", press.right, press.enter, " more", press.enter, press.left, "j");
  const once = typed(edited, "u");
  expect(once.cursor).toBe(0);
  expect(planOf(once).map(({ verdict, edits }) => [verdict, edits])).toEqual([
    ["approve", []],
    ["approve", []],
    ["approve", []],
  ]);
  expect(planOf(typed(once, "u"))).toEqual([]);
  expect(typed(once, "u", "u").notice).toBe("Nothing to undo.");
});

test("y confirms and nothing else does", () => {
  const confirmation = typed(small, " ", "c");
  const effects = (...keys: readonly string[]) =>
    steps(confirmation, keysOf(...keys)).flatMap(({ effect }) => effect ?? []);
  expect(effects("y")).toEqual([
    { effect: "apply", plan: planOf(small).concat(planOf(confirmation)) },
  ]);
  expect(effects("n", press.enter, " ", "\u001B[200~y\u001B[201~", press.escape)).toEqual([]);
  // While it is being written, keys do nothing: not even twice.
  expect(effects("y", "y", "q", press.interrupt)).toHaveLength(1);
});

test("Enter on the last line confirms, and says so when nothing is decided", () => {
  expect(typed(small, " ", press.end, press.enter).mode.is).toBe("confirm");
  const nothing = typed(small, press.end, press.enter);
  expect(nothing.mode.is).toBe("list");
  expect(nothing.notice).toContain("Nothing is decided yet");
});

test("a failure is shown, and the decisions are still there", () => {
  const applying = typed(small, " ", "c", "y");
  const text = "ts-node-esm-flag changed since; review again";
  const { model } = update(applying, { is: "failed", text }, notEmpty);
  expect(shown(model)).toContain("Nothing was written: ts-node-esm-flag changed since");
  expect(planOf(typed(model, "n"))).toEqual([{ ...stash, verdict: "approve" }]);
});

test("q leaves, and asks first when something is decided", () => {
  const leave = { effect: "leave", isInterrupted: false };
  expect(steps(small, keysOf("q")).at(-1)?.effect).toEqual(leave);
  expect(steps(small, keysOf(" ", "q")).at(-1)?.effect).toBe(undefined);
  expect(steps(small, keysOf(" ", "q", "y")).at(-1)?.effect).toEqual(leave);
  expect(planOf(typed(small, " ", "q", "n"))).toEqual([{ ...stash, verdict: "approve" }]);
});

test.each([
  [],
  ["/"],
  ["x"],
  ["?"],
  [press.right],
  [press.right, press.enter],
  [" ", "c"],
  [" ", "q"],
])("Ctrl-C leaves from everywhere (%j)", (...keys) => {
  expect(steps(small, keysOf(...keys, press.interrupt)).at(-1)?.effect).toEqual({
    effect: "leave",
    isInterrupted: true,
  });
});

test("a paste is no keys, unless there is a field to paste into", () => {
  const paste = (text: string) => `\u001B[200~${text}\u001B[201~`;
  expect(typed(small, paste(" a x"))).toEqual(small);
  const edited = typed(
    small,
    press.right,
    press.enter,
    press.clearLine,
    paste("two\nlines\u001B[2J"),
    press.enter,
  );
  expect(planOf(edited)[0]?.edits).toEqual([{ field: "summary", value: "two lines[2J" }]);
});

test("the history of a card is loaded when it is opened, once", () => {
  const model = startReview(smallDeck, { size, canLoadHistory: true });
  const effects = steps(model, keysOf("j", press.right, "k", "p", "n", "n")).flatMap(
    ({ effect }) => effect ?? [],
  );
  expect(effects).toEqual([
    { effect: "loadHistory", card: smallDeck.cards[1] },
    { effect: "loadHistory", card: smallDeck.cards[2] },
  ]);
  const history = { calls: 900, fired: 2, sessions: 1, failed: 1, examples: ["ts-node a.ts"] };
  const open = typed(model, "j", press.right);
  expect(shown(open)).toContain("On your history: …");
  const loaded = update(open, withHistory({ history }), notEmpty).model;
  expect(shown(loaded)).toContain("fired 2 times in 1 session, 1 of");
});

function withHistory(found: Partial<ReviewCard>): Message {
  const card = smallDeck.cards[1];
  return { is: "history", id: tsNode?.id ?? "", card: card && { ...card, ...found } };
}

test("warnings that come with the history are on the card, in the list and in the confirmation", () => {
  const model = startReview(smallDeck, { size, canLoadHistory: true });
  const open = typed(model, "j", " ", press.right);
  expect(shown(typed(open, "c"))).toContain("1 of these were not tried on your history");
  const warnings = ["too broad: it would have fired at 9 % of your calls"];
  const loaded = update(open, withHistory({ warnings }), notEmpty).model;
  expect(shown(loaded)).toContain("! too broad: it would have fired at 9 %");
  const confirmation = shown(typed(loaded, "c"));
  expect(confirmation).toContain("! ts-node-esm-flag: too broad");
  expect(confirmation).not.toContain("not tried");
});

test("a long list scrolls by lines and by pages", () => {
  const large = startReview(largeDeck(500), { size });
  const page = typed(large, press.pageDown, press.pageDown);
  expect(page.cursor).toBe(26);
  expect(shown(page)).toContain("lesson number 27 ");
  const end = typed(large, press.end, press.up, press.up, press.up);
  expect(currentSlug(end)).toBe("lesson-500");
  expect(typed(end, press.home)).toMatchObject({ cursor: 0, top: 0 });
});

function currentSlug({ rows, visible, cursor }: Model): string | undefined {
  return rows[visible[cursor] ?? -1]?.card.lesson.slug;
}

function shown(model: Model): string {
  return view(model).lines.map(lineText).join("\n");
}
