/** A procedure as it is told, and its steps. */
export interface Steps {
  /** What stands before the first step, without its colon. */
  readonly opening: string;
  readonly steps: readonly string[];
}

/**
 * The steps of a text: numbered or dashed lines, else numbers inside a line (`1. a 2. b`), else
 * parts with arrows between them. A text without any of these is one step.
 */
export function readSteps(text: string): Steps {
  return (
    stepsByLine(text) ??
    stepsByNumber(text) ??
    stepsByArrow(text) ?? { opening: "", steps: [text.trim()] }
  );
}

function stepsByLine(text: string): Steps | undefined {
  const opening: string[] = [];
  const steps: string[] = [];
  for (const line of text.split("\n")) {
    const step = /^\s*(?:\d{1,3}[.)]|[-*•])\s+(?<text>\S.*)$/u.exec(line)?.groups?.["text"];
    const last = steps.at(-1);
    if (step !== undefined) steps.push(step.trim());
    else if (last === undefined) opening.push(line);
    // A line without a mark goes on with the step above it.
    else if (line.trim() !== "") steps[steps.length - 1] = `${last}\n${line.trim()}`;
  }
  // One marked line may be all of `1. a 2. b 3. c`.
  if (steps.length === 0 || (steps.length === 1 && stepsByNumber(text) !== undefined))
    return undefined;
  return { opening: withoutColon(opening.join("\n")), steps };
}

function stepsByNumber(text: string): Steps | undefined {
  let next = 1;
  const marks = [...text.matchAll(/(?<=^|\s)(\d{1,3})[.)]\s/gu)].filter((mark) => {
    const isNext = Number(mark[1]) === next;
    if (isNext) next += 1;
    return isNext;
  });
  if (marks.length < 2) return undefined;
  const steps = marks.map((mark, index) =>
    text.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim(),
  );
  return {
    opening: withoutColon(text.slice(0, marks[0]?.index)),
    steps: steps.filter((step) => step !== ""),
  };
}

function stepsByArrow(text: string): Steps | undefined {
  const steps = text.split("→").map((step) => step.trim());
  const named = steps.filter((step) => step !== "");
  return named.length < 2 ? undefined : { opening: "", steps: named };
}

function withoutColon(text: string): string {
  return text.trim().replace(/:$/u, "").trimEnd();
}
