import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bodyFields, checklistFormats, kinds, type BodyField } from "../src/lesson/record/body.ts";
import { conditionFields, conditionTable } from "../src/lesson/record/conditions.ts";
import { lessonFields } from "../src/lesson/record/fields.ts";
import { triggerFields, triggerTable } from "../src/lesson/record/triggers.ts";

/** docs/lesson-format.md: what people wrote, with the tables between the marks made from the fields. */
export function lessonFormat(): string {
  const page = readFileSync(join(import.meta.dirname, "..", "docs/lesson-format.md"), "utf8");
  return Object.entries({ bodies, fields, triggers, conditions }).reduce(
    (text, [name, table]) => between(text, name, table()),
    page,
  );
}

function between(page: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/lesson-format.md has no place for ${name}`);
  return `${page.slice(0, from + start.length)}\n${table}\n${page.slice(to)}`;
}

function bodies(): string {
  const rows = kinds.map((kind) => [`\`${kind}\``, bodyFields[kind].map(bodyField).join(", ")]);
  return tableOf(["kind", "body"], rows);
}

function bodyField({ name, is, required }: BodyField): string {
  const choices = checklistFormats.map((format) => `\`${format}\``).join(", ");
  const mark = required ? "" : "?";
  return `\`${name}${is === "list" ? "[]" : ""}\`${mark}${is === "format" ? ` (${choices})` : ""}`;
}

function fields(): string {
  const rows = lessonFields.map(({ name, about, optional, draft, edited }) => [
    `\`${name}\``,
    `${about}${optional === true ? "; `null` where there is none" : ""}`,
    draft === undefined ? "" : draft,
    edited === true ? "yes" : "",
  ]);
  return tableOf(["field", "", "in a draft", "`lessons edit`"], rows);
}

function triggers(): string {
  const rows = triggerFields.map((name) => [`\`${name}\``, triggerTable[name].about]);
  return tableOf(["field", ""], rows);
}

function conditions(): string {
  const rows = conditionFields.map((name) => {
    const { about, flag } = conditionTable[name];
    return [`\`${name}\``, `\`--${flag.name}\``, about];
  });
  return tableOf(["condition", "flag", ""], rows);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `|${cells.map((cell) => (cell === "" ? " |" : ` ${cell} |`)).join("")}\n`;
  return `${line(head)}|${head.map(() => "---|").join("")}\n${rows.map(line).join("")}`;
}
