import { dirname, join } from "node:path";
import { attentionFile } from "../index/attention-file.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";
import type { Context } from "../../platform/context.ts";
import {
  listObservations,
  type ListedObservation,
  type ObservationQuery,
} from "./list-observations.ts";

/** Lists the observations of a project, and notes how many need a person where a status line finds it. */
export function lookAtObservations(
  context: Pick<Context, "database">,
  home: string,
  query: ObservationQuery,
): readonly ListedObservation[] {
  const observations = listObservations(context, query);
  const count = observations.filter(({ attention }) => attention.length > 0).length;
  const file = join(home, attentionFile(query.place.root));
  ensurePrivateDirectory(dirname(file));
  writeFileAtomically(file, [`${count}\n`]);
  return observations;
}
