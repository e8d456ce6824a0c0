/**
 * Numbers as bars over several lines, with what the top stands for beside it and the names of the first and the last below.
 * Where a number is missing there is a gap. At most as many as fit, the last ones; few are drawn wider.
 */
export function plot(
  points: readonly PlotPoint[],
  { width, height = 5 }: { readonly width: number; readonly height?: number },
): readonly string[] {
  const known = points.flatMap(({ value }) => value ?? []);
  const most = Math.max(0, ...known);
  const label = String(most);
  const shown = points.slice(-Math.max(1, width - label.length - 2));
  const room = width - label.length - 2;
  const wide = Math.max(1, Math.min(widest, Math.floor(room / Math.max(1, shown.length))));
  const rows = Array.from({ length: height }, (_, index) => {
    const floor = height - 1 - index;
    const bars = shown.map(({ value }) => barPiece(value, most, { floor, height }).repeat(wide));
    const side = index === 0 ? label : index === height - 1 ? "0" : "";
    return `${side.padStart(label.length)} ┤${bars.join("")}`.trimEnd();
  });
  return [...rows, axis(shown, { wide, indent: label.length + 2 })];
}

export interface PlotPoint {
  readonly name: string;
  readonly value: number | undefined;
}

const widest = 8;
const pieces = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/** What of a bar lies in one line. More than nothing shows. */
function barPiece(
  value: number | undefined,
  most: number,
  { floor, height }: { readonly floor: number; readonly height: number },
): string {
  if (value === undefined || value <= 0 || most <= 0) return " ";
  const eighths = Math.max(1, Math.round((value / most) * height * 8));
  return pieces[Math.min(8, Math.max(0, eighths - floor * 8))] ?? " ";
}

function axis(
  shown: readonly PlotPoint[],
  { wide, indent }: { readonly wide: number; readonly indent: number },
): string {
  const [first = "", last = ""] = [shown[0]?.name, shown.at(-1)?.name];
  const gap = shown.length * wide - first.length - last.length;
  const names =
    shown.length < 2 ? first : gap > 0 ? first + " ".repeat(gap) + last : `${first} to ${last}`;
  return " ".repeat(indent) + names;
}
