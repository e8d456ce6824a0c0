import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { gateText } from "../../../test/gates/gate-ground.ts";
import { gatesOfProject } from "../runs/find-gates.ts";
import { newGateText } from "../runs/new-gate.ts";
import { readGate } from "./read-gate.ts";
import { law } from "../../../test/kit/law.ts";

const good = gateText("prose/plain");

test("a gate says its title and what it is for", () => {
  expect(readGate(good, "prose/plain")).toEqual({
    title: "About prose/plain",
    appliesTo: ["markdown", "lesson"],
    needsProject: false,
    remarks: [],
  });
  const looking = good.replace("type: ", "needs: project\ntype: ");
  expect(readGate(looking, "prose/plain")).toMatchObject({ needsProject: true });
  expect(readGate(good.replaceAll("\n", "\r\n"), "prose/plain")).toMatchObject({ remarks: [] });
});

test.each([
  ["no frontmatter", good.slice(4), "does not begin with frontmatter"],
  ["frontmatter that is no YAML", good.replace("title: ", "title: [["), "cannot be read"],
  ["another type", good.replace("review-gate", "note"), "its type must be review-gate"],
  [
    "another id",
    good.replace("prose/plain", "prose/other"),
    "its id must match its path: prose/plain",
  ],
  ["no title", good.replace("About prose/plain", '""'), "its title must be"],
  ["nothing that it is for", good.replace(/applies-to.*/, ""), "its applies-to must be"],
  ["an unknown word", good.replace(/\[markdown, lesson\]/, "notes"), 'names "notes"'],
  ["an unknown kind", good.replace(/\[markdown, lesson\]/, "lesson:pit"), "the kinds are pitfall"],
  ["a bad glob", good.replace(/\[markdown, lesson\]/, '"docs/[*.md"'), "is not a glob"],
  [
    "an unknown need",
    good.replace("type: ", "needs: time\ntype: "),
    "its needs can only be project",
  ],
  ["no question", good.replace("Is it good?", ""), 'has no text under "## Question"'],
  ["no fail criteria", good.replace("## Fail", "## Failure"), 'has no text under "## Fail"'],
  ["criteria in a comment", good.replace("- it is bad", "<!-- bad -->"), '"## Fail"'],
  [
    "criteria in an example",
    good.replace("## Fail\n", "```\n## Fail\n").replace("## Examples", "```\n## Examples"),
    '"## Fail"',
  ],
])("a gate with %s is refused, and the message says why", (_, text, problem) => {
  expect(readGate(text, "prose/plain")).toEqual({ problem: expect.stringContaining(problem) });
});

test("a gate without examples is taken, and remarked on", () => {
  expect(readGate(good.replace('- "good" passes', ""), "prose/plain")).toMatchObject({
    remarks: [expect.stringContaining("has no examples")],
  });
});

test("a new gate is refused until its criteria are filled in", () => {
  const empty = newGateText("prose/plain", 'A "title": with colons');
  expect(readGate(empty, "prose/plain")).toEqual({
    problem: expect.stringContaining('"## Question", "## Pass", "## Warn", "## Fail"'),
  });
  const filled = empty.replaceAll(/<!--.*-->/g, "- something");
  expect(readGate(filled, "prose/plain")).toMatchObject({ title: 'A "title": with colons' });
});

test("whatever stands in a file, reading it does not throw", () => {
  const pieces = fc.constantFrom(
    "---\n",
    "type: review-gate\n",
    "id: a/b\n",
    "## Pass\n",
    "<!--",
    "x",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: "binary" }))), (parts) => {
      expect(readGate(parts.join(""), "a/b")).toBeTypeOf("object");
    }),
    law(),
  );
});

test("every built-in gate can be asked, has examples, and the three lenses are complete", () => {
  const builtIn = join(import.meta.dirname, "../../../library/gates");
  const { gates, broken } = gatesOfProject({ root: "/nowhere", builtInGates: builtIn });
  expect(broken).toEqual([]);
  expect(gates.flatMap(({ remarks }) => remarks)).toEqual([]);
  expect(gates.map(({ path }) => path)).toEqual([
    "builtin:lesson/advice-not-order",
    "builtin:lesson/mistake-explains-why",
    "builtin:lesson/not-situational",
    "builtin:lesson/remediation-concrete",
    "builtin:lesson/trigger-precise",
    "builtin:prose/claims-supported",
    "builtin:prose/redundancy",
    "builtin:prose/source-residue",
    "builtin:semantic/contradiction",
    "builtin:semantic/grounding-alignment",
    "builtin:semantic/scope",
  ]);
});

test.each([
  ["in a code span", "- it has a `<!--` that nobody closes"],
  ["in a fence", "- it has this:\n\n```html\n<!--\n```\n"],
])("the mark of a comment %s hides nothing behind it", (_, criterion) => {
  const text = good.replace("- it could be better", criterion);
  expect(readGate(text, "prose/plain")).toMatchObject({ title: "About prose/plain" });
});

test("a comment over several lines with code in it hides what is in it, and no more", () => {
  const hidden = good.replace("- it is bad", "<!-- like this:\n```\n- it is bad\n```\n-->");
  expect(readGate(hidden, "prose/plain")).toEqual({
    problem: expect.stringContaining('has no text under "## Fail"'),
  });
  const shown = good.replace("- it is bad", "<!-- a\nb --> - it is bad");
  expect(readGate(shown, "prose/plain")).toMatchObject({ remarks: [] });
});
