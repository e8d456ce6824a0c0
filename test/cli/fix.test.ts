import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";
import { missingPython } from "../scan/one-session.ts";
import { History } from "../stats/history.ts";
import { works } from "../stats/known-effects.ts";

const draft = {
  kind: "pitfall",
  summary: "python is not installed",
  body: { mistake: "There is no python.", remediation: "Use python3." },
  triggers: { commandPatterns: ["^python(?!\\S)"] },
  fix: { how: "instead", from: "python", to: "python3", times: 2, repairs: 2, sessions: 2 },
};

test("explain shows what a call becomes, and is silent at the corrected one", () => {
  const { program, slug } = prepared();
  const said = program.run(["explain", slug, "--command", "cd x && python 'a b'"]).out;
  expect(said).toContain("the call is corrected to `cd x && python3 'a b'`");
  expect(said).toContain("This call was corrected before it ran: `python3` instead of `python`.");
  const fixed = program.json(["explain", slug, "--command", "cd x && python3 'a b'"]);
  expect(fixed["call"]).toMatchObject({ fate: { is: "does-not-fire" } });
  const unsure = program.json(["explain", slug, "--command", "python a; python b"]);
  expect(unsure["call"]).toMatchObject({ fate: { is: "delivered", form: "hold" } });
});

test("explain and init say that another hook runs before shell calls", () => {
  const { program, slug } = prepared();
  mkdirSync(join(program.home, ".claude"), { recursive: true });
  const hooks = [{ matcher: "Bash", hooks: [{ type: "command", command: "rtk hook claude" }] }];
  const settings = JSON.stringify({ hooks: { PreToolUse: hooks } });
  writeFileSync(join(program.home, ".claude/settings.json"), settings);
  const words = "another hook runs before shell calls (rtk hook claude): it may override the fix";
  const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");
  expect(oneLine(program.run(["explain", slug]).out)).toContain(words);
  expect(oneLine(program.run(["init", "--dry-run"]).out)).toContain(words);
});

test("doctor warns of a fix for calls that also went well", () => {
  const history = new History();
  const { program } = history;
  program.ok(["add", "--json"], {
    input: JSON.stringify({ ...draft, slug: "python-0000", delivery: "fix" }),
  });
  const found = () =>
    (JSON.parse(program.run(["doctor", "--json"]).out).findings as { check: string }[]).find(
      ({ check }) => check === "fixes-what-works",
    );
  history.session(1, missingPython("toolu_1"));
  program.ok(["scan"]);
  expect(found()).toBeUndefined();
  history.session(2, works("toolu_2", "python a.py"));
  program.ok(["scan"]);
  expect(found()).toMatchObject({
    severity: "warning",
    slugs: ["python-0000"],
    text: expect.stringContaining("python-0000 (1 worked,"),
  });
});

test("a lesson without words to replace cannot correct calls, and the message says why", () => {
  const program = new Program();
  const { fix: _, ...without } = draft;
  const { status, err } = program.run(["add"], {
    input: JSON.stringify({ ...without, delivery: "fix" }),
  });
  expect(status).toBe(2);
  expect(err).toContain("delivery fix needs a fix that replaces words");
});

function prepared() {
  const program = new Program();
  const added = program.run(["add", "--json"], {
    input: JSON.stringify({ ...draft, delivery: "fix" }),
  });
  const { slug } = JSON.parse(added.out).lessons[0];
  return { program, slug: String(slug) };
}
