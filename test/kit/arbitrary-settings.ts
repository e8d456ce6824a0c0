import fc from "fast-check";

export interface SettingsOptions {
  /** With comments and trailing commas, and space where nobody would put it. */
  readonly isOdd?: boolean;
  /** With lists and objects in it that hold nothing. */
  readonly hasEmpty?: boolean;
}

/** The text of a settings file as a person, an editor or an agent may have left it, hooks included. */
export function anySettingsText(options: SettingsOptions = {}): fc.Arbitrary<string> {
  const { isOdd = true, hasEmpty = true } = options;
  const value = anySettings(hasEmpty);
  const tidy = fc
    .record({ value, indent: fc.constantFrom("", "  ", "    ", "\t"), lineEnd: anyLineEnd })
    .map(({ value: settings, indent, lineEnd }) =>
      JSON.stringify(settings, null, indent).replaceAll("\n", lineEnd),
    );
  const odd = fc
    .record({
      value,
      gaps: fc.array(anyGap, { minLength: 1, maxLength: 12 }),
      commas: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    })
    .map(({ value: settings, gaps, commas }) => oddlyWritten(settings, gaps, commas));
  return fc
    .tuple(
      fc.constantFrom("", "\uFEFF"),
      isOdd ? fc.oneof(tidy, odd) : tidy,
      fc.constantFrom("", "\n", "\r\n", "\n\n"),
    )
    .map((parts) => parts.join(""));
}

const anyLineEnd = fc.constantFrom("\n", "\r\n");
const anyGap = fc.constantFrom(
  "",
  "",
  " ",
  "\n",
  "\r\n\t",
  "  \n    ",
  "/* , } */",
  '// "x": {\n',
  " // é \r\n",
);

function anySettings(hasEmpty: boolean): fc.Arbitrary<object> {
  const minLength = hasEmpty ? 0 : 1;
  const handler = fc.record({
    type: fc.constant("command"),
    command: fc.constantFrom("true", "/opt/other/lessons-hook", 'echo "é\\n"'),
  });
  const group = fc.record(
    {
      matcher: fc.constantFrom("Bash", "", "Edit|Write"),
      hooks: fc.array(handler, { minLength, maxLength: 2 }),
    },
    { requiredKeys: ["hooks"] },
  );
  const groups = fc.array(group, { minLength, maxLength: 2 });
  const events = ["PreToolUse", "Stop", "SessionStart", "Notification"];
  const hooks = fc.dictionary(fc.constantFrom(...events), groups, {
    minKeys: minLength,
    maxKeys: 3,
  });
  const other = fc.dictionary(
    fc.constantFrom("model", "env", "permissions", "cleanupPeriodDays", 'a "b"', "__proto__"),
    fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant({ A: [1, { b: "" }] })),
    { maxKeys: 3 },
  );
  return fc
    .record({ before: other, hooks: fc.option(hooks), after: fc.boolean() })
    .map(({ before, hooks: found, after }) => ({
      ...before,
      ...(found === null ? {} : { hooks: found }),
      ...(after || (!hasEmpty && Object.keys(before).length === 0) ? { last: [true] } : {}),
    }));
}

/** With the gaps between the words of the JSON, one after the other and again from the first. */
function oddlyWritten(value: unknown, gaps: readonly string[], commas: readonly boolean[]): string {
  let used = 0;
  const gap = () => gaps[used++ % gaps.length] ?? "";
  const list = (open: string, parts: readonly string[], close: string) => {
    const comma = parts.length > 0 && commas[used % commas.length] === true ? `,${gap()}` : "";
    return `${open}${gap()}${parts.join(`,${gap()}`)}${gap()}${comma}${close}`;
  };
  const write = (part: unknown): string => {
    if (Array.isArray(part)) return list("[", part.map(write), "]");
    if (typeof part !== "object" || part === null) return JSON.stringify(part);
    const properties = Object.entries(part).map(
      ([name, inner]) => `${JSON.stringify(name)}${gap()}:${gap()}${write(inner)}`,
    );
    return list("{", properties, "}");
  };
  return `${gap()}${write(value)}${gap()}`;
}
