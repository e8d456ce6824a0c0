import { asObject } from "../imports/loose-json.ts";
import { tidyFields } from "./block-fields.ts";
import { readKnowledge, saysSomething } from "./read-knowledge.ts";
import { readYaml } from "../../system/read-yaml.ts";
import { isPlaceholder } from "./placeholder.ts";
import { dedent, isFence } from "./report-content.ts";
import type { Reading } from "./report.ts";

/** What stands between `[PROCESS_KNOWLEDGE]` and its end: YAML, perhaps in a code fence. */
export function readBlock(content: readonly string[]): Reading {
  const [first = "", ...below] = withoutOuterFence(content);
  // Lines stay lines, so that an error is at its place.
  const source = [first.trim(), ...dedent(below)].join("\n");
  if (source.trim() === "") return { problem: "it is empty", class: "incomplete" };
  if (isPlaceholder(source.trim())) return "placeholder";

  const yaml = readYaml(source);
  if ("problem" in yaml) {
    const problem = `its YAML cannot be read: ${yaml.problem}`;
    return { problem, class: "malformed", line: yaml.line };
  }
  const object = asObject(yaml.value);
  if (object === undefined) return { problem: "it has no fields", class: "malformed" };
  const { fields, hasPlaceholder } = tidyFields(object);
  return hasPlaceholder && !saysSomething(fields) ? "placeholder" : readKnowledge(fields);
}

/** The fence may be around the YAML, or around the whole block with its end too early. Others belong to the texts. */
function withoutOuterFence(content: readonly string[]): readonly string[] {
  const fences = content.flatMap((line, index) => (isFence(line) ? [index] : []));
  const firstText = content.findIndex((line) => line.trim() !== "");
  const isOpened = fences[0] === firstText;
  const outer = new Set([
    ...(isOpened ? fences.slice(0, 1) : []),
    ...(isOpened || fences.length % 2 === 1 ? fences.slice(-1) : []),
  ]);
  return content.map((line, index) => (outer.has(index) ? "" : line));
}
