import { ownerOf, makeRedact } from "../../redact/redact.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { isEmpty, type Channels } from "./channels.ts";
import type { SessionName } from "./queue-entry.ts";
import { displayPath, userHome } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import type { FoundSession } from "./find-session.ts";
import { queueOf } from "./queue.ts";
import { learningPlace, type LearningPlace } from "../../platform/project/learning-place.ts";
import { readSession } from "./read-session.ts";

/** A session that has ended, and the project that it was about. */
export interface EndedHere {
  readonly place: LearningPlace;
  readonly name: SessionName;
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
  const { agent, sessionId, repository, endedAt } = session;
  // A database is asked for it, so it must be as it was given.
  const name: SessionName = { agent, sessionId: wanted ?? sessionId };
  const directory = session.workingDirectory ?? workingDirectory;
  const place = learningPlace(environment, directory, repository);
  return {
    place,
    name,
    channels: session.channels,
    isSilent: isEmpty(session.channels),
    queue: (home, system) =>
      queueOf(home, place).add(
        {
          ...name,
          path: displayPath(log.path, environment),
          endedAt: notAfter(system.now(), endedAt),
          attempts: 0,
        },
        system.newId(),
      ),
  };
}

/** When a session ended by its log. A log from the future, and one without times, ended now. */
function notAfter(now: Instant, endedAt: Instant | undefined): Instant {
  const ended = Date.parse(endedAt ?? "");
  return ended <= Date.parse(now) ? new Date(ended).toISOString() : now;
}
