import { parseRegExpLiteral, visitRegExpAST } from "@eslint-community/regexpp";
import { expect, test } from "vitest";
import { measureGrowth } from "../../match/pattern/speed.ts";
import * as causes from "./correction-words.ts";
import * as words from "./correction-words.ts";
import * as hangs from "./correction-words.ts";
import * as speech from "./correction-words.ts";
import * as rules from "./correction-words.ts";
import * as concessions from "./user-correction.ts";
import * as verdicts from "./user-correction.ts";
import * as weights from "./user-correction.ts";
import * as lessons from "./explicit-lesson.ts";
import * as files from "./files-named.ts";
import * as memory from "./files-named.ts";
import * as own from "./own-words.ts";
import * as pastedLines from "./own-words.ts";
import * as pastedReports from "./own-words.ts";
import * as diagnoses from "./explicit-lesson.ts";
import * as notes from "./note-about.ts";
import * as askedOrders from "./asked-orders.ts";
import * as objections from "./objection.ts";
import * as shortRemarks from "./short-remark.ts";
import * as undo from "./undo-command.ts";
import * as pastedSayings from "../derive/pasted-saying.ts";
import * as saidRules from "../derive/said-rule.ts";
import * as bodies from "../derive/saying-body.ts";
import * as sayingTriggers from "../derive/saying-triggers.ts";
import * as quotes from "./own-words.ts";

const modules: readonly object[] = [
  causes,
  concessions,
  words,
  lessons,
  files,
  hangs,
  memory,
  own,
  pastedLines,
  pastedReports,
  diagnoses,
  speech,
  rules,
  undo,
  quotes,
  verdicts,
  weights,
  notes,
  askedOrders,
  objections,
  shortRemarks,
  pastedSayings,
  saidRules,
  bodies,
  sayingTriggers,
];
const patterns = [
  ...modules.flatMap((module): readonly unknown[] => Object.values(module)),
  ...words.wordSignals.flatMap(({ pattern, also }) => [pattern, also]),
  ...diagnoses.surestFirst,
  ...saidRules.forms.map(({ pattern }) => pattern),
  ...quotes.quotations,
].filter((value) => value instanceof RegExp);

test("there are patterns to look at", () => {
  expect(patterns.length).toBeGreaterThan(60);
});

test.each(patterns)("no text makes %s slow", ({ source, flags }) => {
  expect(measureGrowth({ source, flags })).toBeUndefined();
});

/** A long list of words gives more texts than are tried; the form shows the worst at once. */
test.each(patterns)("nothing but single characters is repeated without end in %s", (pattern) => {
  const repeated: string[] = [];
  visitRegExpAST(parseRegExpLiteral(pattern), {
    onQuantifierEnter: ({ element, max, raw }) => {
      const isOneCharacter = element.type.startsWith("Character");
      if (max > mostRepeats && !isOneCharacter) repeated.push(raw);
    },
  });
  expect(repeated).toEqual([]);
});

const mostRepeats = 4;
