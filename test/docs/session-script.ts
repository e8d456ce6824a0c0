import type { Step } from "../adapters/scribe.ts";

/** What happens in a session of the guide, and what the hook is shown to add to it. */
export type ScriptPart =
  | { readonly is: "said"; readonly step: Step; readonly lines: readonly string[] }
  | { readonly is: "called"; readonly call: ScriptCall; readonly lines: readonly string[] }
  | { readonly is: "told"; readonly lines: readonly string[] };

export interface ScriptCall {
  readonly tool: string;
  /** The command of a shell, or a path. */
  readonly target: string;
  readonly exitStatus: number;
  readonly output: string;
  /** The hook did not let it run. */
  readonly isHeld: boolean;
}

/**
 * A session as Claude Code shows it: `> ` before what the person says, `● Bash(…)` or `● Write(…)` for a call with
 * its result behind `⎿` (`held`: a hook refused it), and everything else is what the agent says. What a hook tells the
 * agent stands behind `│`.
 */
export function readScript(lines: readonly string[]): readonly ScriptPart[] {
  const groups: { kind: Kind; lines: string[] }[] = [];
  for (const line of lines) {
    const kind = kindOf(line);
    const last = groups.at(-1);
    if (last !== undefined && belongsTo(last.kind, kind)) last.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups.map((group) => partOf(group.kind, group.lines));
}

type Kind = "person" | "agent" | "call" | "result" | "told";

function kindOf(line: string): Kind {
  if (line.startsWith("> ")) return "person";
  if (line.startsWith("● ")) return "call";
  if (line.startsWith("  ⎿ ")) return "result";
  return line.startsWith("│") ? "told" : "agent";
}

function belongsTo(kind: Kind, next: Kind): boolean {
  if (kind === "call") return next === "result";
  return kind === next && kind !== "person";
}

function partOf(kind: Kind, lines: readonly string[]): ScriptPart {
  if (kind === "told") return { is: "told", lines };
  if (kind === "call") return { is: "called", call: readCall(lines), lines };
  const text = lines.join("\n").trim();
  const step: Step =
    kind === "person"
      ? { step: "person-says", text: text.slice("> ".length) }
      : { step: "agent-says", text };
  return { is: "said", step, lines };
}

function readCall([first = "", ...results]: readonly string[]): ScriptCall {
  const [, tool = "", target = ""] = /^● (\w+)\((.*)\)$/.exec(first) ?? [];
  const output = results.map((line) => line.slice("  ⎿ ".length)).join("\n");
  const [, status = "0"] = /^Exit code (\d+)\n/.exec(output) ?? [];
  return {
    tool,
    target,
    exitStatus: Number(status),
    output: output.replace(/^Exit code \d+\n/, ""),
    isHeld: output === "held",
  };
}
