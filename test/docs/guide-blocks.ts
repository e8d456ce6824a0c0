/** A part of the guide: what is only read, or a `console` block of commands with what each is shown to print. */
export type GuidePart =
  | { readonly is: "prose"; readonly text: string }
  | { readonly is: "console"; readonly steps: readonly GuideStep[] };

interface GuideStep {
  readonly command: string;
  readonly shown: readonly string[];
}

/** The parts in order; joined by newlines they are the text again. */
export function guideBlocks(text: string): readonly GuidePart[] {
  const [opening = "", ...rest] = text.split("\n```console\n");
  return [
    { is: "prose", text: opening },
    ...rest.flatMap((part): readonly GuidePart[] => {
      const [inside = "", ...behind] = part.split("\n```\n");
      return [
        { is: "console", steps: stepsIn(inside) },
        { is: "prose", text: behind.join("\n```\n") },
      ];
    }),
  ];
}

/** A command may go on over lines that end in a backslash. */
function stepsIn(block: string): readonly GuideStep[] {
  return `\n${block}`
    .split("\n$ ")
    .slice(1)
    .map((step) => {
      const [command = ""] = /^(?:.*\\\n)*.*/.exec(step) ?? [];
      const shown = step.slice(command.length + 1);
      return { command, shown: shown === "" ? [] : shown.split("\n") };
    });
}

/**
 * What is to be shown of these lines now: the same as before where that is still true. Otherwise they stay left out
 * between the lines around a `…` that are still there.
 */
export function shownNow(lines: readonly string[], shown: readonly string[]): readonly string[] {
  if (isCovered(lines, shown)) return shown;
  return shown.reduce<readonly string[]>((kept, line, at) => {
    if (line !== "…") return kept;
    const from = at === 0 ? -1 : onlyPlace(kept, shown[at - 1]);
    const to = at === shown.length - 1 ? kept.length : onlyPlace(kept, shown[at + 1]);
    if (from === undefined || to === undefined || to <= from + 1) return kept;
    return [...kept.slice(0, from + 1), "…", ...kept.slice(to)];
  }, lines);
}

/** Whether these lines are the shown ones, of which `…` stands for any number, none included. */
function isCovered(lines: readonly string[], shown: readonly string[]): boolean {
  const [first, ...others] = shown;
  if (first === undefined) return lines.length === 0;
  if (first !== "…") return lines[0] === first && isCovered(lines.slice(1), others);
  return [...lines.keys(), lines.length].some((from) => isCovered(lines.slice(from), others));
}

function onlyPlace(lines: readonly string[], line: string | undefined): number | undefined {
  const place = lines.findIndex((each) => each === line);
  return place === -1 || lines.lastIndexOf(line ?? "") !== place ? undefined : place;
}
