import { parseJson } from "../../platform/json/parse.ts";
import { Fault } from "../../platform/fault.ts";

/** Values of a JSON text, each with its place: one object, an array of them, or one object per line. */
export function parseDrafts(
  text: string,
  source: string,
): readonly { readonly value: unknown; readonly place: string }[] {
  if (text.trim() === "") {
    throw new Fault("bad-input", `${source} is empty`, {
      hint: "lessons add --help shows what it takes",
    });
  }
  const whole = parseJson(text);
  if ("value" in whole) {
    if (!Array.isArray(whole.value)) return [{ value: whole.value, place: source }];
    if (whole.value.length === 0)
      throw new Fault("bad-input", `${source} holds no lesson`, { hint: "lessons add --help" });
    return whole.value.map((value: unknown, index) => ({ value, place: `${source}[${index}]` }));
  }
  const lines = text.split("\n").map((line, index) => ({ line, place: `${source}:${index + 1}` }));
  const filled = lines.filter(({ line }) => line.trim() !== "");
  const parsed = filled.map(({ line, place }) => ({ ...parseJson(line), place }));
  const wrong = parsed.find((item) => "problem" in item);
  if (wrong === undefined)
    return parsed.flatMap((item) =>
      "value" in item ? [{ value: item.value, place: item.place }] : [],
    );
  // When not even the first line is JSON on its own, it was meant to be one document.
  const isOneDocument = parsed[0] === wrong;
  const problem = isOneDocument ? whole.problem : "problem" in wrong ? wrong.problem : "";
  throw new Fault("bad-input", `${isOneDocument ? source : wrong.place} is not JSON: ${problem}`, {
    hint: 'for example {"kind":"pitfall","summary":"…","body":{"mistake":"…","remediation":"…"}}',
  });
}
