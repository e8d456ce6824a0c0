import type { IngestReport, TextChange } from "../runs/ingest-run.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { hang, plural } from "../../cli/layout.ts";
import { decisionWord } from "./decision-word.ts";
import type { Look } from "../../cli/level-word.ts";

/** What was taken, and what is to be said about it. */
export function ingestText(
  { run, completed, missing, foreign }: IngestReport,
  look: Look,
): { readonly answer: string; readonly remarks: string } {
  const { width } = look;
  const rows = completed.map(
    ({ pair, verdict }) =>
      `${decisionWord(verdict, look)}  ${plainLine(pair.notePath)}  ${pair.gatePath}\n`,
  );
  const changes = new Map(
    completed.flatMap((done) => done.changes).map((change) => [change.path, change]),
  );
  const remarks = [
    ...[...changes.values()].map(changeText),
    ...missing.map(({ pair, why }) => `Missing: ${pair.notePath} by ${pair.gatePath} ${why}.`),
    ...foreign.map((problem) => `Left out: ${problem}.`),
    `Run ${run}: ${plural(completed.length, "pair")} accepted${missing.length === 0 ? "" : `, ${missing.length} missing`}.`,
  ];
  return {
    answer: rows.join(""),
    remarks: remarks
      .map((remark) => `${hang("", plainLine(remark), { column: 0, width })}\n`)
      .join(""),
  };
}

export function changeText({ path, what, is }: TextChange): string {
  return is === "gone"
    ? `${path} is there no more: accepted is what the reviewer saw of it.`
    : `${path} changed since the prompt: accepted is what the reviewer saw, and lessons gates select reports ${what}-changed.`;
}
