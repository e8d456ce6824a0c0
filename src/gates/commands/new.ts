import { Option, type Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

export function newGateCommand({ terminal }: CommandKit): Command {
  return newCommand("new", "begin a gate of this project, or a copy of a built-in one to change", [
    'lessons gates new prose/plain-words --title "Plain words"',
    "lessons gates new prose/redundancy",
  ])
    .argument("<id>", "lens and name: prose/plain-words")
    .addOption(new Option("--title <title>", "one line: what it looks at"))
    .action(async (id: string, options: CommonOptions & { readonly title?: string }) => {
      const [{ requireGateProject }, { newGate }] = await Promise.all([
        import("../runs/gate-project.ts"),
        import("../runs/new-gate.ts"),
      ]);
      const { title } = options;
      const project = requireGateProject(terminal);
      const { path, isCopy } = newGate(project, { id, ...(title === undefined ? {} : { title }) });
      if (options.json === true) {
        const content = { id, path, is_copy: isCopy };
        return terminal.write(jsonText("lessons-gate-created", content));
      }
      terminal.write(`Wrote ${path}\n`);
      terminal.note(
        isCopy
          ? "It takes the place of the built-in gate of that id. Change it, then: lessons gates validate\n"
          : "Fill in the question and the criteria, then: lessons gates validate\n",
      );
    });
}
