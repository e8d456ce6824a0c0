/** A text without what hooks (ours among them) put into it. The program escapes the marks inside. */
export function withoutHookContext(text: string): string {
  let from = text.indexOf(opening);
  if (from < 0) return text;
  let rest = "";
  let done = 0;
  while (from >= 0) {
    rest += text.slice(done, from);
    const end = text.indexOf(closing, from);
    if (end < 0) return rest;
    done = end + closing.length;
    from = text.indexOf(opening, done);
  }
  return rest + text.slice(done);
}

const opening = "<hook_context>";
const closing = "</hook_context>";
