import { clusterOf } from "../../src/capture/episodes/episodes.ts";
import type {
  Episode,
  FailureStory,
  SayingStory,
  StoredEpisode,
} from "../../src/capture/episodes/episode.ts";
import { noon } from "./store.ts";

/** A failed push, but for what the test is about. */
export function failureStory(change: Partial<FailureStory> = {}): FailureStory {
  return {
    is: "failure",
    fact: { class: "protected-branch", subject: change.signature ?? "rejected" },
    tool: "Bash",
    head: "git push",
    failureClass: "git-push-rejected",
    about: "rule",
    signature: "rejected",
    headline: "rejected",
    attempts: 1,
    ...change,
  };
}

export function sayingStory(words: string): SayingStory {
  return {
    is: "saying",
    by: "person",
    words,
    isStandingRule: false,
    hasCause: false,
    isCritical: false,
    isRejection: false,
    signals: [],
    tools: [],
    edited: [],
    ran: [],
    actionKeywords: [],
    contextKeywords: [],
  };
}

/** As a detector finds it. */
export function foundEpisode(change: Partial<Episode> = {}): Episode {
  const { line = 1 } = change;
  return {
    kind: "tool-error-fixed",
    verdict: "accepted",
    line,
    lines: [],
    seenAt: noon,
    anchor: `line ${line}`,
    story: failureStory(),
    ...change,
  };
}

/** The same as the store gives it back. */
export function storedEpisode(change: Partial<StoredEpisode> = {}): StoredEpisode {
  const { anchor: _anchor, ...found } = foundEpisode();
  const { story = found.story, projectId = "ours", system = null } = change;
  return {
    ...found,
    number: 1,
    cluster: clusterOf(story, projectId, system).cluster,
    log: 1,
    agent: "claude-code",
    sessionId: "s1",
    projectId,
    system,
    file: "~/logs/1.jsonl",
    lesson: null,
    ...change,
  };
}
