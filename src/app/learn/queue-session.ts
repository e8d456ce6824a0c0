import { ownerOf } from "../../core/owner.ts";
import { makeRedact } from "../../core/redact.ts";
import { isEmpty, type Channels } from "../../learn/channels.ts";
import { displayPath, userHome } from "../../system/paths.ts";
import type { System } from "../../system/system.ts";
import type { FoundSession } from "./find-session.ts";
import { learningPlace, queueOf, type LearningPlace } from "./learning-place.ts";
import { readSession } from "./read-session.ts";

/** A session that has ended, and the project that it was about. */
export interface EndedHere {
  readonly place: LearningPlace;
  /** What a model would see of it. */
  readonly channels: ShownChannels;
  /** Nobody says anything in it that a model could look at. */
  readonly isSilent: boolean;
  /** Lets it wait in the queue of its project. */
  readonly queue: (home: string, system: Pick<System, "now" | "newId">) => void;
}

export type ShownChannels = Channels;

export interface EndingPlace {
  readonly environment: NodeJS.ProcessEnv;
  /** Where to look for the project when the log does not say it. */
  readonly workingDirectory: string;
}

export function endedSession(
  { log, sessionId: wanted }: FoundSession,
  { environment, workingDirectory }: EndingPlace,
): EndedHere {
  const redact = makeRedact(ownerOf(environment, userHome(environment)));
  const session = readSession(log, redact, wanted);
  const { agent, sessionId, repository } = session;
  const directory = session.workingDirectory ?? workingDirectory;
  const place = learningPlace(environment, directory, repository);
  return {
    place,
    channels: session.channels,
    isSilent: isEmpty(session.channels),
    queue: (home, system) =>
      queueOf(home, place).add(
        {
          agent,
          // A database is asked for it, so it must be as it was given.
          sessionId: wanted ?? sessionId,
          path: displayPath(log.path, environment),
          endedAt: system.now(),
          attempts: 0,
        },
        system.newId(),
      ),
  };
}
