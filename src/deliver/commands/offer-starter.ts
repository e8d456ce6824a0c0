import type { ImportReport } from "../../care/import/import-lessons.ts";
import type { Wiring } from "../../cli/wire.ts";
import { packageRoot } from "../../platform/paths.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import type { CommonOptions } from "../../cli/command-kit.ts";
import { plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

interface StarterOffer extends CommonOptions {
  /** What was said on the command line; undefined when nothing was. */
  readonly starter?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly mayAsk: boolean;
}

/**
 * Takes the starter lessons in as candidates when a person wants them, by a flag or by an answer; undefined
 * otherwise. Nobody is asked about what is here already.
 */
export async function offerStarter(
  terminal: Terminal,
  wiring: Wiring,
  offer: StarterOffer,
): Promise<ImportReport | undefined> {
  if (offer.starter === false) return undefined;
  const isWanted = offer.starter === true;
  if (!isWanted && !canAsk(terminal, offer)) return undefined;
  const { importStarter, starterFolder } = await import("../../care/starter/import-starter.ts");
  const folder = starterFolder(packageRoot());
  if (offer.dryRun === true) {
    const { inCopyOfStore } = await import("../../care/backup/in-copy-of-store.ts");
    return inCopyOfStore(wiring, (context) => importStarter(context, folder, { isDryRun: true }));
  }
  const take = (isDryRun: boolean) =>
    wiring.inContext((context) => importStarter(context, folder, { isDryRun }));
  if (!isWanted) {
    const { added } = await take(true);
    if (added.length === 0) return undefined;
    const question = `Also take in ${plural(added.length, "starter lesson")} for review? None is active until you approve it.`;
    if ((await askToGoOn(terminal, question)) !== "yes") return undefined;
  }
  return take(false);
}

function canAsk({ hasPipedInput }: Terminal, { yes, json, dryRun, mayAsk }: StarterOffer): boolean {
  return mayAsk && !hasPipedInput && yes !== true && json !== true && dryRun !== true;
}
