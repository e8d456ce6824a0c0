/** Behind everything that is there, after an empty line, with the line ends that the file has. */
export function appended(file: string, entry: string): string {
  const end = file.includes("\r\n") ? "\r\n" : "\n";
  const gap = file === "" || /\n\r?\n$/.test(file) ? "" : file.endsWith("\n") ? end : end + end;
  return file + gap + entry.replaceAll("\n", end);
}

/** With the empty lines behind it and the line ends that the text in its place had. */
export function likeBefore(before: string, text: string): string {
  const end = before.includes("\r\n") ? "\r\n" : "\n";
  const rest = before.slice(before.trimEnd().length);
  return text.trimEnd().replaceAll("\n", end) + rest;
}
