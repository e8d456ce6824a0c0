import type { Command } from "commander";
import { userHome } from "../../platform/paths.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { statusText } from "./status-text.ts";

export function statusCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand("status", "show what there is, and whether it reaches your agent", [
    "lessons status",
    "lessons status --json | jq .deliveries",
  ]).action(async (options: CommonOptions) => {
    const { showStatus } = await import("../show-status.ts");
    const { paths, deliveryValues, inContext } = await wireFor(options);
    const { environment } = terminal;
    const config = await deliveryValues();
    const report = await inContext((context) =>
      showStatus({ ...context, config }, paths, { home: userHome(environment), environment }),
    );
    terminal.write(
      options.json === true ? jsonText("lessons-status", report) : statusText(report, terminal),
    );
  });
}
