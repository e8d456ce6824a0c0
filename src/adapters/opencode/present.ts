/** Without the fields that are not known. */
export function present<Fields extends Readonly<Record<string, string | undefined>>>(
  fields: Fields,
): { readonly [Name in keyof Fields]?: string } {
  const known: { [Name in keyof Fields]?: string } = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined && value !== "") known[name] = value;
  }
  return known;
}
