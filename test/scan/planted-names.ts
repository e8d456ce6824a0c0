import { sessionFacts, type Story } from "../adapters/scribe.ts";
import { sessionIdOf, type Plan } from "./written-session.ts";

/** A secret for each place that has a name. */
export type Tokens = (place: number) => string;

/** A session with a secret for its calls' ids and its project. */
export function plantedPlan(form: string, number: number, token: Tokens): Plan {
  const story: Story = [
    { step: "shell", callId: token(0), command: "./go", exitStatus: 2, output: "it failed" },
    { step: "agent-says", text: "#lesson\nmistake: it fails\nfix: do not\n#/lesson" },
    { step: "person-says", text: "no, that's wrong, never do that" },
    { step: "agent-says", text: "You're right, my mistake." },
  ];
  return { form, number, project: `/srv/${token(1)}`, story };
}

/** The same log with secrets for names: of sessions, models, versions, branches, repositories, threads, tools. */
export function plantNames(number: number, token: Tokens): (text: string) => string {
  const repository = `https://x:${token(6)}@git.dev/${token(7)}`;
  const git = `"git":{"branch":"${token(5)}","repository_url":"${repository}"}`;
  const thread = `"isSidechain":true,"agentId":"${token(8)}","gitBranch":"${token(9)}"`;
  return (text) =>
    text
      .replaceAll(sessionIdOf(number), token(2))
      .replaceAll(sessionFacts.model, token(3))
      .replaceAll(sessionFacts.agentVersion, token(4))
      .replaceAll('"git":{}', git)
      .replaceAll('"isSidechain":false', thread)
      .replaceAll(toolName, `$1${token(10)}"`);
}

const toolName =
  /("(?:name|toolName|tool)":\s?")(?:Bash|bash|shell|exec_command|exec|run_shell_command)"/g;
