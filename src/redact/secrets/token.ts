import { isWordStart, literal, marker, matchAt, runStart, type Rule } from "./rule.ts";

/** What the keys of one provider look like: a fixed start, then characters that nobody can guess. */
export interface TokenShape {
  readonly kind: string;
  /** One or more, with blanks between them. */
  readonly starts: string;
  /** The characters after the start, as they stand between the brackets of a class. */
  readonly chars: string;
  /** How many of them there are at least. What follows without a break goes with them. */
  readonly least: number;
  /** The start is so short that it also ends ordinary words, so it must begin one. */
  readonly alone?: true;
  /** The start is so ordinary that a digit must come soon after it. */
  readonly digit?: true;
  /** An expression for what comes between the start and these characters. */
  readonly form?: string;
  /** What belongs to the token before its start. */
  readonly lead?: { readonly chars: string; readonly least: number; readonly most: number };
}

export function tokenRule(shape: TokenShape): Rule {
  const { kind, starts, chars, least, alone, digit, form = "", lead } = shape;
  const hints = starts.split(" ");
  const anyStart = `(?:${hints.map(literal).join("|")})`;
  const soonDigit = digit ? `(?=[${chars}]{0,${digitWithin}}\\d)` : "";
  const whole = new RegExp(`${anyStart}${form}${soonDigit}[${chars}]{${least},}`, "y");
  const cut = new RegExp(`${anyStart}${cutBody(shape)}${cutMark}`, "y");
  const leading = new RegExp(`[${lead?.chars ?? "^"}]`);
  const isLeading = (code: number) => leading.test(String.fromCharCode(code));
  const instead = marker(kind);

  return {
    hints,
    find: (text, index, from) => {
      if (alone && !isWordStart(text, index, from)) return undefined;
      const match = matchAt(whole, text, index) ?? matchAt(cut, text, index);
      if (match === undefined) return undefined;
      const end = index + match[0].length;
      if (lead === undefined) return { start: index, end, instead };
      const start = runStart(text, index, Math.max(from, index - lead.most), isLeading);
      return index - start >= lead.least ? { start, end, instead } : undefined;
    },
  };
}

const digitWithin = 40;

/**
 * A token that was cut off is short, so it is only known at the end of the text or before the mark of
 * a cut. Up to seven characters after the start may stay, and twenty where the start is an
 * ordinary word.
 */
function cutBody({ chars, least, alone, form }: TokenShape): string {
  const most = Math.max(least - 1, 12) + (form === undefined ? 0 : longestForm);
  const formed = form === undefined ? "" : `${form}[${chars}]{4,${most}}|`;
  return alone
    ? `(?:${formed}(?=[${chars}]{0,16}\\d|[${chars}]{21})[${chars}]{12,${most}})`
    : `(?:${formed}(?=[${chars}]{0,7}\\d|[${chars}]{8})[${chars}]{4,${most}})`;
}

const longestForm = 80;
const cutMark = "(?=$|\\n?…|\\.{3}$)";
