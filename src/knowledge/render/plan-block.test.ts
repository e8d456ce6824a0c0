import fc from "fast-check";
import { expect, test } from "vitest";
import { nothingToSay, planBlock } from "./plan-block.ts";
import { law } from "../../../test/kit/law.ts";

const texts = {
  start: { rules: ["Never force a push → merge instead"], card: ["`jq` is not installed"] },
  decisions: "## ADR-001: Use results --> always\n\n- **Status**: Active\n- **Area**: src/\n",
  pitfalls: "## PF-002: @secrets in logs\n",
};

test("rules, card and index stand between the marks, and are taken out when there is nothing to say", () => {
  const { text: file = "", contentHash } = planBlock("# Ours\n", texts, undefined);
  expect(file).toBe(`# Ours

<!-- lessons:knowledge, written by lessons render -->
## Known in this project

- Never force a push → merge instead
- \`jq\` is not installed

## Decisions and pitfalls on record

Before you work on one of these areas, read the entry in its file, and cite it as
\`applies ADR-NNN\` or \`avoids PF-NNN\`.

In \`.memory/knowledge/decisions.md\`:

- ADR-001: Use results --\\> always (src/)

In \`.memory/knowledge/pitfalls.md\`:

- PF-002: \\@secrets in logs

<!-- /lessons:knowledge -->
`);
  expect(planBlock(file, texts, contentHash)).toEqual({ does: "keep", text: file, contentHash });
  expect(planBlock(file, nothingToSay, contentHash)).toEqual({
    does: "remove",
    text: "# Ours\n\n",
    contentHash: undefined,
  });
});

test("half of the marks is left as it is", () => {
  const half = "a\n<!-- /lessons:knowledge -->\n";
  expect(planBlock(half, texts, undefined)).toMatchObject({ does: "leave-edited", text: half });
});

test("what a person wrote stays, and writing twice is writing once", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const { text, contentHash } = planBlock(before, texts, undefined);
      const file = text + after;
      const other = { ...nothingToSay, decisions: "## ADR-9: x\n" };
      const again = planBlock(file, other, contentHash).text ?? "";
      expect(again.startsWith(before)).toBe(true);
      expect(again.endsWith(after)).toBe(true);
      expect(planBlock(file, texts, contentHash).text).toBe(file);
    }),
    law(),
  );
});

test("a block that a person edited stays theirs, also when it is switched off; one that they deleted is not written again", () => {
  const { text: file = "", contentHash } = planBlock("# Ours\n", texts, undefined);
  const edited = file.replace("merge instead", "ask first");
  for (const wanted of [texts, { ...nothingToSay, decisions: "## ADR-9: x\n" }, nothingToSay])
    expect(planBlock(edited, wanted, contentHash)).toEqual({
      does: "leave-edited",
      text: edited,
      contentHash,
    });
  expect(planBlock("# Ours\n", texts, contentHash)).toEqual({
    does: "leave-out",
    text: "# Ours\n",
    contentHash,
  });
});

test("a block that nobody noted, after the manifest was lost, is ours only as we would write it now", () => {
  const { text: file = "", contentHash } = planBlock("", texts, undefined);
  expect(planBlock(file, texts, undefined)).toEqual({ does: "keep", text: file, contentHash });
  const older = planBlock("", { ...texts, pitfalls: "" }, undefined).text;
  expect(planBlock(older, texts, undefined)).toMatchObject({ does: "leave-edited", text: older });
});
