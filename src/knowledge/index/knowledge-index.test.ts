import fc from "fast-check";
import { expect, test } from "vitest";
import { indexText, knowledgeIndex } from "./knowledge-index.ts";
import { knowledgeText, readKnowledge } from "./read-knowledge.ts";
import { law } from "../../../test/kit/law.ts";

const decisions = `# Decisions

## ADR-001: Use result types

- **Area**: general
- **Status**: Active

## ADR-002: An old one

- **Status**: Deprecated

## ADR-003: From before

Nobody wrote a status.

\`\`\`md
## ADR-004: an example
- **Status**: Active
\`\`\`
`;
const pitfalls = `## PF-004: Background scripts become god scripts\r\n\r\n- **Area**: scripts/hooks/\r\n- **Status**: Active\r\n`;

test("the index lists what holds, with [unknown] where an entry has no status", () => {
  expect(indexText(knowledgeIndex({ decisions, pitfalls }), "/project")).toBe(`Decisions (2):
  ADR-001  Use result types  [Active]
  ADR-003  From before  [unknown]

Pitfalls (1):
  PF-004  Background scripts become god scripts  [Active]  —  scripts/hooks/

ADR-NNN entries live in /project/.memory/knowledge/decisions.md
PF-NNN  entries live in /project/.memory/knowledge/pitfalls.md
Before you rely on one, read its section there: it begins with \`## ADR-NNN:\` or \`## PF-NNN:\`.
`);
});

test("a title has no hidden characters and is cut", () => {
  const text = `## ADR-001: ${"long ".repeat(40)}\u001B[31m`;
  expect(knowledgeIndex({ decisions: text, pitfalls: "" }).decisions[0]?.title).toBe(
    `${"long ".repeat(14)}l…`,
  );
});

const piece = fc.constantFrom(
  "## ADR-001: a",
  "# b",
  "## c",
  "```",
  "~~~",
  "",
  "text",
  "- **Status**: x",
);

test("a file is its pieces, whatever stands in it and however its lines end", () => {
  const file = fc
    .tuple(fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }), fc.constantFrom("\n", "\r\n"))
    .map(([lines, end]) => lines.join(end));
  fc.assert(
    fc.property(file, (text) => {
      expect(knowledgeText(readKnowledge(text))).toBe(text);
    }),
    law(),
  );
});
