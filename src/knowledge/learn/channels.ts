import type { SessionEvent } from "../../agents/event.ts";
import { firstPart, lastPart } from "../../redact/excerpt.ts";
import { plainText } from "../../redact/plain-text.ts";
import type { Redact } from "../../redact/redact.ts";

/** What a model gets of a session: redacted, bounded, and nothing that a program said in the person's name. */
export interface Channels {
  /** The person's own messages, alone: what they ask for. Oldest first. */
  readonly userSignals: readonly string[];
  /** What the agent said, and what the person said to it: what they agree to and what they correct. */
  readonly dialogPairs: readonly DialogPair[];
  /** Turns that were left out, because there are more than can be looked at. */
  readonly earlierTurns: number;
}

interface DialogPair {
  readonly assistant: string;
  readonly user: string;
}

/** Of each channel the latest are kept: how a session ended says more about it than how it began. */
export const mostTurns = 80;
export const longestTurn = 1200;

/**
 * Collects the channels of one session from its events, in their order, in bounded memory. Subagents talk to
 * an agent and not to a person, so that they are left out; and where a program wrote the prompts, nothing is
 * a person's word.
 */
export class ChannelFold {
  readonly #redact: Redact;
  readonly #signals: string[] = [];
  readonly #pairs: DialogPair[] = [];
  #speech = "";
  #turns = 0;
  #isProgrammatic = false;

  constructor(redact: Redact) {
    this.#redact = redact;
  }

  take(event: SessionEvent): void {
    if (event.is === "facts") {
      if (event.thread === undefined && event.isProgrammatic === true) this.#isProgrammatic = true;
    } else if (event.thread !== undefined) return;
    else if (event.is === "assistant") this.#hear(event.text);
    else if (event.is === "user") {
      if (event.isDelivery !== true) this.#answer(event.text);
    }
    // The reason for which a person rejects a call is as much their word as a message.
    else if (event.is === "result" && event.ending === "rejected" && event.reason !== undefined)
      this.#answer(event.reason);
  }

  channels(): Channels {
    if (this.#isProgrammatic) return noChannels;
    return {
      userSignals: [...this.#signals],
      dialogPairs: [...this.#pairs],
      earlierTurns: this.#turns - this.#signals.length,
    };
  }

  #hear(text: string): void {
    const speech = this.#speech === "" ? text : `${this.#speech}\n\n${text}`;
    this.#speech = ending(speech, longestTurn + redactionMargin);
  }

  #answer(text: string): void {
    const user = this.#bounded(text, beginning);
    if (user === "") return;
    const assistant = this.#bounded(this.#speech, ending);
    this.#speech = "";
    this.#turns += 1;
    pushBounded(this.#signals, user);
    if (assistant !== "") pushBounded(this.#pairs, { assistant, user });
  }

  /** Cut after it was redacted: half a secret is not known for one. */
  #bounded(text: string, part: Cut): string {
    const whole = plainText(this.#redact(part(text, longestTurn + redactionMargin)));
    if (whole.length <= longestTurn) return whole;
    const kept = part(whole, longestTurn - mark.length).trim();
    return part === beginning ? `${kept}${mark}` : `${mark}${kept}`;
  }
}

export function isEmpty({ userSignals }: Channels): boolean {
  return userSignals.length === 0;
}

const noChannels: Channels = { userSignals: [], dialogPairs: [], earlierTurns: 0 };
const mark = "…";
/** How far before a secret the word may stand that makes it one. */
const redactionMargin = 4000;

type Cut = (text: string, length: number) => string;

const beginning: Cut = (text, length) => firstPart(text, length) || unspaced(text.slice(0, length));
const ending: Cut = (text, length) =>
  lastPart(text, length) || unspaced(text.slice(Math.max(text.length - length, 0)));

/** Scripts without spaces have no place where a word ends. Where there was one, the text was left out on purpose. */
function unspaced(text: string): string {
  return /\s/.test(text) ? "" : text;
}

function pushBounded<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > mostTurns) items.shift();
}

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
