import type { Triggers } from "./triggers.ts";

/** How a body field is asked for, labelled and filled. */
export interface BodyField {
  /** What people see in JSON and, with hyphens, as a flag of `lessons add`. */
  readonly name: string;
  /** On a card, in what an agent reads, and as the heading in a shared file. */
  readonly label: string;
  /** A `line` names something, so two of them never become one. */
  readonly is: "text" | "line" | "list" | "format";
  /** Those that are required decide whether two lessons are the same. */
  readonly required: boolean;
}

export const checklistFormats = ["checkbox", "numbered", "bulleted"] as const;
type ChecklistFormat = (typeof checklistFormats)[number];

/** What a lesson says, by kind, in the order in which it is read. Types, schemas, prompts, flags and pages follow it. */
const fieldsByKind = {
  pitfall: [
    field("text", "mistake", "What goes wrong, and why"),
    field("text", "remediation", "What to do instead"),
    optional("line", "area", "Area"),
    optional("text", "impact", "Impact"),
  ],
  warning: [
    field("text", "risk", "Risk"),
    field("line", "severity", "Severity"),
    optional("text", "detection", "How to detect"),
    field("text", "mitigation", "Mitigation"),
  ],
  checklist: [
    field("line", "title", "Title"),
    field("list", "items", "Items"),
    // There is always one: what nobody names is a checkbox.
    optional("format", "format", "Format"),
  ],
  pattern: [
    field("text", "situation", "When"),
    field("text", "action", "Do"),
    optional("text", "rationale", "Why"),
    optional("text", "example", "Example"),
  ],
  requirement: [
    field("text", "constraint", "Constraint"),
    optional("text", "rationale", "Why"),
    optional("text", "validation", "Verify with"),
  ],
  decision: [
    field("text", "context", "Context"),
    field("text", "decision", "Decision"),
    optional("text", "consequences", "Consequences"),
    optional("line", "area", "Area"),
  ],
  workflow: [
    field("text", "description", "Description"),
    field("text", "whenToUse", "When to use"),
    field("list", "steps", "Steps"),
  ],
  procedure: [
    field("text", "description", "Description"),
    field("text", "whenToUse", "When to use"),
    optional("text", "ironLaw", "Iron law"),
    field("list", "steps", "Steps"),
  ],
} as const satisfies Readonly<Record<string, readonly BodyField[]>>;

export type Kind = keyof typeof fieldsByKind;
export type Bodies = { readonly [K in Kind]: BodyWith<(typeof fieldsByKind)[K][number]> };
export type Body<K extends Kind = Kind> = Bodies[K];

export const bodyFields: Readonly<Record<Kind, readonly BodyField[]>> = fieldsByKind;
export const kinds = Object.keys(fieldsByKind) as readonly Kind[];

type BodyWith<Field extends BodyField> = Flat<
  {
    readonly [
      F in Extract<Field, { required: true } | { is: "format" }> as F["name"]
    ]: BodyValues[F["is"]];
  } & {
    readonly [F in Exclude<Field, { required: true } | { is: "format" }> as F["name"]]?:
      | BodyValues[F["is"]]
      | undefined;
  }
>;
type Flat<Type> = { [Key in keyof Type]: Type[Key] };

interface BodyValues {
  readonly text: string;
  readonly line: string;
  readonly list: readonly string[];
  readonly format: ChecklistFormat;
}

/** The body as plain text, for search and for finding near duplicates. */
export function bodyText(kind: Kind, body: Body): string {
  return bodyFields[kind]
    .filter(({ is }) => is !== "format")
    .map(({ name }) => bodyValue(body, name))
    .flatMap((value) => (value === undefined ? [] : [value]).flat())
    .join("\n");
}

/** The value of one field by name, where it is known from `bodyFields` that there may be one. */
export function bodyValue(body: Body, name: string): string | readonly string[] | undefined {
  return (body as unknown as Readonly<Record<string, string | readonly string[] | undefined>>)[
    name
  ];
}

function field<Is extends BodyField["is"], Name extends string>(is: Is, name: Name, label: string) {
  return { name, label, is, required: true } as const;
}

function optional<Is extends BodyField["is"], Name extends string>(
  is: Is,
  name: Name,
  label: string,
) {
  return { name, label, is, required: false } as const;
}

/**
 * The text whose hash says that two lessons are the same: the required fields of the kind and the
 * command patterns. Case, spacing and the order of patterns do not make another lesson; optional
 * fields are remarks about it.
 */
export function contentText(
  kind: Kind,
  body: Body,
  triggers: Pick<Triggers, "commandPatterns">,
): string {
  const fields = bodyFields[kind]
    .filter(({ required }) => required)
    .map(({ name }) => [bodyValue(body, name) ?? ""].flat().map(normalise));
  // JSON keeps the borders between the parts, so that moving a word across one changes the hash.
  return JSON.stringify([kind, ...fields, triggers.commandPatterns.toSorted()]);
}

function normalise(value: string): string {
  return value.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}

/**
 * Kinds that are written into a project for agents to read. That no call is about a lesson of theirs is how it is
 * meant, and nothing to warn of.
 */
export function isRenderedKind(kind: Kind): boolean {
  return renderedKinds.has(kind);
}

const renderedKinds: ReadonlySet<Kind> = new Set(["workflow", "procedure", "decision"]);
