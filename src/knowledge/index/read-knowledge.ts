/** A file of entries, cut into pieces that are the file when they are put together again. */
export interface KnowledgeDocument {
  /** What stands before the first entry. */
  readonly head: string;
  readonly sections: readonly Section[];
}

export interface Section {
  /** `ADR-003`; undefined where the heading is none of an entry. */
  readonly id: string | undefined;
  readonly title: string;
  /** From its heading to the next one, byte for byte. */
  readonly text: string;
}

/** Cuts a file at its headings of the first and second level. A heading in a block of code is code. */
export function readKnowledge(text: string): KnowledgeDocument {
  const starts = [...proseOf(text)].flatMap(({ line, at }) => (/^##? \S/.test(line) ? [at] : []));
  const sections = starts.map((start, index) =>
    sectionOf(text.slice(start, starts[index + 1] ?? text.length)),
  );
  const first = sections.findIndex(({ id }) => id !== undefined);
  const before = first < 0 ? sections : sections.slice(0, first);
  const head = text.slice(0, starts[0] ?? text.length) + before.map((each) => each.text).join("");
  return { head, sections: first < 0 ? [] : sections.slice(first) };
}

export function knowledgeText({ head, sections }: KnowledgeDocument): string {
  return head + sections.map(({ text }) => text).join("");
}

/** The value of `- **Status**: Active`. */
export function fieldOf({ text }: Section, label: string): string | undefined {
  const start = `- **${label}**:`;
  for (const { line } of proseOf(text))
    if (line.startsWith(start)) return line.slice(start.length).trim();
  return undefined;
}

/** What stands under `**Issue**`, or behind it on its line: people write it both ways. */
export function passageOf(section: Section, label: string): string | undefined {
  const lines = section.text.split("\n").map((line) => line.trimEnd());
  const start = lines.indexOf(`**${label}**`);
  if (start < 0) return fieldOf(section, label);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^\*\*\w[\w ]*\*\*$/.test(line));
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .join("\n")
    .trim();
}

/** Every number that a heading gives, however it is written: `### adr 7`, `# [ADR-7]`, `##ADR-7`. */
export function numbersIn(text: string, prefix: "ADR" | "PF"): readonly number[] {
  const shape = new RegExp(`^[ \\t>]{0,8}#{1,6}.{0,200}?\\b${prefix}[-_ ]?(\\d{1,9})\\b`, "iu");
  return [...proseOf(text)].flatMap(({ line }) => {
    const digits = shape.exec(line)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
}

/** Whether what is written behind the text would be code: somebody did not close a block. */
export function endsInCode(text: string): boolean {
  let isOpen = false;
  for (const { isCode } of linesOf(text)) isOpen = isCode;
  return isOpen;
}

/** The number of `ADR-007`. */
export function numberOf(id: string): number {
  return Number(id.slice(id.indexOf("-") + 1));
}

function sectionOf(text: string): Section {
  const heading = (text.split("\n", 1)[0] ?? "").trimEnd().replace(/^\uFEFF/, "");
  const [, id, title] = /^## ((?:ADR|PF)-\d{1,9}):(.*)$/.exec(heading) ?? [];
  return { id, title: (title ?? heading.replace(/^#+ /, "")).trim(), text };
}

/** The lines that are not in a block of code, with their places. */
function* proseOf(text: string): Generator<{ readonly line: string; readonly at: number }> {
  for (const { line, at, isProse } of linesOf(text)) if (isProse) yield { line, at };
}

interface ReadLine {
  readonly line: string;
  readonly at: number;
  readonly isProse: boolean;
  /** Whether the next line is code. */
  readonly isCode: boolean;
}

function* linesOf(text: string): Generator<ReadLine> {
  let at = 0;
  let fence: string | undefined;
  for (const whole of text.split("\n")) {
    const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
    // Some editors put a mark in front of the first line.
    const shown = at === 0 && line.startsWith("\uFEFF") ? line.slice(1) : line;
    const mark = fenceOf(shown);
    const isProse = fence === undefined && mark === undefined;
    if (fence === undefined) fence = mark;
    else if (closes(shown, fence)) fence = undefined;
    yield { line: shown, at, isProse, isCode: fence !== undefined };
    at += whole.length + 1;
  }
}

/** The backticks or tildes that open a block of code. */
export function fenceOf(line: string): string | undefined {
  return /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
}

export function closes(line: string, fence: string): boolean {
  const mark = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return mark?.startsWith(fence) === true;
}
