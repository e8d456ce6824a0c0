import type { Moment } from "../../match/moment.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { parseScope } from "../../lesson/record/lesson.ts";
import { fileTail } from "../../platform/files/read-text-file.ts";
import type { HookPayload } from "./hook-payload.ts";
import { recentTalk, type RecentTalk } from "./hook-talk.ts";

/** A payload of a call that is about to be made. */
export type ToolPayload = HookPayload & Required<Pick<HookPayload, "call">>;

/** The project that a session works in, as far as it is known. */
export interface CallPlace {
  /** `project:<id>` */
  readonly project?: string;
  readonly projectRoot?: string;
  /** `lang:` tags */
  readonly stack: readonly string[];
}

/** The moment of a call as lessons look at it. Of the transcript, its end is read where a lesson asks for words. */
export function hookMoment(
  { call, workingDirectory, agentType, transcriptPath }: ToolPayload,
  place: CallPlace,
  {
    lessons,
    environment,
  }: { readonly lessons: readonly ReadyLesson[]; readonly environment: NodeJS.ProcessEnv },
): Moment {
  const project = place.project === undefined ? undefined : parseScope(place.project);
  const talk = needsTalk(lessons) ? talkIn(transcriptPath) : silence;
  const workflow = environment["LESSONS_WORKFLOW"];
  return {
    call,
    ...(project === undefined ? {} : { project }),
    ...(place.projectRoot === undefined ? {} : { projectRoot: place.projectRoot }),
    ...(workingDirectory === undefined ? {} : { workingDirectory }),
    stack: place.stack,
    recentMessages: talk.messages,
    workflows: [...talk.workflows, agentType, workflow].flatMap((name) => name || []),
  };
}

const silence: RecentTalk = { messages: [], workflows: [] };

/** Enough for the last messages, and no more however long the session is. */
const tailBytes = 65_536;

function talkIn(transcriptPath: string | undefined): RecentTalk {
  return transcriptPath === undefined ? silence : recentTalk(fileTail(transcriptPath, tailBytes));
}

/** Most lessons ask for nothing that was said, and then nothing is read. */
function needsTalk(lessons: readonly ReadyLesson[]): boolean {
  return lessons.some(
    ({ actionKeywords, contextKeywords, workflowNames }) =>
      actionKeywords.length + contextKeywords.length + workflowNames.length > 0,
  );
}
