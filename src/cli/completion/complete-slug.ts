import { Command } from "commander";
import type { CommandKit } from "../command-kit.ts";

/** What the completion scripts ask. It never complains: a shell would show it in the middle of a line. */
export function completeSlugCommand({ terminal, inContext }: CommandKit): Command {
  return new Command("complete-slug").argument("[beginning]").action(async (beginning = "") => {
    try {
      const { slugsStartingWith } = await import("../../lesson/table/lessons.ts");
      const slugs = await inContext({}, ({ database }) =>
        slugsStartingWith(database, beginning, mostSlugs),
      );
      terminal.write(slugs.map((slug) => `${slug}\n`).join(""));
    } catch {
      terminal.exitStatus = 1;
    }
  });
}

const mostSlugs = 200;
