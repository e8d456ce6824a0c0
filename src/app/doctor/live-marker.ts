import { randomBytes } from "node:crypto";
import { cacheFiles } from "../../compile/cache-files.ts";
import { publishCache } from "../../compile/publish-cache.ts";
import { readPattern } from "../../core/pattern.ts";
import type { ReadyLesson } from "../../core/ready-lesson.ts";
import type { Paths } from "../../system/paths.ts";
import { compile } from "../compile.ts";
import { countCandidates } from "../count-candidates.ts";
import { deliveryConfig } from "../delivery-config.ts";
import { knownProjects } from "../known-projects.ts";
import { readyLessons } from "../ready-lessons.ts";
import { toolSkills } from "../tool-skills.ts";
import type { Workshop } from "../workshop.ts";

/** A command that nobody else runs, and the words that the agent can only have from the lesson about it. */
export interface Marker {
  readonly command: string;
  readonly words: string;
}

export function newMarker(): Marker {
  const name = randomBytes(6).toString("hex");
  return { command: `echo lessons-call-${name}`, words: `lessons-proof-${name}` };
}

/**
 * Lets hooks read one lesson more while `work` is done. It is in no store: should we be ended in between, the next
 * compilation forgets it, and until then it concerns nobody else's calls.
 */
export function withMarker<Result>(
  workshop: Workshop,
  paths: Paths,
  marker: Marker,
  work: () => Result,
): Result {
  const { database, config, system } = workshop;
  const { lessons } = readyLessons(database, config);
  const input = {
    lessons: [...lessons, markerLesson(marker, system.newId())],
    config: deliveryConfig(config),
    waiting: countCandidates(workshop),
    projects: knownProjects(paths.home),
    skills: toolSkills(paths.skills, lessons, config.cliIntelThreshold),
  };
  publishCache(paths.cache, cacheFiles(input, system.now()));
  try {
    return work();
  } finally {
    compile(workshop, paths);
  }
}

function markerLesson({ command, words }: Marker, id: string): ReadyLesson {
  return {
    id,
    slug: "doctor-marker",
    kind: "pitfall",
    priority: 8,
    confidence: 1,
    scope: "global",
    delivery: "advise",
    injectOn: ["PreToolUse"],
    toolNames: ["Bash"],
    commandPatterns: [readPattern(`^${command}\\b`)],
    pathPatterns: [],
    contentPatterns: [],
    actionKeywords: [],
    contextKeywords: [],
    workflowNames: [],
    tags: [],
    text: `### HIGH pitfall: lessons doctor looks whether this arrives\n${words}: nothing is to be done about it.`,
    shortText: words,
  };
}
