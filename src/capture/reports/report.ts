import { type Said, summarise } from "../../lesson/outside/body.ts";
import { present } from "../../lesson/outside/loose-json.ts";
import { bodyFields, bodyValue } from "../../lesson/record/body.ts";
import {
  type Flag,
  type Slug,
  longestLine,
  type Scope,
  parseScope,
} from "../../lesson/record/lesson.ts";
import { type Tag, parseTag, sortTags } from "../../lesson/record/tag.ts";
import type { Triggers } from "../../lesson/record/triggers.ts";
import { plainLine } from "../../redact/plain-text.ts";

/** `incomplete`: it can be read, but something that its kind must say is not there. `malformed`: anything else. */
export type ReportFlaw = "malformed" | "incomplete";

/** What the agent reported itself, at one place of one message. */
export type Report = ReportedLesson | Cancel | UnusableReport;

/** How a report is written: `#lesson … #/lesson`, or `[PROCESS_KNOWLEDGE] … [/PROCESS_KNOWLEDGE]`. */
export type ReportForm = "tag" | "block";

/** As people read them. */
export const formNames: Readonly<Record<ReportForm, string>> = {
  tag: "a #lesson tag",
  block: "a [PROCESS_KNOWLEDGE] block",
};

interface ReportedLesson {
  readonly is: "lesson";
  readonly from: ReportForm;
  /** A block that names its kind and its level and everything that its kind asks for: no default stands in. */
  readonly isFull: boolean;
  readonly draft: ReportedDraft;
  readonly notes?: ReportNotes | undefined;
  /** The report as it stands in the message, bounded, not yet redacted. */
  readonly quote: string;
}

/** Takes back the lesson with this slug, or the last one of the session. */
interface Cancel {
  readonly is: "cancel";
  readonly slug?: Slug | undefined;
}

/** A report that cannot become a lesson. It is said with its place, never swallowed. */
interface UnusableReport {
  readonly is: "problem";
  readonly from: ReportForm;
  readonly class: ReportFlaw;
  readonly problem: string;
  /** 1-based line of the message. */
  readonly lineInText: number;
}

/** What a report says, as far as its text alone can tell. Scores, project and patterns are the caller's. */
export type ReportedDraft = Said & {
  readonly summary: string;
  readonly tags: readonly Tag[];
  /** `project` is the project of the session, which only the caller knows. Absent: nothing was said. */
  readonly scope?: Scope | "project" | undefined;
  readonly triggers: ReportedTriggers;
  /** What the agent ran or did, in its own words. Patterns are made from it, never taken from the agent. */
  readonly triggerText?: string | undefined;
  /** A rule in one sentence, without a field. Text and trigger are proposed for it as for one that a person types. */
  readonly rule?: string | undefined;
  /** Absent when the report names none. */
  readonly priority?: number | undefined;
  readonly flags: readonly Flag[];
};

/** What a block says about itself beside what its kind asks for. None of it is a field of a lesson that agents may set. */
export interface ReportNotes {
  readonly description?: string | undefined;
  readonly evidence?: string | undefined;
  readonly author?: string | undefined;
  readonly confidence?: number | undefined;
}

export type ReportedTriggers = Partial<Omit<Triggers, "commandPatterns" | "contentPatterns">>;

/** What a reader makes of the inside of a report. A placeholder is the protocol itself, repeated, and no report. */
export type ReadReport =
  | {
      readonly draft: ReportedDraft;
      readonly isFull: boolean;
      readonly notes?: ReportNotes | undefined;
    }
  | {
      readonly problem: string;
      readonly class: ReportFlaw;
      /** 0-based, in the lines that were read. */
      readonly line?: number;
    }
  | "placeholder";

interface Parts extends Omit<ReportedDraft, "kind" | "body" | "summary"> {
  readonly said: Said;
  readonly title: string;
  readonly isFull: boolean;
}

/** The draft with its summary, unless it is so long that no lesson may be. */
export function finishDraft({ said, title, isFull, ...rest }: Parts): ReadReport {
  const draft = present({ ...summarise(said, title, () => {}), ...rest });
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

/** The small words of a report. What is not one of them is left out: a report is not refused for a remark. */

/** `lang:go, tool:git`, with commas, spaces or one per line. */
export function readTags(text: string): readonly Tag[] {
  const tags = text.split(/[,;\n]/u).flatMap((part) => tagsOf(bare(part)));
  return sortTags(tags).slice(0, most);
}

/** `project` is the session's own. */
export function readScope(text: string): Scope | "project" | undefined {
  const scope = bare(text);
  const word = scope.toLowerCase();
  if (word === "project" || word === "machine" || word === "global") return word;
  return parseScope(scope);
}

/** As the agent calls them: `Bash`, `mcp__github__search`. A tool that has no such name would never match. */
export function readToolNames(text: string): readonly string[] {
  const parts = plainLine(text.replaceAll("\n", ",")).split(/ and | or |[,;|]/u);
  const names = parts.map((part) =>
    bare(part)
      .replace(/ ?\([^]*$/u, "")
      .replace(/ tool$/iu, ""),
  );
  return [...new Set(names.filter((name) => toolName.test(name)))].slice(0, most);
}

const most = 100;
const toolName = /^[A-Za-z][\w.:/-]{0,99}$/u;

/** `lang: go` is one tag, `lang:go tool:git` are two, and `topic:two words` is none. */
function tagsOf(part: string): readonly Tag[] {
  const whole = parseTag(part.replaceAll(": ", ":"));
  if (whole !== undefined) return [whole];
  const words = part.split(" ").map((word) => parseTag(bare(word)));
  return words.every((tag) => tag !== undefined) ? words : [];
}

/** Without list marks, brackets and quotes around it. */
function bare(text: string): string {
  return plainLine(text)
    .replace(/^(?:[-*+•] )?[[\]"'`#]*/u, "")
    .replace(/[[\]"'`]{1,4}$/u, "")
    .trim();
}
