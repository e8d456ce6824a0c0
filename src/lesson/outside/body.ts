import {
  bodyFields,
  bodyText,
  bodyValue,
  checklistFormats,
  type Bodies,
  type Body,
  type Kind,
} from "../record/body.ts";
import type { LessonDraft, Flag } from "../record/lesson.ts";
import { levelOf } from "../record/level.ts";
import {
  asList,
  asObject,
  asText,
  firstText,
  isBlank,
  present,
  type LooseObject,
  type Note,
} from "./loose-json.ts";
import { isSaid, joinFields, readSteps, shortSummary } from "./text.ts";

/** What a lesson says, before anything else is known about it. */
export type Said = { [K in Kind]: { readonly kind: K; readonly body: Body<K> } }[Kind];

/** What was found to say, and what a person still has to write; or why it says too little. */
export type SaidReading =
  | { readonly said: Said; readonly flags: readonly Flag[] }
  | { readonly problem: string };

interface BodySource {
  readonly content: LooseObject;
  /** What stands around the content: a label and a description. */
  readonly node: LooseObject;
  readonly priority: number;
  readonly note: Note;
}

/** Reads the body of a kind by its table. */
export function readForeignBody(kind: Kind, source: BodySource): SaidReading {
  const body: Record<string, string | readonly string[] | undefined> = {};
  for (const [name, { names, read = readAll, instead, missing }] of rulesOf(kind)) {
    const value = read(source, names) ?? instead?.(source);
    if (missing !== undefined && (value === undefined || value.length === 0))
      return { problem: `its ${kind} ${missing}` };
    body[name] = value;
  }
  // The table has the fields of the kind, and those that must be there are.
  const said = { kind, body } as unknown as Said;
  return said.kind === "pitfall" ? saidPitfall(said.body) : { said, flags: [] };
}

/** A mistake that somebody reported. Without a fix it is still worth knowing, and a person has to write it. */
export function saidPitfall(
  source: Omit<Bodies["pitfall"], "remediation"> & { readonly remediation?: string | undefined },
): { readonly said: Said; readonly flags: readonly Flag[] } {
  const { mistake, remediation, area, impact } = source;
  const body = { mistake, remediation: remediation ?? unknownRemediation, area, impact };
  return {
    said: { kind: "pitfall", body },
    flags: remediation === undefined ? ["needsHumanFix"] : [],
  };
}

/** Never delivered: a candidate that is flagged waits for a person. */
export const unknownRemediation = "Not known yet.";

/** Whether everything that the kind asks for is there, so that no default stands in. */
export function isWholeFor(kind: Kind, content: LooseObject): boolean {
  const asked = rulesOf(kind).filter(([, rule]) => isAsked(rule));
  return asked.every(([, { names }]) => names.some((name) => !isBlank(content[name])));
}

/** All names that are read for a kind, or those of the fields alone that it asks for. */
export function namesFor(kind: Kind, { areAsked }: { readonly areAsked: boolean }) {
  const rules = rulesOf(kind).filter(([, rule]) => !areAsked || isAsked(rule));
  return rules.flatMap(([, { names }]) => names);
}

interface BodyTable {
  /** The field that the content is when it is no list of fields. */
  readonly main: string;
  /** The body's field that tells best what the lesson is about. */
  readonly title: string;
  /** In the order in which they are missed. */
  readonly fields: Readonly<Record<string, BodyRule>>;
}

interface BodyRule {
  /** In the writing of a block, whose names are squeezed to lower case. */
  readonly names: readonly string[];
  /** All of the names together, if nothing else is said: there is mostly only one. */
  readonly read?: (
    source: BodySource,
    names: readonly string[],
  ) => string | readonly string[] | undefined;
  /** What stands in for it. */
  readonly instead?: (source: BodySource) => string | undefined;
  /** Why there is no lesson without it. */
  readonly missing?: string;
  /** It is asked for, though something can stand in. */
  readonly isAsked?: true;
}

const label = ({ node }: BodySource) => firstText(node, "label");
const description = ({ node }: BodySource) => firstText(node, "description");

const sequence: BodyTable = {
  main: "steps",
  title: "description",
  fields: {
    steps: { names: ["steps"], read: readStepList, missing: "has no steps" },
    description: { names: ["description"], instead: label, missing: "has no description" },
    whenToUse: {
      names: ["whentouse", "when"],
      read: readFirst,
      missing: "does not say when to use it",
    },
  },
};

/** The fields of ADR-002 and of the kinds that we have beyond it, with the other names that real texts have for them. */
export const bodyTables: Readonly<Record<Kind, BodyTable>> = {
  checklist: {
    main: "items",
    title: "title",
    fields: {
      items: { names: ["items"], read: readItems, missing: "has no items" },
      title: {
        names: ["title"],
        instead: ({ node }) => firstText(node, "label", "description"),
        missing: "has no title",
      },
      format: { names: ["format"], read: readFormat },
    },
  },
  pattern: {
    main: "action",
    title: "situation",
    fields: {
      situation: {
        names: ["situation", "when", "condition"],
        instead: (source) => {
          source.note("Its pattern does not say when it applies; its label is used instead.");
          return label(source);
        },
        missing: "does not say when it applies",
      },
      action: {
        names: ["action", "then", "do"],
        instead: description,
        missing: "does not say what to do",
      },
      rationale: { names: ["rationale", "why"] },
      example: { names: ["example"] },
    },
  },
  warning: {
    main: "risk",
    title: "risk",
    fields: {
      risk: {
        names: ["condition", "risk", "consequence"],
        read: ({ content }, names) =>
          asText(names.flatMap((name) => asText(content[name]) ?? []).join(": ")),
        instead: description,
        missing: "does not name the risk",
      },
      mitigation: {
        names: ["mitigation", "prevention"],
        missing: "does not say how to avoid the risk",
      },
      severity: {
        names: ["severity"],
        isAsked: true,
        instead: ({ priority, note }) => {
          const severity = levelOf(priority).toLowerCase();
          note(`It has no severity, so it gets ${severity} from its priority.`);
          return severity;
        },
      },
      detection: { names: ["detection"] },
    },
  },
  requirement: {
    main: "constraint",
    title: "constraint",
    fields: {
      constraint: {
        names: ["constraint", "must"],
        instead: description,
        missing: "does not name the constraint",
      },
      rationale: { names: ["rationale", "why"] },
      validation: { names: ["validation"] },
    },
  },
  pitfall: {
    main: "mistake",
    title: "mistake",
    fields: {
      mistake: {
        names: ["mistake", "problem"],
        instead: label,
        missing: "does not say what goes wrong",
      },
      remediation: { names: ["remediation", "fix", "solution"], isAsked: true },
      area: { names: ["area"] },
      impact: { names: ["impact"] },
    },
  },
  decision: {
    main: "decision",
    title: "decision",
    fields: {
      decision: {
        names: ["decision"],
        instead: label,
        missing: "does not say what was decided",
      },
      context: {
        names: ["context"],
        instead: ({ content }) => firstText(content, "description"),
        missing: "has no context",
      },
      consequences: { names: ["consequences", "rationale"] },
      area: { names: ["area"] },
    },
  },
  workflow: sequence,
  procedure: { ...sequence, fields: { ...sequence.fields, ironLaw: { names: ["ironlaw"] } } },
};

function rulesOf(kind: Kind): readonly (readonly [string, BodyRule])[] {
  return Object.entries(bodyTables[kind].fields);
}

function isAsked({ isAsked: asked, missing }: BodyRule): boolean {
  return asked === true || missing !== undefined;
}

function readAll({ content }: BodySource, names: readonly string[]): string | undefined {
  return joinFields(content, ...names);
}

function readFirst({ content }: BodySource, names: readonly string[]): string | undefined {
  return firstText(content, ...names);
}

function readFormat({ content }: BodySource): string {
  return checklistFormats.find((name) => name === content["format"]) ?? "checkbox";
}

function readItems({ content, note }: BodySource): readonly string[] {
  const parts = asList(content["items"]) ?? [content["items"]];
  const items = parts.map(itemText).filter((item) => item !== undefined);
  if (items.length < parts.length) note("Part of its checklist is not text and was left out.");
  return items;
}

/** A text, or `{ item, required, file }`. What is not marked as optional is required, as in a list of texts. */
function itemText(value: unknown): string | undefined {
  const fields = asObject(value) ?? {};
  const item = asText(value) ?? firstText(fields, "item", "text", "title", "description");
  const file = asText(fields["file"]);
  if (item === undefined) return file;
  const named = file === undefined || isSaid(file, item) ? item : `${item} (${file})`;
  return fields["required"] === false ? `${named} (optional)` : named;
}

function readStepList({ content }: BodySource): readonly string[] {
  const list = asList(content["steps"]);
  if (list !== undefined) return list.map(asText).filter((step) => step !== undefined);
  const text = asText(content["steps"]);
  return text === undefined ? [] : readSteps(text).steps;
}

/** The draft with `text` as its summary. When that is too long, the whole of it opens the body. */
export function summarise(said: Said, text: string, note: Note): LessonDraft {
  const { summary, isCut } = shortSummary(text);
  const { kind, body } = said;
  const isOpened = isCut && !isSaid(text, bodyText(kind, body));
  if (isOpened) note("Its summary is too long and was cut; the text starts with the full summary.");
  // The first field of every kind is prose.
  const first = bodyFields[kind][0]?.name ?? "";
  const opening = isOpened ? { [first]: `${text}\n\n${String(bodyValue(body, first))}` } : {};
  // A body of the same kind, with no field less.
  return { kind, body: present({ ...body, ...opening }), summary } as LessonDraft;
}
