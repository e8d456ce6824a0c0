import { type Delivery, deliveries } from "../lesson.ts";
import { type Act, type ActName, type Targets } from "./act.ts";
import {
  type Cursor,
  isProblem,
  isWord,
  pass,
  peek,
  problemAt,
  tokenAt,
} from "./decision-cursor.ts";
import type { DecisionProblem } from "./decision-problem.ts";
import type { Token } from "./decision-tokens.ts";
import { actList, notAnAct, whichLessons } from "./act-problems.ts";
import { actOf, isField, words } from "./decision-words.ts";
import { parseChange } from "./parse-change.ts";
import { parseReason } from "./parse-reason.ts";
import { parseTargets } from "./parse-targets.ts";
import { isPlainTarget } from "./target-forms.ts";

/** The act at the cursor. `previous` is the one before it, which "it" and an act without lessons refer to. */
export function parseAct(cursor: Cursor, previous: Act | undefined): Act | DecisionProblem {
  const first = peek(cursor);
  const name = first.kind === "word" ? actOf(first.word) : undefined;
  if (name !== undefined) {
    cursor.at += 1;
    return name === "edit"
      ? parseEdit(cursor, first, previous)
      : parseNamed(cursor, name, first, previous);
  }
  if (previous?.act === "edit" && isField(first.word)) {
    return parseChange(cursor, first, previous.targets);
  }
  if (isPlainTarget(first) || isWord(first, words.pronouns)) {
    return parseAfterLessons(cursor, first, previous);
  }
  return notAnAct(cursor);
}

function parseNamed(
  cursor: Cursor,
  name: Exclude<ActName, "edit">,
  first: Token,
  previous: Act | undefined,
): Act | DecisionProblem {
  if (name === "show") pass(cursor, showOpenings);
  const targets = parseTargets(cursor, {
    previous: previous?.targets,
    isFollowedByWords: name === "archive",
  });
  if (isProblem(targets)) return targets;
  if (targets.length > 0) return parseEnding(cursor, name, targets, first);
  if (previous !== undefined && mayBeContinued.has(previous.act)) {
    return parseEnding(cursor, name, previous.targets, first);
  }
  return whichLessons(cursor, name, first);
}

/** `edit 2 summary to X`, or `change the summary of 2 to X`. */
function parseEdit(cursor: Cursor, first: Token, previous: Act | undefined): Act | DecisionProblem {
  const field = peek(cursor);
  const isFieldFirst =
    field.kind === "word" && isWord(tokenAt(cursor, cursor.at + 1), words.ofSigns);
  if (isFieldFirst) cursor.at += 2;
  const targets = parseTargets(cursor, {
    previous: previous?.targets,
    isFollowedByWords: true,
    isBeforeValue: isFieldFirst,
  });
  if (isProblem(targets)) return targets;
  if (targets.length === 0) return whichLessons(cursor, "edit", first);
  return parseChange(cursor, first, targets, isFieldFirst ? field : undefined);
}

/** "1 and 3: approve", "the rest is skipped". */
function parseAfterLessons(
  cursor: Cursor,
  first: Token,
  previous: Act | undefined,
): Act | DecisionProblem {
  const targets = parseTargets(cursor, { previous: previous?.targets, isFollowedByWords: true });
  if (isProblem(targets)) return targets;
  const end = cursor.at;
  pass(cursor, words.passives);
  const token = peek(cursor);
  const name = token.kind === "word" ? actOf(token.word) : undefined;
  if (name === undefined) {
    cursor.at = end;
    const part = problemAt(cursor, "what to do with it", { from: first });
    const verb = previous === undefined || previous.act === "edit" ? "approve" : previous.act;
    return { ...part, expected: `${actList} before it`, suggestion: `${verb} ${part.text}` };
  }
  cursor.at += 1;
  if (name === "edit") return parseChange(cursor, first, targets);
  return parseEnding(cursor, name, targets, first);
}

/** What may follow the lessons: how to deliver, the reason, where to put it. */
function parseEnding(
  cursor: Cursor,
  act: Exclude<ActName, "edit">,
  targets: Targets,
  first: Token,
): Act | DecisionProblem {
  switch (act) {
    case "approve": {
      const delivery = parseDelivery(cursor);
      return delivery === undefined ? { act, targets } : { act, targets, delivery };
    }
    case "archive": {
      const reason = parseReason(cursor, first);
      return typeof reason === "string" ? { act, targets, reason } : reason;
    }
    case "expand": {
      if (!pass(cursor, words.intoSigns)) return { act, targets };
      const into = peek(cursor);
      if (into.kind !== "quoted" && into.kind !== "word") {
        return problemAt(cursor, "the slug of the lesson to expand", { from: first });
      }
      cursor.at += 1;
      return { act, targets, into: into.text };
    }
    case "skip":
      pass(cursor, words.skipEndings);
      return { act, targets };
    case "unarchive":
    case "show":
      return { act, targets };
  }
}

function parseDelivery(cursor: Cursor): Delivery | undefined {
  const resume = cursor.at;
  pass(cursor, words.deliveryOpenings);
  const { word } = peek(cursor);
  const delivery = deliveries.find((name) => name === word);
  cursor.at = delivery === undefined ? resume : cursor.at + 1;
  return delivery;
}

/** After these a bare "approve" means the same lesson; after a verdict it would be a second one. */
const mayBeContinued: ReadonlySet<ActName> = new Set<ActName>(["edit", "show"]);
const showOpenings: ReadonlySet<string> = new Set(["details", "of", "for", "more", "about"]);
