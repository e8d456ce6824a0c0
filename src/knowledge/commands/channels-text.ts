import type { Channels } from "../learn/channels.ts";
import { hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

/** Both channels, turn by turn, as a model sees them. */
export function channelsText(
  { userSignals, dialogPairs, earlierTurns }: Channels,
  { style, width }: Look,
): string {
  const turn = (label: string, text: string) => `${hang(label, text, { column: 10, width })}\n`;
  const left =
    earlierTurns === 0
      ? ""
      : `${plural(earlierTurns, "earlier turn")} left out: the latest are kept.\n`;
  return [
    `${style("bold", `USER_SIGNALS (${userSignals.length})`)}\n`,
    ...userSignals.map((text, index) => turn(`  ${index + 1}`, text)),
    `\n${style("bold", `DIALOG_PAIRS (${dialogPairs.length})`)}\n`,
    ...dialogPairs.flatMap(({ assistant, user }) => [
      turn(style("dim", "  agent"), assistant),
      turn("  person", user),
    ]),
    left,
  ].join("");
}
