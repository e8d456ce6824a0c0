import { readQuoted, readUnquoted } from "./read.ts";
import { marker, matchAt, type Found, type Rule } from "./rule.ts";
import { isPlaceholder } from "./value.ts";

/** Options whose name does not say it: only after certain programs is `-p` or `-u` a password. */
const options: readonly Option[] = [
  // A blank after `-p` means that mysql asks for the password; the next word is the database.
  { hint: " -p", shape: / -p(?=[^ \t-])/y, programs: /\b(?:mysql\w*|mariadb\w*|sshpass)\b/ },
  {
    hint: " -p",
    shape: / -p (?=[^-])/y,
    programs: /\b(?:sshpass|(?:docker|podman|helm|az|oc) .{0,60}\blogin)\b/,
  },
  { hint: " -a", shape: / -a /y, programs: /\bredis-cli\b/ },
  { hint: " -a", shape: / -a ?["']?[\w.@+-]{1,100}:/y, programs: /\bhttps?\b/ },
  { hint: " -w", shape: / -w /y, programs: /\bldap\w+\b/ },
  { hint: " -u", shape: / -u ?["']?[\w.@+-]{0,100}:/y, programs: /\bcurl\b/ },
  { hint: " --user", shape: / --user[ =]["']?[\w.@+-]{0,100}:/y, programs: /\bcurl\b/ },
  { hint: " -U", shape: / -U ?["']?[\w.\\-]{1,100}%/y, programs: /\bsmb\w+\b/ },
  { hint: " pass:", shape: / pass:/y, programs: /-pass(?:in|out)?$/ },
  { hint: "IDENTIFIED BY", shape: /identified by /iy, programs: /./ },
  { hint: "identified by", shape: /identified by /iy, programs: /./ },
];

interface Option {
  readonly hint: string;
  /** All that stands before the password, from the hint on. */
  readonly shape: RegExp;
  /** What stands before it in the command. */
  readonly programs: RegExp;
}

export const optionRules: readonly Rule[] = options.map(({ hint, shape, programs }) => ({
  hints: [hint],
  find: (text, index, from) => {
    const match = matchAt(shape, text, index);
    if (match === undefined || !programs.test(commandBefore(text, index, from))) return undefined;
    const start = index + match[0].length;
    const value = readQuoted(text, start) ?? readUnquoted(text, start, "password");
    if (value === undefined || value.content.length < 3 || isPlaceholder(value.content)) {
      return undefined;
    }
    return { start: value.start, end: value.end, instead: marker("password") } satisfies Found;
  },
}));

/** The command as far as it is written, without those before it. */
function commandBefore(text: string, index: number, from: number): string {
  // A line break may be written as its escape, which would stick to the name of the program.
  const line = text.slice(Math.max(from, index - 300), index).replaceAll(/\\[nrt]/g, "\n");
  return line.slice(1 + Math.max(...["\n", "|", ";", "&"].map((end) => line.lastIndexOf(end))));
}
