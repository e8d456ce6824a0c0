import type { LedgerEntry } from "../ledger/calls.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { hang } from "../../cli/layout.ts";
import type { Style } from "../../cli/terminal.ts";

interface Look {
  readonly style: Style;
  readonly width: number;
}

/** A call in a list: when, how it ended, what it was; and on a second line what it said when it failed. */
export function ledgerEntry(entry: LedgerEntry, { style, width }: Look): string {
  const when = entry.at === null ? "" : entry.at.slice(0, 16).replace("T", " ");
  const what = entry.command?.split("\n").join(" ; ") ?? entry.path ?? "";
  const head = hang(
    `${when.padEnd(16)}  ${outcomeWord(entry, style)}`,
    plainLine(`${entry.tool}  ${shortened(what)}`),
    { column: 31, width },
  );
  const said = entry.errorHead ?? "";
  if (said === "") return `${head}\n`;
  const failed = hang("", style("dim", plainLine(shortened(`${entry.failureClass}: ${said}`))), {
    column: 31,
    width,
  });
  return `${head}\n${failed}\n`;
}

function outcomeWord({ outcome, exitStatus }: LedgerEntry, style: Style): string {
  const word = exitStatus === null || exitStatus === 0 ? outcome : `${outcome} ${exitStatus}`;
  if (outcome === "ok") return style("green", word);
  return style(outcome === "error" || outcome === "timeout" ? "red" : "yellow", word);
}

const longest = 160;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}
