import stringWidth from "fast-string-width";

/** A picture of what a terminal shows: the text with its colours, in a frame. Escapes other than looks are not expected. */
export function terminalSvg(
  text: string,
  { title, columns }: { readonly title: string; readonly columns: number },
): string {
  const rows = text.replace(/\n+$/u, "").split("\n");
  const width = columns * cell.width + 2 * margin;
  const height = rows.length * cell.height + top + margin;
  const lines = rows.flatMap((row, index) => rowSvg(row, top + (index + 1) * cell.height - 5));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${height}" viewBox="0 0 ${round(width)} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<rect width="100%" height="100%" rx="8" fill="${colours.background}"/>`,
    ...[0, 1, 2].map(
      (at) => `<circle cx="${margin + 4 + at * 18}" cy="18" r="5" fill="${colours.dots}"/>`,
    ),
    `<text x="50%" y="22" text-anchor="middle" fill="${colours.dim}" font-family="${font}" font-size="12">${escaped(title)}</text>`,
    `<g font-family="${font}" font-size="13" fill="${colours.text}">`,
    ...lines,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

const cell = { width: 7.83, height: 18 };
const margin = 14;
const top = 34;
const font = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const colours = {
  background: "#1b1f27",
  text: "#d7dce4",
  dim: "#8b94a3",
  dots: "#3a414d",
  marked: "#333b49",
  red: "#ff7b72",
  green: "#7ee787",
  yellow: "#e3b341",
  cyan: "#79c0ff",
};

interface Look {
  readonly isBold?: boolean;
  readonly isDim?: boolean;
  readonly isMarked?: boolean;
  readonly colour?: string;
}

/** One text for each run of the same look: where it begins is said, so that no font can shift a column. */
function rowSvg(row: string, y: number): readonly string[] {
  const parts: string[] = [];
  let look: Look = {};
  let column = 0;
  for (const [piece, codes] of row.matchAll(/\u001B\[([0-9;]*)m|[^\u001B]+/gu)) {
    if (codes !== undefined) {
      const named = codes.replace(
        /38;5;(\d+)/gu,
        (_, shade: string) => shadeNames.get(shade) ?? "39",
      );
      for (const code of named.split(";")) look = lookAfter(look, Number(code));
      continue;
    }
    const width = stringWidth(piece);
    const x = round(margin + column * cell.width);
    if (look.isMarked === true) {
      parts.push(
        `<rect x="${x}" y="${y - 13}" width="${round(width * cell.width)}" height="${cell.height}" fill="${colours.marked}"/>`,
      );
    }
    const words = piece.trim();
    if (words !== "") {
      const before = stringWidth(piece.slice(0, piece.indexOf(words)));
      const from = round(margin + (column + before) * cell.width);
      const length = `textLength="${round(stringWidth(words) * cell.width)}" lengthAdjust="spacingAndGlyphs"`;
      // Viewers fold several blanks into one.
      const text = escaped(words).replaceAll("  ", "\u00A0 ");
      parts.push(`<text x="${from}" y="${y}" ${length}${styled(look)}>${text}</text>`);
    }
    column += width;
  }
  return parts;
}

function lookAfter(look: Look, code: number): Look {
  const colour = colourOf.get(code);
  if (colour !== undefined) return { ...look, colour };
  switch (code) {
    case 0:
      return {};
    case 1:
      return { ...look, isBold: true };
    case 2:
      return { ...look, isDim: true };
    case 7:
      return { ...look, isMarked: true };
    case 22:
      return { ...look, isBold: false, isDim: false };
    case 27:
      return { ...look, isMarked: false };
    case 39: {
      const { colour: _, ...plain } = look;
      return plain;
    }
    default:
      return look;
  }
}

/** The shades of `src/cli/paint.ts`, by the named colours that they are variants of. */
const shadeNames: ReadonlyMap<string, string> = new Map([
  ["160", "31"],
  ["28", "32"],
  ["130", "33"],
  ["30", "36"],
]);

const colourOf: ReadonlyMap<number, string> = new Map([
  [31, colours.red],
  [32, colours.green],
  [33, colours.yellow],
  [36, colours.cyan],
  [90, colours.dim],
]);

function styled({ isBold, isDim, colour }: Look): string {
  const fill = colour ?? (isDim === true ? colours.dim : undefined);
  return [
    fill === undefined ? "" : ` fill="${fill}"`,
    isBold === true ? ` font-weight="bold"` : "",
  ].join("");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
