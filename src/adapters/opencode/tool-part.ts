import { recordAt, textAt, type JsonRecord } from "../../core/json-fields.ts";
import type { Emit } from "../adapter.ts";
import { toolAction } from "./action.ts";
import { instantAt } from "./instant-at.ts";
import type { Place } from "./session-reader.ts";
import { readState } from "./tool-state.ts";

/** A call is one part of a message; its end is written into the same part. */
export function readToolPart(part: JsonRecord, place: Place, emit: Emit): void {
  const state = recordAt(part, "state");
  const tool = textAt(part, "tool") ?? "";
  const callId = textAt(part, "callID") ?? textAt(part, "id") ?? "";
  if (callId === "") return;
  const action = toolAction(tool, recordAt(state, "input"));
  const times = recordAt(state, "time");
  emit({ is: "call", ...at(place, instantAt(times, "start")), callId, tool, action });

  const status = textAt(state, "status");
  if (state === undefined || (status !== "completed" && status !== "error")) return;
  const isShell = action.does === "shell";
  emit({
    is: "result",
    ...at(place, instantAt(times, "end")),
    callId,
    ...readState(state, { tool, isShell }),
  });
}

function at(place: Place, instant: string | undefined): Place {
  return instant === undefined ? place : { ...place, at: instant };
}
