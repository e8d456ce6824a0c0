import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { Fault } from "../../platform/fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { isRecord, textAt } from "../../platform/json/fields.ts";
import { parseJson } from "../../platform/json/parse.ts";
import { packageRoot } from "../../platform/paths.ts";
import { bucketOf } from "../../match/tool-bucket.ts";

/** What an agent starts, started by hand: the same script, the same input, and its answer as it is. */
export function hookCommand({ terminal, answer }: CommandKit): Command {
  return newCommand("hook", "run the hook on a payload, as an agent would", [
    "lessons dev hook call.json",
    `echo '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git stash"}}' | lessons dev hook`,
    "lessons dev hook call.json --json | jq .milliseconds",
  ])
    .argument("[file]", "a file with a hook payload; - or no file reads standard input")
    .action(async (file: string | undefined, options: CommonOptions) => {
      const { environment, workingDirectory, readInput, hasPipedInput } = terminal;
      const isNamed = file !== undefined && file !== "-";
      if (!isNamed && !hasPipedInput) {
        throw new Fault("bad-input", "no payload given", {
          hint: "name a file: lessons dev hook call.json",
        });
      }
      const payload = isNamed ? readTextFile(file, workingDirectory) : await readInput();
      // Where the hook of this checkout or package lies: what `init` copies is the same file.
      const launcher = join(packageRoot(), "plugin", "hooks", "lessons-hook");
      const begun = performance.now();
      const { status, stdout, stderr, error } = spawnSync(launcher, launchArguments(payload), {
        input: payload,
        env: environment,
        cwd: workingDirectory,
        encoding: "utf8",
      });
      if (error !== undefined) {
        throw new Fault("file-unreadable", `the hook did not start: ${error.message}`, {
          hint: "to check the hook: lessons doctor",
          cause: error,
        });
      }
      const milliseconds = Math.round(performance.now() - begun);
      await answer(options, {
        type: "lessons-hook-run",
        value: { status, stdout, stderr, milliseconds },
        nothing: stdout + stderr === "" ? "The hook printed nothing: no lesson fits.\n" : undefined,
        text: () => `${stdout}${stderr === "" ? "" : `\n${stderr}`}\n`,
        aside: `exit status ${status}, ${milliseconds} ms\n`,
      });
    });
}

/** What the agent's settings put behind the script: the event, and at calls which kind of tool it is. */
function launchArguments(payload: string): readonly string[] {
  const parsed = parseJson(payload);
  const record = "value" in parsed && isRecord(parsed.value) ? parsed.value : undefined;
  const event = textAt(record, "hook_event_name") ?? "PreToolUse";
  const tool = textAt(record, "tool_name");
  return tool === undefined ? [event] : [event, bucketOf(tool)];
}
