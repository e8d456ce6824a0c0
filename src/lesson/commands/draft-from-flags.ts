import { Option } from "commander";
import { bodyFields, kinds, type Kind } from "../record/body.ts";
import { lessonFields } from "../record/fields.ts";
import { conditionFields, conditionTable } from "../record/conditions.ts";
import { triggerFields, triggerTable } from "../record/triggers.ts";
import { typedValue } from "../record/level.ts";
import { Fault } from "../../platform/fault.ts";
import { collect } from "../../cli/command-kit.ts";

/** The flags of `lessons add` as commander gives them; lists and body fields come as lists. */
export type DraftFlags = Readonly<Record<string, unknown>>;

/** A draft from flags, or undefined when none was given. The schema judges it afterwards. */
export function draftFromFlags(flags: DraftFlags): object | undefined {
  const given = Object.keys(flags).filter(
    (name) => flags[name] !== undefined && !notAboutTheLesson.has(name),
  );
  if (given.length === 0) return undefined;
  const kind = kinds.find((name) => name === flags["kind"]) ?? "pitfall";
  const foreign = given.find(
    (name) => bodyFieldNames.has(name) && !bodyFields[kind].some((field) => field.name === name),
  );
  if (foreign !== undefined) {
    const wanted = bodyFields[kind].map((field) => field.name).join(", ");
    throw new Fault("bad-input", `a ${kind} has no ${foreign}`, {
      hint: `it has ${wanted}; for another kind: --kind`,
    });
  }
  return {
    ...Object.fromEntries(
      plainFlags.flatMap(({ name, is, flag }) => {
        const typed = textsIn(flags[flag.name ?? name]);
        if (typed.length === 0) return [];
        const isList = is === "tags";
        return [
          [
            name,
            isList ? typed.flatMap((text) => text.split(",")) : typedValue(is, typed.join("\n")),
          ],
        ];
      }),
    ),
    kind,
    body: bodyOf(kind, flags),
    triggers: { ...givenFor(triggerFlags), ...conditionsOf(givenFor(conditionFlags)) },
  };

  function givenFor(known: readonly { readonly field: string; readonly name: string }[]): object {
    return Object.fromEntries(
      known.flatMap(({ field, name }) => {
        const value = flags[camelCased(name)];
        return value === undefined ? [] : [[field, value]];
      }),
    );
  }
}

/** What `lessons add` takes: the fields in order, what a call must be like, and what the lesson says. */
export function draftOptions(): readonly Option[] {
  return [
    ...plainFlags.map(({ name, is, flag }) => {
      const option = new Option(`--${flag.name ?? name} <${flag.takes}>`, flag.about);
      if (is === "tags") return repeated(option);
      return flag.choices === undefined ? option : option.choices(flag.choices);
    }),
    ...triggerFlags.map(({ name, takes, about }) =>
      repeated(new Option(`--${name} <${takes}>`, about)),
    ),
    ...conditionFlags.map(({ name, takes, about }) =>
      repeated(new Option(`--${name} <${takes}>`, about)).helpGroup("Conditions:"),
    ),
    ...bodyOptions(),
  ];
}

const plainFlags = lessonFields
  .flatMap(({ flag, ...field }) => (flag === undefined ? [] : [{ ...field, flag }]))
  .toSorted((one, other) => rank(one.draft) - rank(other.draft));

const triggerFlags = triggerFields.flatMap((field) => {
  const { flag } = triggerTable[field];
  return flag === undefined ? [] : [{ ...flag, field }];
});

const conditionFlags = conditionFields.map((field) => ({ ...conditionTable[field].flag, field }));

function conditionsOf(given: object): object {
  return Object.keys(given).length === 0 ? {} : { conditions: given };
}

/** As commander names what was given to `--file-exists`. */
function camelCased(name: string): string {
  return name.replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
}

/** What a lesson cannot do without comes first. */
function rank(draft: "required" | "optional" | undefined): number {
  return draft === "required" ? 0 : 1;
}

function repeated(option: Option): Option {
  option.description += "; repeat for several";
  return option.argParser(collect);
}

/** Body flags, each once, with the kinds that have it. */
function bodyOptions(): readonly Option[] {
  const flags = new Map<string, { readonly label: string; readonly kinds: Kind[] }>();
  for (const kind of kinds) {
    for (const { name, label } of bodyFields[kind]) {
      const flag = flags.get(name) ?? { label, kinds: [] };
      flag.kinds.push(kind);
      flags.set(name, flag);
    }
  }
  return [...flags].map(([name, { label, kinds: having }]) => {
    const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const about = `${label.toLowerCase()} (${having.join(", ")})`;
    return new Option(`--${words} <text>`, about).argParser(collect).helpGroup("Text:");
  });
}

const notAboutTheLesson = new Set(["json", "set", "color", "debug", "file", "call", "atStart"]);
const bodyFieldNames = new Set(
  kinds.flatMap((kind) => bodyFields[kind].map((field) => field.name)),
);

function bodyOf(kind: Kind, flags: DraftFlags): object {
  const entries = bodyFields[kind].flatMap(({ name, is }) => {
    const values = textsIn(flags[name]);
    if (values.length === 0) return [];
    return [[name, is === "list" ? values : values.join("\n")]];
  });
  return Object.fromEntries(entries);
}

/** A flag that may be repeated comes as a list. */
function textsIn(value: unknown): readonly string[] {
  return [value].flat().filter((text) => typeof text === "string");
}
