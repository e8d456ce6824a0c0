/** What a lesson says, by kind. Field names are the ones that people see in JSON and on the command line. */
export interface Bodies {
  readonly pitfall: {
    readonly mistake: string;
    readonly remediation: string;
    readonly area?: string | undefined;
    readonly impact?: string | undefined;
  };
  readonly warning: {
    readonly risk: string;
    readonly severity: string;
    readonly detection?: string | undefined;
    readonly mitigation: string;
  };
  readonly checklist: {
    readonly title: string;
    readonly items: readonly string[];
    readonly format: ChecklistFormat;
  };
  readonly pattern: {
    readonly situation: string;
    readonly action: string;
    readonly rationale?: string | undefined;
    readonly example?: string | undefined;
  };
  readonly requirement: {
    readonly constraint: string;
    readonly rationale?: string | undefined;
    readonly validation?: string | undefined;
  };
  readonly decision: {
    readonly context: string;
    readonly decision: string;
    readonly consequences?: string | undefined;
    readonly area?: string | undefined;
  };
  readonly workflow: {
    readonly description: string;
    readonly whenToUse: string;
    readonly steps: readonly string[];
  };
  readonly procedure: {
    readonly description: string;
    readonly whenToUse: string;
    readonly ironLaw?: string | undefined;
    readonly steps: readonly string[];
  };
}

export const kinds = [
  "pitfall",
  "warning",
  "checklist",
  "pattern",
  "requirement",
  "decision",
  "workflow",
  "procedure",
] as const satisfies readonly (keyof Bodies)[];

export type Kind = (typeof kinds)[number];
export type Body<K extends Kind = Kind> = Bodies[K];

export const checklistFormats = ["checkbox", "numbered", "bulleted"] as const;
type ChecklistFormat = (typeof checklistFormats)[number];

/** How a body field is asked for, labelled and filled. The order is the order in which it is read. */
export interface BodyField {
  readonly name: string;
  readonly label: string;
  readonly is: "text" | "list" | "format";
  readonly required: boolean;
}

/**
 * The fields of each kind as data, so that prompts, flags, cards and search text need no
 * branch per kind. The validation schema is checked against it by a test.
 */
export const bodyFields: Readonly<Record<Kind, readonly BodyField[]>> = {
  pitfall: [
    required("mistake", "What goes wrong, and why"),
    required("remediation", "What to do instead"),
    optional("area", "Area"),
    optional("impact", "Impact"),
  ],
  warning: [
    required("risk", "Risk"),
    required("severity", "Severity"),
    optional("detection", "How to detect"),
    required("mitigation", "Mitigation"),
  ],
  checklist: [
    required("title", "Title"),
    { name: "items", label: "Items", is: "list", required: true },
    { name: "format", label: "Format", is: "format", required: false },
  ],
  pattern: [
    required("situation", "When"),
    required("action", "Do"),
    optional("rationale", "Why"),
    optional("example", "Example"),
  ],
  requirement: [
    required("constraint", "Constraint"),
    optional("rationale", "Why"),
    optional("validation", "Verify with"),
  ],
  decision: [
    required("context", "Context"),
    required("decision", "Decision"),
    optional("consequences", "Consequences"),
    optional("area", "Area"),
  ],
  workflow: [
    required("description", "Description"),
    required("whenToUse", "When to use"),
    { name: "steps", label: "Steps", is: "list", required: true },
  ],
  procedure: [
    required("description", "Description"),
    required("whenToUse", "When to use"),
    optional("ironLaw", "Iron law"),
    { name: "steps", label: "Steps", is: "list", required: true },
  ],
};

/** The body as plain text, for search and for finding near duplicates. */
export function bodyText(kind: Kind, body: Body): string {
  return bodyFields[kind]
    .filter((field) => field.is !== "format")
    .map((field) => bodyValue(body, field.name))
    .flatMap((value) => (value === undefined ? [] : [value]).flat())
    .join("\n");
}

/** The value of one field by name, where it is known from `bodyFields` that there may be one. */
export function bodyValue(body: Body, field: string): string | readonly string[] | undefined {
  return (body as unknown as Readonly<Record<string, string | readonly string[] | undefined>>)[
    field
  ];
}

function required(name: string, label: string): BodyField {
  return { name, label, is: "text", required: true };
}

function optional(name: string, label: string): BodyField {
  return { name, label, is: "text", required: false };
}
