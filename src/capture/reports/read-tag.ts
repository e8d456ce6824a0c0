import { saidPitfall } from "../../lesson/outside/body.ts";
import { asText, withoutEmpty } from "../../lesson/outside/loose-json.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import { ruleLine } from "../derive/saying-body.ts";
import { isProtocolExample } from "./protocol.ts";
import { dedent, isBracketed, isFence, isPlaceholder } from "./report-content.ts";
import { type ReadReport, finishDraft, readScope, readTags, readToolNames } from "./report.ts";

/** What stands between `#lesson` and `#/lesson`: a pitfall by its fields, or a rule in one sentence. */
export function readTag(content: readonly string[]): ReadReport {
  const whole = content
    .filter((line) => !isFence(line))
    .join("\n")
    .trim();
  if (whole === "") return { problem: "it is empty", class: "incomplete" };
  if (isPlaceholder(whole)) return "placeholder";

  const { said, hasPlaceholder } = readTagFields(content);
  const mistake = said.mistake ?? said.summary;
  if (mistake === undefined) {
    if (hasPlaceholder && said.fix === undefined) return "placeholder";
    const rule = Object.keys(said).length === 0 ? ruleIn(whole) : undefined;
    if (rule !== undefined) return readRule(rule);
    return {
      problem: "it does not say what goes wrong (mistake or problem)",
      class: "incomplete",
    };
  }
  if (isProtocolExample(mistake, said.fix ?? "")) return "placeholder";

  return finishDraft({
    ...saidPitfall({ ...said, mistake, remediation: said.fix }),
    title: said.summary ?? headingOf(content[0]) ?? mistake,
    tags: readTags(said.tags ?? ""),
    scope: readScope(said.scope ?? ""),
    triggers: withoutEmpty({ toolNames: readToolNames(said.tool ?? "") }),
    triggerText: asText(commandText(said.trigger ?? "")),
    isFull: false,
  });
}

/** `#lesson always run lint:fix before lint #/lesson`. More than a sentence is no rule but a story. */
function ruleIn(whole: string): string | undefined {
  const line = plainLine(whole);
  const isSentence = line.length <= longestRule && line.split(" ").length >= fewestWords;
  return isSentence && !whole.includes("\n\n") && !line.endsWith("?") ? line : undefined;
}

const longestRule = 300;
const fewestWords = 3;

function readRule(rule: string): ReadReport {
  return finishDraft({
    said: { kind: "requirement", body: { constraint: rule } },
    title: ruleLine(rule),
    rule,
    flags: [],
    tags: [],
    triggers: {},
    isFull: false,
  });
}

/** `#lesson Quote globs in zsh`: words on the line of the opening that are no field. */
function headingOf(line = ""): string | undefined {
  return startsWithField(line) ? undefined : asText(line);
}

/** Without the fence or the backticks that only show that it is a command. */
function commandText(trigger: string): string {
  const text = trigger
    .split("\n")
    .filter((line) => !isFence(line))
    .join("\n")
    .trim();
  return /^`[^`]+`$/u.test(text) ? text.slice(1, -1).trim() : text;
}

/** What a tag says, field by field. */
interface TagFields {
  readonly said: Readonly<Partial<Record<TagField, string>>>;
  /** Some field was left as the protocol has it. */
  readonly hasPlaceholder: boolean;
}

/**
 * The fields of a tag. A value goes on until the next line that begins with a field's name, so a colon
 * inside it does no harm. Names inside a line count only where lines alone say nothing: on one-line tags.
 */
function readTagFields(content: readonly string[]): TagFields {
  const byLine = tidy(fieldsByLine(content));
  const { mistake, fix } = byLine.said;
  const isOneLine =
    startsWithField(content[0] ?? "") || (mistake === undefined && fix === undefined);
  const isWhole = mistake !== undefined && fix !== undefined;
  if (isWhole || byLine.hasPlaceholder || !isOneLine) return byLine;

  const inline = tidy(fieldsInside(content.join("\n")));
  const isBetter = inline.said.mistake !== undefined && inline.said.fix !== undefined;
  return isBetter || inline.hasPlaceholder ? inline : byLine;
}

type RawFields = Partial<Record<TagField, string>>;

function fieldsByLine(content: readonly string[]): RawFields {
  const { lines, keepsFences } = withoutOuterFence(content);
  const raw: RawFields = {};
  let field: TagField | undefined;
  let value: string[] = [];
  let isInFence = false;
  const finish = (): void => {
    if (field !== undefined) addTo(raw, field, valueOf(value));
  };
  for (const line of lines) {
    const key = isInFence ? undefined : keyOfLine(line);
    // A list of tags has lines such as `tool:git`.
    if (key !== undefined && !(field === "tags" && key.isTight && readTags(line).length > 0)) {
      finish();
      ({ field } = key);
      value = [key.value];
    } else if (field !== undefined && (isInFence || !isUnknownKey(line, field))) {
      value.push(line);
      if (keepsFences && isFence(line)) isInFence = !isInFence;
    }
  }
  finish();
  return raw;
}

/**
 * A key that nobody knows is left out. In prose it is one when it is written like the others (`word: …` at
 * the start of the line); what is indented, capitalised or fenced belongs to the text above it.
 */
function isUnknownKey(line: string, field: TagField): boolean {
  return (isShort.has(field) ? otherKey : plainKey).test(line);
}

const plainKey = /^[a-z][\w-]{0,40}:\s/u;

/** Fields that are never prose. */
const isShort: ReadonlySet<TagField> = new Set(["tool", "trigger", "scope", "tags"]);
const isProse: ReadonlySet<TagField> = new Set(["mistake", "fix", "summary"]);
const otherKey = /^[A-Za-z][\w-]{0,40}:\s/u;

/**
 * A fence that is opened before the fields, or before the tag, is closed behind the last one. Only when
 * the rest are pairs do they belong to the values.
 */
function withoutOuterFence(content: readonly string[]): {
  readonly lines: readonly string[];
  readonly keepsFences: boolean;
} {
  const first = content.findIndex((line) => keyOfLine(line)?.field !== undefined);
  const lines = content.slice(Math.max(first, 0));
  const keepsFences = lines.filter(isFence).length % 2 === 0;
  if (keepsFences) return { lines, keepsFences };
  return { lines: lines.toSpliced(lines.findLastIndex(isFence), 1), keepsFences };
}

function valueOf([first = "", ...below]: readonly string[]): string {
  const opening = blockScalar.test(first) ? [] : [first];
  return [...opening, ...dedent(below)].join("\n").trim();
}

/** As in YAML: the text begins on the next line. */
const blockScalar = /^[|>][+-]?$/u;

function fieldsInside(text: string): RawFields {
  const raw: RawFields = {};
  // The second time a name comes, it is a word of the text.
  const seen = new Set<TagField>();
  const keys = keysInside(text).filter(({ field }) => !seen.has(field) && seen.add(field));
  for (const [index, { field, end }] of keys.entries()) {
    const value = text.slice(end, keys[index + 1]?.start).trim();
    addTo(raw, field, value.replace(/[;|,]$/u, ""));
  }
  return raw;
}

function addTo(raw: RawFields, field: TagField, value: string): void {
  const earlier = raw[field];
  raw[field] = earlier === undefined ? value : `${earlier}\n${value}`;
}

function tidy(raw: RawFields): TagFields {
  const said: RawFields = {};
  let hasPlaceholder = false;
  for (const [field, value] of entriesOf(raw)) {
    const text = unquoted(plainText(value));
    if (isPlaceholder(text) || (isProse.has(field) && isBracketed(text))) hasPlaceholder = true;
    else if (text !== "") said[field] = text;
  }
  return { said, hasPlaceholder };
}

function entriesOf(raw: RawFields): readonly (readonly [TagField, string])[] {
  // Object.entries forgets that the keys are fields; `raw` has no others.
  return Object.entries(raw) as [TagField, string][];
}

function unquoted(text: string): string {
  const quote = text[0];
  if (quote === undefined || text.length < 2 || !"\"'".includes(quote)) return text;
  return text.indexOf(quote, 1) === text.length - 1 ? text.slice(1, -1).trim() : text;
}

/** The fields of a `#lesson` tag. */
type TagField =
  | "tool"
  | "trigger"
  | "mistake"
  | "fix"
  | "tags"
  | "scope"
  | "summary"
  | "area"
  | "impact";

/** A field that begins on a line: which one, and what stands behind the colon. */
interface TagKey {
  /** Absent: a field that other formats have and we do not keep. */
  readonly field: TagField | undefined;
  readonly value: string;
  /** No space behind the colon, as in `tool:git`, which is also how a tag looks. */
  readonly isTight: boolean;
}

/** The field that this line begins; undefined when it goes on with the one before it. */
function keyOfLine(line: string): TagKey | undefined {
  const match = keyAtStart.exec(line.trim());
  if (match === null) return undefined;
  const behind = match.input.slice(match[0].length);
  const field = fieldNames[(match[2] ?? "").toLowerCase()];
  const isTight = behind !== "" && behind.trimStart() === behind;
  return { field, value: behind.trim(), isTight };
}

export function startsWithField(text: string): boolean {
  return keyOfLine(text)?.field !== undefined;
}

/** Where fields begin inside a text, for tags that are written on one line. Only the protocol's own names. */
function keysInside(
  text: string,
): readonly { readonly field: TagField; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(keyInside)].flatMap((match) => {
    const field = fieldNames[(match[2] ?? "").toLowerCase()];
    if (field === undefined) return [];
    return [{ field, start: match.index, end: match.index + match[0].length }];
  });
}

const protocolNames: Readonly<Record<string, TagField>> = {
  tool: "tool",
  tools: "tool",
  trigger: "trigger",
  triggers: "trigger",
  mistake: "mistake",
  problem: "mistake",
  fix: "fix",
  remediation: "fix",
  solution: "fix",
  tags: "tags",
  tag: "tags",
  scope: "scope",
};

const fieldNames: Readonly<Record<string, TagField>> = {
  ...protocolNames,
  summary: "summary",
  title: "summary",
  area: "area",
  impact: "impact",
};

/** Facts about a lesson that agents like to add, however they write them. */
const unkeptNames =
  "severity|priority|level|confidence|category|type|kind|status|date|time|timestamp|session|session_id|agent|author|model|id|slug|source";

/** The name may stand behind a list mark and in bold: `- **fix:** …`, `**fix**: …`. */
const keyAtStart = new RegExp(
  `^(?:(?:[-*+•]|\\d{1,3}[.)])[ \\t]+)?([*_\`]{0,3})(${Object.keys(fieldNames).join("|")}|${unkeptNames})(?:[:：]\\1|\\1[ \\t]{0,3}[:：])`,
  "iu",
);

const keyInside = new RegExp(
  `(?<![^\\s;|,])([*_\`]{0,3})(${Object.keys(protocolNames).join("|")})(?:[:：]\\1|\\1[:：])(?=\\s|$)`,
  "giu",
);
