import { protocolExample } from "./protocol-example.ts";

/** Named in the text, so that a log shows which wording its session was given. */
export const protocolVersion = 1;

/**
 * How an agent reports what it learnt, as it is told at the start of a session. The reader of reports
 * ignores this very text, because agents repeat it; a test holds the two together.
 */
export function protocolText(form: "short" | "full"): string {
  return [heading, ...(form === "full" ? full : short)].join("\n\n");
}

const heading = `### Reporting lessons (protocol ${protocolVersion})`;

const when =
  "When you find out why something went wrong and what works instead, or the user corrects you, and it could happen again in another session, add a report to your answer:";

const short = [
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

const full = [
  when,
  tag(protocolExample),
  [
    "The two marks stand on lines of their own. `trigger` is the command or path as you used it;",
    "tags are lang:, tool:, topic:, env:, severity: or platform:.",
    "Report only what really happened in this session, without secrets; most answers need none.",
    "A report that turns out wrong is taken back with `#lesson:cancel` on a line of its own.",
  ].join(" "),
];

function tag(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return ["#lesson", ...lines, "#/lesson"].join("\n");
}
