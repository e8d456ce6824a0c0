import fc from "fast-check";

/** A line of the log with one value somewhere in it replaced, removed or repeated. */
export function mutatedLine(lines: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...lines), fc.nat(), fc.oneof(fc.jsonValue(), fc.constant(removed)))
    .map(([line, place, value]) => {
      const record: unknown = JSON.parse(line);
      const places = placesIn(record);
      const chosen = places[place % places.length];
      if (chosen === undefined) return line;
      const { holder, name } = chosen;
      if (value === removed) delete holder[name];
      else holder[name] = value;
      return JSON.stringify(record);
    });
}

const removed = Symbol("removed");

interface ValuePlace {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

/** Every place in the tree that holds a value; the lists among them are written to by number. */
function placesIn(value: unknown): readonly ValuePlace[] {
  if (typeof value !== "object" || value === null) return [];
  // Both objects and lists can be written to by name.
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name])]);
}
