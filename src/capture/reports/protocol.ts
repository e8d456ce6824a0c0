import { plainLine } from "../../redact/plain-text.ts";

/** Named in the text, so that a log shows which wording its session was given. */
export const protocolVersion = 2;

/**
 * How an agent reports what it learnt, as it is shown at the start of a session. The reader of reports
 * ignores this very text, because agents repeat it; a test holds the two together.
 */
export function protocolText(form: "short" | "full"): string {
  return [heading, ...(form === "full" ? full() : short())].join("\n\n");
}

const heading = `### Reporting lessons (protocol ${protocolVersion})`;

const when =
  "When you find out why something went wrong and what works instead, or the user corrects you, and it could happen again in another session, add a report to your answer:";

function short(): readonly string[] {
  return [
    when,
    tag({
      tool: "<tool>",
      trigger: "<the command or path>",
      mistake: "<what went wrong and why>",
      fix: "<what to do instead>",
      tags: "<category:value>, <category:value>",
    }),
    "Only for what really happened; most answers need none.",
  ];
}

/**
 * The lesson that the protocol shows as its example (PRD-001 §11). Agents repeat it when they explain
 * the protocol, so this very text is never a lesson; whoever writes the protocol takes it from here.
 */
export const protocolExample = {
  tool: "Bash",
  trigger: "pytest -v tests/",
  mistake: "pytest hangs in non-interactive environments due to TTY rich output detection",
  fix: "Use `python -m pytest --no-header -rN -p no:faulthandler` or prepend TERM=dumb",
  tags: "lang:python, tool:pytest, severity:hang",
} as const;

function full(): readonly string[] {
  return [
    when,
    tag(protocolExample),
    [
      "Marks stand on lines of their own. `trigger` is the command or path as used;",
      "tags are lang:, tool:, topic:, env:, severity: or platform:.",
      "Report only what really happened here, without secrets; most answers need none.",
      "`#lesson:cancel` on its own line takes a report back.",
    ].join(" "),
    `For a way of working:\n\n${block}`,
  ];
}

/** Like the example, never a lesson: this very label, in a block that agents repeat. */
export const protocolLabel = "<what for>";

const block = [
  "[PROCESS_KNOWLEDGE]",
  "type: checklist",
  `label: ${protocolLabel}`,
  "items: [<step>, <step>]",
  "[/PROCESS_KNOWLEDGE]",
].join("\n");

function tag(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return ["#lesson", ...lines, "#/lesson"].join("\n");
}

/** Spaces and capitals aside: it may have been quoted or wrapped. Another fix for the same mistake is news. */
export function isProtocolExample(mistake: string, fix: string): boolean {
  return same(mistake, protocolExample.mistake) && same(fix, protocolExample.fix);
}

function same(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

function comparable(text: string): string {
  return plainLine(text).replaceAll("`", "").toLowerCase();
}
