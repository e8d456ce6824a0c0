/** The fields of a `#lesson` tag. */
export type TagField =
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
export interface TagKey {
  /** Absent: a field that other formats have and we do not keep. */
  readonly field: TagField | undefined;
  readonly value: string;
  /** No space behind the colon, as in `tool:git`, which is also how a tag looks. */
  readonly isTight: boolean;
}

/** The field that this line begins; undefined when it goes on with the one before it. */
export function keyOfLine(line: string): TagKey | undefined {
  const match = keyAtStart.exec(line.trim());
  if (match === null) return undefined;
  const behind = match.input.slice(match[0].length);
  const field = fieldOf.get((match[2] ?? "").toLowerCase());
  const isTight = behind !== "" && behind.trimStart() === behind;
  return { field, value: behind.trim(), isTight };
}

export function startsWithField(text: string): boolean {
  return keyOfLine(text)?.field !== undefined;
}

/** Where fields begin inside a text, for tags that are written on one line. Only the protocol's own names. */
export function keysInside(
  text: string,
): readonly { readonly field: TagField; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(keyInside)].flatMap((match) => {
    const field = fieldOf.get((match[2] ?? "").toLowerCase());
    if (field === undefined) return [];
    return [{ field, start: match.index, end: match.index + match[0].length }];
  });
}

const protocolNames: readonly (readonly [TagField, readonly string[]])[] = [
  ["tool", ["tool", "tools"]],
  ["trigger", ["trigger", "triggers"]],
  ["mistake", ["mistake", "problem"]],
  ["fix", ["fix", "remediation", "solution"]],
  ["tags", ["tags", "tag"]],
  ["scope", ["scope"]],
];

const ownNames: readonly (readonly [TagField, readonly string[]])[] = [
  ["summary", ["summary", "title"]],
  ["area", ["area"]],
  ["impact", ["impact"]],
];

/** Facts about a lesson that agents like to add, however they write them. */
const unkeptNames =
  "severity priority level confidence category type kind status date time timestamp session session_id agent author model id slug source".split(
    " ",
  );

const fieldOf: ReadonlyMap<string, TagField> = new Map(
  [...protocolNames, ...ownNames].flatMap(([field, names]) =>
    names.map((name): [string, TagField] => [name, field]),
  ),
);

/** The name may stand behind a list mark and in bold: `- **fix:** …`, `**fix**: …`. */
const keyAtStart = new RegExp(
  `^(?:(?:[-*+•]|\\d{1,3}[.)])[ \\t]+)?([*_\`]{0,3})(${[...fieldOf.keys(), ...unkeptNames].join("|")})(?:[:：]\\1|\\1[ \\t]{0,3}[:：])`,
  "iu",
);

const keyInside = new RegExp(
  `(?<![^\\s;|,])([*_\`]{0,3})(${protocolNames.flatMap(([, names]) => names).join("|")})(?:[:：]\\1|\\1[:：])(?=\\s|$)`,
  "giu",
);
