import type { ReviewPair } from "../store/runs.ts";
import type { Catalogue } from "./find-gates.ts";
import { noteNow } from "./find-notes.ts";
import type { GateContext } from "./gate-context.ts";

/** A text that is not what a reviewer saw any more. */
export interface TextChange {
  readonly path: string;
  readonly what: "note" | "gate";
  readonly is: "changed" | "gone";
}

/** What became of the note and the gate of a pair since its prompt was written. */
export function changesSince(
  room: GateContext,
  catalogue: Catalogue,
  { notePath, gatePath, noteHash, gateHash }: ReviewPair,
): readonly TextChange[] {
  const note = noteNow(room, notePath)?.hash;
  const gate = catalogue.gates.find(({ path }) => path === gatePath)?.hash;
  return [
    ...changed("note", notePath, noteHash, note),
    ...changed("gate", gatePath, gateHash, gate),
  ];
}

function changed(
  what: TextChange["what"],
  path: string,
  seen: string | null,
  now: string | undefined,
): readonly TextChange[] {
  if (seen === now) return [];
  return [{ path, what, is: now === undefined ? "gone" : "changed" }];
}
