import type { JsonRecord } from "../../core/json-fields.ts";
import type { Emit } from "../adapter.ts";
import type { Place } from "../place.ts";
import type { SessionState } from "./session-state.ts";

/** Everything that a record of one rollout is read with. */
export interface Reading {
  readonly payload: JsonRecord;
  readonly place: Place;
  readonly state: SessionState;
  readonly emit: Emit;
}
