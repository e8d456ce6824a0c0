import type { BrokenGate, Gate } from "../runs/find-gates.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

/** A gate in a list: its id and what it looks at, and below where it comes from and what it is for. */
export function gateEntry(
  { id, path, title, appliesTo, needsProject }: Gate,
  { style, width }: Look,
): string {
  const needs = needsProject ? " · needs the project" : "";
  const facts = `${path} · for ${appliesTo.join(", ")}${needs}`;
  return [
    hang(style("bold", id), title, { column, width }),
    hang("", style("dim", facts), { column, width }),
    "",
  ].join("\n");
}

const column = 30;

/** Gates that cannot be asked, each with the reason. Empty when there are none. */
export function brokenGatesNote(broken: readonly BrokenGate[], { style, width }: Look): string {
  if (broken.length === 0) return "";
  const lines = broken.map(({ path, problem }) =>
    hang("", plainLine(`${path}: ${problem}`), { column: 2, width }),
  );
  const head = style("yellow", `${plural(broken.length, "gate")} cannot be asked:`);
  return `\n${[head, ...lines].join("\n")}\n`;
}
