import { gateType } from "./gate.ts";

/** A gate to be filled in. What stands in comments is not taken for criteria, so that it is refused until then. */
export function newGateText(id: string, title: string): string {
  return `---
type: ${gateType}
id: ${id}
# One line: what this gate looks at.
title: ${JSON.stringify(title)}
# lesson, markdown, or globs over the project's paths, such as docs/**/*.md
applies-to: [markdown]
# Only if a reviewer must look at other files of the project: sweeps leave it out then.
# needs: project
---

## Question

<!-- The one thing that a reviewer asks of a note. -->

## Pass

<!-- What must hold. -->

## Warn

<!-- What should be mended, but does no harm yet. -->

## Fail

<!-- What must not stay as it is. -->

## Examples

<!-- A few lines of a note with the result that they deserve, and why. -->
`;
}
