import { adapters } from "../src/agents/all.ts";
import { deliveryDoors, otherDoors } from "../src/agents/delivery-doors.ts";
import { abilities, type Ability } from "../src/agents/delivery.ts";

/** `docs/agents.md`: what each agent can do, from the tables of their doors. */
export function agentsPage(): string {
  const rows = abilities.map((ability) => [words[ability], ...adapters.map(cellOf(ability))]);
  return `# Agents

\`lessons\` reads the logs of six agents. \`lessons init\` finds every agent on this machine that it can connect, shows one plan, asks once, and
connects them. All of them get the same lessons from the same store. \`lessons init --agent codex\` connects one; \`lessons uninstall\` restores
every byte.

## What reaches which agent

${tableOf(["", ...adapters.map(({ title }) => title)], rows)}

${reasons().join("\n")}

## After connecting

${afterwards().join("\n")}

In Gemini CLI a line comes with the error of shell calls only.

OpenCode and Pi load our module into their own process: a call starts no program. OpenCode does not call
plugins when a tool itself fails, such as an edit that does not fit: no line comes with that error.

A correction (\`fix\`) never grants a permission. Where an agent takes a corrected call only together with permission to run it, the call is held instead.
A review is confirmed in Claude Code's own permission prompt, or by a person in a terminal. Other agents
are refused that command, with this reason.

Add another agent: see [CONTRIBUTING.md](../CONTRIBUTING.md).
`;
}

/** As the person reads them. */
const words: Readonly<Record<Ability, string>> = {
  start: "card and rules at session start",
  subagent: "the same for a subagent",
  compaction: "again after a compaction",
  call: "advice at a call",
  error: "a line with the error",
  hold: "hold a call once",
  fix: "correct a call",
  repairs: "repair the shell",
  notice: "a notice for you",
  "status line": "status line",
};

function doorOf(agent: string) {
  return deliveryDoors.find(({ adapter }) => adapter.agent === agent);
}

function cellOf(ability: Ability): (adapter: { readonly agent: string }) => string {
  return ({ agent }) => {
    const has = doorOf(agent)?.abilities[ability];
    if (has === undefined) return "";
    return has === "yes" ? "yes" : "no";
  };
}

/** Why an agent cannot, once for each. */
function reasons(): readonly string[] {
  return deliveryDoors.flatMap(({ abilities: has }) =>
    abilities.flatMap((ability) => {
      const state = has[ability];
      return state === "yes" ? [] : [`- ${words[ability]}: ${state.no}`];
    }),
  );
}

function afterwards(): readonly string[] {
  return otherDoors.flatMap(({ setup }) => (setup.afterwards ? [`- ${setup.afterwards}`] : []));
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
