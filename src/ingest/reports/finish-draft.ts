import { bodyFields, bodyValue } from "../../core/body.ts";
import { longestLine } from "../../core/lesson.ts";
import { summarise, type Said } from "../imports/summarise.ts";
import type { Reading, ReportedDraft } from "./report.ts";

interface Parts extends Omit<ReportedDraft, "kind" | "body" | "summary"> {
  readonly said: Said;
  readonly title: string;
  readonly isFull: boolean;
}

/** The draft with its summary, unless it is so long that no lesson may be. */
export function finishDraft({ said, title, isFull, ...rest }: Parts): Reading {
  const draft: ReportedDraft = { ...summarise(said, title, () => {}), ...rest };
  const problem = lengthProblem(draft);
  return problem === undefined ? { draft, isFull } : { problem, class: "malformed" };
}

/** The limits are those of every lesson: what is longer is no advice but a dump. */
function lengthProblem({ kind, body }: ReportedDraft): string | undefined {
  for (const { name } of bodyFields[kind]) {
    const value = bodyValue(body, name) ?? [];
    if (Array.isArray(value) && value.length > longestList) {
      return `its ${name} has more than ${longestList} entries`;
    }
    const longest = singleLines.has(name) ? longestLine : longestText;
    if ([value].flat().some((text) => text.length > longest)) {
      return `its ${name} is longer than ${longest} characters`;
    }
  }
  return undefined;
}

const longestText = 10_000;
const longestList = 100;
const singleLines: ReadonlySet<string> = new Set(["area", "severity", "title"]);
