import fc from "fast-check";
import { expect, test } from "vitest";
import { withKnowledgeSection } from "./agents-section.ts";
import { law } from "../../../test/kit/law.ts";

const texts = {
  decisions: "## ADR-001: Use results --> always\n\n- **Status**: Active\n- **Area**: src/\n",
  pitfalls: "## PF-002: @secrets in logs\n",
};

test("the index stands between the marks, and is taken out when there are no entries", () => {
  const file = withKnowledgeSection("# Ours\n", texts) ?? "";
  expect(file).toBe(`# Ours

<!-- lessons:knowledge, written by lessons render -->
## Decisions and pitfalls on record

Before you work on one of these areas, read the entry in its file, and cite it as
\`applies ADR-NNN\` or \`avoids PF-NNN\`.

In \`.memory/knowledge/decisions.md\`:

- ADR-001: Use results --\\> always (src/)

In \`.memory/knowledge/pitfalls.md\`:

- PF-002: \\@secrets in logs

<!-- /lessons:knowledge -->
`);
  expect(withKnowledgeSection(file, { decisions: "", pitfalls: "" })).toBe("# Ours\n\n");
});

test("half of the marks is left as it is", () => {
  const half = "a\n<!-- /lessons:knowledge -->\n";
  expect(withKnowledgeSection(half, texts)).toBe(half);
});

test("what a person wrote stays, and writing twice is writing once", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const file = withKnowledgeSection(before, texts) + after;
      const again = withKnowledgeSection(file, { decisions: "## ADR-9: x\n", pitfalls: "" }) ?? "";
      expect(again.startsWith(before)).toBe(true);
      expect(again.endsWith(after)).toBe(true);
      expect(withKnowledgeSection(file, texts)).toBe(file);
    }),
    law(),
  );
});
