import { bodyFields, kinds, type Kind } from "../../core/body.ts";
import { typedNumber, typedPriority } from "../../core/typed-number.ts";
import { Fault } from "../../system/fault.ts";

/** The flags of `lessons add` as commander gives them; body fields come as lists. */
export interface DraftFlags {
  readonly kind?: Kind;
  readonly summary?: string;
  readonly priority?: string;
  readonly confidence?: string;
  readonly status?: string;
  readonly tag?: readonly string[];
  readonly scope?: string;
  readonly tool?: readonly string[];
  readonly command?: readonly string[];
  readonly path?: readonly string[];
  readonly content?: readonly string[];
  readonly delivery?: string;
  readonly slug?: string;
  readonly [bodyField: string]: unknown;
}

/** A draft from flags, or undefined when none was given. The schema judges it afterwards. */
export function draftFromFlags(flags: DraftFlags): object | undefined {
  const given = Object.keys(flags).filter(
    (name) => flags[name] !== undefined && !notAboutTheLesson.has(name),
  );
  if (given.length === 0) return undefined;
  const kind = flags.kind ?? "pitfall";
  const foreign = given.find(
    (name) => bodyFieldNames.has(name) && !bodyFields[kind].some((field) => field.name === name),
  );
  if (foreign !== undefined) {
    const wanted = bodyFields[kind].map((field) => field.name).join(", ");
    throw new Fault("bad-input", `a ${kind} has no ${foreign}`, {
      hint: `it has ${wanted}; --kind chooses another kind`,
    });
  }
  return {
    kind,
    body: bodyOf(kind, flags),
    triggers: present({
      toolNames: flags.tool,
      commandPatterns: flags.command,
      pathPatterns: flags.path,
      contentPatterns: flags.content,
    }),
    ...present({
      summary: flags.summary,
      priority: flags.priority === undefined ? undefined : typedPriority(flags.priority),
      confidence: flags.confidence === undefined ? undefined : typedNumber(flags.confidence),
      status: flags.status,
      tags: flags.tag?.flatMap((tag) => tag.split(",")),
      scope: flags.scope,
      delivery: flags.delivery,
      slug: flags.slug,
    }),
  };
}

const notAboutTheLesson = new Set(["json", "set", "color", "debug", "file"]);
const bodyFieldNames = new Set(
  kinds.flatMap((kind) => bodyFields[kind].map((field) => field.name)),
);

function bodyOf(kind: Kind, flags: DraftFlags): object {
  const entries = bodyFields[kind].flatMap(({ name, is }) => {
    const values = flags[name];
    if (!Array.isArray(values)) return [];
    return [[name, is === "list" ? values : values.join("\n")]];
  });
  return Object.fromEntries(entries);
}

function present(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
