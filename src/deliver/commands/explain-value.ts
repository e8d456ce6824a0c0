import type { CallExplanation, LessonExplanation } from "../explain/explain-lesson.ts";
import { mostScore } from "../../match/relevance.ts";
import { firingWords, limitWords } from "./firing-words.ts";
import { obstacleWords } from "./obstacle-words.ts";

/** An explanation for `--json`: scores and points as fractions, like the settings they are compared with. */
export function explainValue({
  record,
  ready,
  obstacles,
  bluntIn,
  call,
}: LessonExplanation): object {
  const {
    evidence: _evidence,
    transitions: _transitions,
    edits: _edits,
    feedback: _feedback,
    sourceSessionIds: _sessions,
    ...lesson
  } = record;
  return {
    lesson,
    when: [...firingWords(record), ...limitWords(record).map((limit) => `only ${limit}`)],
    obstacles: obstacles.map((each) => ({ is: each.is, text: obstacleWords(each, record) })),
    blunt: bluntIn,
    mostScore: mostScore(ready) / 1000,
    text: ready.text,
    shortText: ready.shortText,
    call: call === undefined ? null : callValue(call),
  };
}

function callValue({
  payload,
  moment,
  lookedAt,
  judgement,
  threshold,
  fate,
}: CallExplanation): object {
  const { fires, relevance, score, veto, conditions } = judgement;
  return {
    tool: payload.call.tool,
    project: moment.project ?? null,
    lookedAt: {
      ...lookedAt,
      messages: moment.recentMessages.length,
      workflows: moment.workflows,
    },
    fires,
    fate,
    veto: veto ?? null,
    relevance: relevance / 1000,
    score: score / 1000,
    threshold: threshold / 1000,
    conditions: conditions.map(({ points, ...condition }) => ({
      ...condition,
      points: points / 1000,
    })),
  };
}
