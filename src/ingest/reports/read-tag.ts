import { asText, present } from "../imports/loose-json.ts";
import { finishDraft } from "./finish-draft.ts";
import { isPlaceholder } from "./placeholder.ts";
import { isProtocolExample } from "../../core/protocol-example.ts";
import { isFence } from "./report-content.ts";
import type { Reading } from "./report.ts";
import { reportedPitfall } from "./reported-pitfall.ts";
import { readScope, readTags, readToolNames } from "./reported-words.ts";
import { readTagFields } from "./tag-fields.ts";
import { startsWithField } from "./tag-key.ts";

/** What stands between `#lesson` and `#/lesson`. A tag is always a pitfall. */
export function readTag(content: readonly string[]): Reading {
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
    return {
      problem: "it does not say what goes wrong (mistake or problem)",
      class: "incomplete",
    };
  }
  if (isProtocolExample(mistake, said.fix ?? "")) return "placeholder";

  const scope = readScope(said.scope ?? "");
  const triggerText = asText(commandText(said.trigger ?? ""));
  return finishDraft({
    ...reportedPitfall({ ...said, mistake }),
    title: said.summary ?? headingOf(content[0]) ?? mistake,
    tags: readTags(said.tags ?? ""),
    triggers: triggersOf(readToolNames(said.tool ?? "")),
    isFull: false,
    ...present({ scope, triggerText }),
  });
}

/** `#lesson Quote globs in zsh`: words on the line of the opening that are no field. */
function headingOf(line = ""): string | undefined {
  return startsWithField(line) ? undefined : asText(line);
}

function triggersOf(toolNames: readonly string[]) {
  return toolNames.length === 0 ? {} : { toolNames };
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
