import type { Wordings } from "./class-advice.ts";

/** The first wording whose places can all be filled and that is not too long; undefined when there is none. */
export function fillWording(
  wordings: Wordings,
  values: Readonly<Record<string, string | undefined>>,
  longest = Number.POSITIVE_INFINITY,
): string | undefined {
  for (const wording of typeof wordings === "string" ? [wordings] : wordings) {
    const text = filled(wording, values);
    if (text !== undefined && text.length <= longest) return text;
  }
  return undefined;
}

function filled(
  wording: string,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  let isWhole = true;
  const text = wording.replaceAll(/\{(\w{1,20})\}/gu, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === "") isWhole = false;
    return value ?? "";
  });
  return isWhole ? text : undefined;
}
