/**
 * A function of a text that remembers what it made of the last few. The same words are looked at by one rule after the
 * other, each of which takes them apart for itself. Not for results that somebody changes.
 */
export function forRecentTexts<Made>(
  make: (text: string) => Made,
  mostRemembered = 8,
): (text: string) => Made {
  const known = new Map<string, { readonly made: Made }>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before.made;
    const made = make(text);
    if (known.size >= mostRemembered) known.clear();
    known.set(text, { made });
    return made;
  };
}
