import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Canary, type Random, randomFrom, some } from "./canaries.ts";

/**
 * The kinds of `planted-kinds.txt`, each with secrets of its own: the ways in which people and programs write secrets down. The
 * list was written before the rules, so that both would have to be wrong. In `«a20»` stand an alphabet and a length.
 */
export function plantedKinds(
  round = 0,
): readonly (Canary & { readonly secrets: readonly string[] })[] {
  const lines = readFileSync(join(import.meta.dirname, "planted-kinds.txt"), "utf8").split("\n");
  const kinds = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return kinds.map((rule, index) => {
    const secrets: string[] = [];
    const random = randomFrom(index + 1 + round * kinds.length);
    const text = filled(rule, random, secrets);
    return { rule, text, secret: secrets[0] ?? "", secrets };
  });
}

function filled(template: string, random: Random, secrets: string[]): string {
  const whole = template.replaceAll(/«E:((?:[^«»]|«[^«»]*»)*)»/g, (_, inner: string) => {
    const text = Buffer.from(filled(inner, random, [])).toString("base64");
    secrets.push(text);
    return text;
  });
  return whole.replaceAll(
    /«(\w)(?:(\d+)|:([^»]+))?»/g,
    (_, letter: string, length = "", text = "") => {
      const made = makers[letter]?.(random, Number(length), text) ?? "";
      secrets.push(made);
      return made;
    },
  );
}

const lower = "abcdefghijkmnopqrstuvwxyz";
const letters = lower + lower.toUpperCase();
const digits = "0123456789";
const words =
  "harbor velvet cactus ribbon summer oxygen lizard wagon pepper tunnel frozen maple".split(" ");

type Maker = (random: Random, length: number, text: string) => string;

/** Never all letters or all digits where the real ones are mixed. */
const makers: Readonly<Record<string, Maker>> = {
  a: (random, length) =>
    `${some(random, letters, 2)}${some(random, digits, 1)}${some(random, letters + digits, length - 3)}`,
  b: (random, length) =>
    `${some(random, letters, 2)}${some(random, digits, 1)}${some(random, `${letters}${digits}-_`, length - 4)}7`,
  d: (random, length) => `${some(random, "123456789", 1)}${some(random, digits, length - 1)}`,
  h: (random, length) =>
    `${some(random, "abcdef", 1)}${some(random, digits, 1)}${some(random, `${digits}abcdef`, length - 2)}`,
  o: (random, length) => some(random, lower, length),
  s: (random, length) =>
    `${some(random, letters, 2)}${some(random, digits, 1)}${some(random, `${letters}${digits}+/`, length - 4)}Q`,
  u: (random, length) => some(random, "ABCDEFGHJKLMNPQRSTUVWXYZ234567", length),
  U: (random) =>
    [8, 4, 4, 4, 12].map((length) => some(random, `${digits}abcdef`, length)).join("-"),
  w: (random, length) => Array.from({ length }, () => words[random(words.length)] ?? "").join(" "),
  p: (random, length) =>
    `${some(random, letters, 3)}${some(random, digits, 2)}${some(random, "!%+*^~-_.", 1)}${some(random, letters + digits, length - 6)}`,
  q: (random, length) =>
    `${some(random, letters, 3)}${some(random, "@:!$&+", 2)}${some(random, letters + digits, length - 5)}`,
  B: (random, _, text) =>
    Buffer.from(
      `${text}\n${Array.from({ length: 3 }, () => some(random, letters + digits, 64)).join("\n")}\n`,
    ).toString("base64"),
};
