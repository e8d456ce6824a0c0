import { randomBytes } from "node:crypto";
import type { Paths } from "../../platform/paths.ts";
import { compile } from "../../deliver/compile/compile.ts";
import type { Context } from "../../platform/context.ts";
import {
  markerLifeMs,
  markerNamed,
  placeMarker,
  removeMarker,
  type Marker,
} from "../../deliver/compile/marker-file.ts";

export function newMarker(): Marker {
  return markerNamed(randomBytes(6).toString("hex"));
}

/** Lets hooks read one lesson more while `work` is done. It is in no store, and it concerns nobody else's calls. */
export function withMarker<Result>(
  context: Context,
  paths: Paths,
  marker: Marker,
  work: () => Result,
): Result {
  const { system } = context;
  const until = new Date(Date.parse(system.now()) + markerLifeMs).toISOString();
  placeMarker(paths.home, marker, { id: system.newId(), until });
  try {
    compile(context, paths);
    return work();
  } finally {
    removeMarker(paths.home, marker);
    compile(context, paths);
  }
}
