import { isOver } from "../index/knowledge-index.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { fieldOf, passageOf, type Section } from "../index/read-knowledge.ts";
import { normalWords } from "./normal-words.ts";
import { noArea } from "./knowledge-entry.ts";

/** Whether an entry that holds says it already, whoever wrote it: the same area, and the same issue. */
export function isSamePitfall(section: Section, lesson: Lesson): boolean {
  if (lesson.kind !== "pitfall" || isOver(fieldOf(section, "Status") ?? "")) return false;
  const { area = noArea, mistake } = lesson.body;
  const issue = passageOf(section, "Issue");
  return (
    issue !== undefined &&
    normalWords(fieldOf(section, "Area") ?? noArea) === normalWords(area) &&
    normalWords(issue).slice(0, comparedLength) === normalWords(mistake).slice(0, comparedLength)
  );
}

const comparedLength = 60;
