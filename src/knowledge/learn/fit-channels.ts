import type { Channels } from "./channels.ts";

/**
 * The channels of several sessions, cut so that a model can take them all in: short sessions stay whole, long ones lose
 * their earliest turns, and none loses all because of another one.
 */
export function fitChannels(
  sessions: readonly Channels[],
  mostCharacters = usualCharacters,
): readonly Channels[] {
  const bySize = sessions.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const fitted = new Map<Channels, Channels>();
  let left = mostCharacters;
  for (const [index, channels] of bySize.entries()) {
    const cut = withinShare(channels, left / (bySize.length - index));
    left -= sizeOf(cut);
    fitted.set(channels, cut);
  }
  return sessions.map((channels) => fitted.get(channels) ?? channels);
}

/** About 75,000 tokens: room for the instructions and an answer in every model that could be asked. */
const usualCharacters = 300_000;

/** The channel that takes more room gives first. */
function withinShare(channels: Channels, share: number): Channels {
  const userSignals = [...channels.userSignals];
  const dialogPairs = [...channels.dialogPairs];
  let { earlierTurns } = channels;
  let signals = total(userSignals.map((text) => text.length));
  let pairs = total(dialogPairs.map(pairSize));
  while (signals + pairs > share) {
    if (pairs >= signals) pairs -= pairSize(dialogPairs.shift() ?? { assistant: "", user: "" });
    else {
      signals -= userSignals.shift()?.length ?? 0;
      earlierTurns += 1;
    }
  }
  return { userSignals, dialogPairs, earlierTurns };
}

function sizeOf({ userSignals, dialogPairs }: Channels): number {
  return total(userSignals.map((text) => text.length)) + total(dialogPairs.map(pairSize));
}

function pairSize({ assistant, user }: Channels["dialogPairs"][number]): number {
  return assistant.length + user.length;
}

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}
