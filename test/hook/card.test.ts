import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { frameDelivery } from "../../src/agents/our-text/frame.ts";
import { protocolText } from "../../src/capture/reports/protocol.ts";
import { adviceIn, HookGround, silent } from "../kit/hook-ground.ts";

const quiet = { protocol: "off" } as const;
const id = "01J0000000000000000000000A";
const jq = { lessons: [id], line: "`jq` is not installed: use `node -p`", worth: 2 };
const zsh = {
  lessons: ["01J0000000000000000000000B"],
  line: "zsh: quote globs, an unmatched one aborts the line",
  worth: 1,
};
const elsewhere = { lessons: ["01J0000000000000000000000C"], line: "of another project", worth: 3 };
const card = { machine: [zsh, jq], "project:example.org/other": [elsewhere] };
const text = [
  "### Known here (lessons card)",
  "- `jq` is not installed: use `node -p`",
  "- zsh: quote globs, an unmatched one aborts the line",
].join("\n");

const started = (ground: HookGround, source = "startup") =>
  adviceIn(ground.event("SessionStart", { source }).out, "SessionStart");

test.each(["startup", "clear", "compact", "fork"])("%s brings the card of this place", (source) => {
  const ground = new HookGround([], { config: quiet, card });
  expect(started(ground, source)).toBe(frameDelivery([text]));
});

test("whoever resumes has read the card", () => {
  const ground = new HookGround([], { config: quiet, card });
  expect(ground.event("SessionStart", { source: "resume" })).toEqual(silent);
});

test("a subagent gets the card, too", () => {
  const ground = new HookGround([], { config: quiet, card });
  const { out } = ground.event("SubagentStart", { agent_id: "a1" });
  expect(adviceIn(out, "SubagentStart")).toBe(frameDelivery([text]));
});

test("what another agent's own sandbox showed is not said here", () => {
  const sandboxed = { ...zsh, line: "the shell has no network: ask for it", agents: ["codex"] };
  const ours = { ...jq, agents: ["claude-code", "codex"] };
  const ground = new HookGround([], { config: quiet, card: { machine: [sandboxed, ours] } });
  expect(started(ground)).toBe(frameDelivery([text.split("\n").slice(0, 2).join("\n")]));
});

test("a line claims nothing: the lesson still comes at its call", () => {
  const ground = new HookGround([{ id, commandPatterns: ["^jq\\b"], toolNames: ["Bash"] }], {
    config: quiet,
    card,
  });
  started(ground);
  expect(adviceIn(ground.bash("jq .a x.json").out, "PreToolUse")).toContain("text 0");
});

test("the note of a start names the lessons on its card", () => {
  const ground = new HookGround([], { config: quiet, card });
  started(ground);
  expect(ground.records("spool/sessions.jsonl")).toMatchObject([
    { lessons: 0, card: [id, "01J0000000000000000000000B"] },
  ]);
});

test("while lessons are paused there is no card", () => {
  const ground = new HookGround([], { config: quiet, card });
  writeFileSync(join(ground.home, "paused.json"), "{}");
  expect(started(ground)).not.toContain("Known here");
});

test("a card that is broken costs the card and nothing else", () => {
  const ground = new HookGround([], { config: { protocol: "short" }, card });
  writeFileSync(join(ground.home, "cache/current/card.json"), "{");
  expect(started(ground)).toBe(frameDelivery([protocolText("short")]));
});

test("lessons for the start take turns from session to session, and a compaction is the same session", () => {
  const rules = Array.from({ length: 9 }, (_, index) => ({
    priority: 5,
    injectOn: ["SessionStart" as const],
    text: `text ${index} ${"x".repeat(600)}`,
    shortText: `short ${index}`,
  }));
  const ground = new HookGround(rules, { config: quiet });
  const named = (source?: string) =>
    new Set(
      started(ground, source)
        .match(/^(?:text|short) \d/gm)
        ?.map((word) => word.slice(-1)),
    );
  const first = named();
  expect(named("compact")).toEqual(first);
  const all = new Set([...first, ...named(), ...named()]);
  expect(all.size).toBe(9);
  const [turns] = ground.names("turns");
  expect(readFileSync(join(ground.home, "turns", turns ?? ""), "utf8")).toBe("...");
});
