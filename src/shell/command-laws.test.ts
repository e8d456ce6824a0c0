import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCommandLine, type SimpleCommand } from "./command.ts";
import { law } from "../../test/kit/law.ts";

const shellTokens = [
  ..."'\"`\\$(){}[]<>|&;!#=*?~-+%@:,/ \n\t".split(""),
  ..."$( ${ $(( <<< 2>&1 && || ;; -- -u a b=1 é".split(" "),
  ..."if then fi for in do done case esac while time".split(" "),
  ..."sudo env timeout xargs eval sh -c bash -lc".split(" "),
  " <<EOF\n",
  "\nEOF\n",
];

const anyTokens = fc.array(fc.constantFrom(...shellTokens), { maxLength: 40, size: "max" });
const anyLine = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  anyTokens.map((tokens) => tokens.join("")),
  anyTokens.map((tokens) => tokens.join(" ")),
);

test("every string has commands, the same each time, or is one raw command", () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const text = line.trim();
      const raw = { program: "", words: [text], text, wrappers: [], assignments: [] };
      const { isParsed, commands } = parseCommandLine(line);
      expect(parseCommandLine(line)).toEqual({ isParsed, commands: isParsed ? commands : [raw] });
      expect(commands.length).toBeLessThanOrEqual(200);
    }),
    law({ quick: 2000 }),
  );
});

const plainWord = fc.stringMatching(/^[\w.,:=@/%+-]{1,12}$/);
/** The dash keeps it from being a keyword or a wrapper. */
const anyProgram = fc.stringMatching(/^[a-z]{3}-[a-z]{1,5}$/);

test("plain words come back as they are", () => {
  fc.assert(
    fc.property(anyProgram, fc.array(plainWord, { maxLength: 5 }), (program, more) => {
      const words = [program, ...more];
      const text = words.join(" ");
      expect(parseCommandLine(words.join("  "))).toEqual({
        isParsed: true,
        commands: [{ program, words, text, wrappers: [], assignments: [] }],
      });
    }),
    law(),
  );
});

const anyArgument = fc.oneof(
  plainWord,
  fc.string().map(singleQuoted),
  fc.constantFrom('"$DIR"', "$X", "a\\ b", '"a b"', "--x='y z'", "$(ls)", "{a,b}", "2>&1"),
);
const anyCommand = fc
  .tuple(anyProgram, fc.array(anyArgument, { maxLength: 5 }))
  .map(([program, more]) => [program, ...more].join(" "));

const anyWrapper = fc.constantFrom(
  "sudo",
  "sudo -nu deploy --",
  "doas -u a",
  "env",
  "/usr/bin/env -i -u X A=1 B='c d'",
  "timeout 5",
  "timeout -k 5 --signal=KILL 10s",
  "xargs -0 -n 1",
  "xargs -I {} -P4",
  "nice -n 5",
  "stdbuf -oL",
  "nohup",
  "time",
  "command",
  "exec",
  "builtin",
  "setsid",
);
const anyPrefix = fc
  .tuple(fc.constantFrom("", "FOO=1", "A='b c' B="), fc.array(anyWrapper, { maxLength: 4 }))
  .map(([assignments, wrappers]) => [assignments, ...wrappers, ""].join(" "));

/** A prefix with another line behind it, because variables cannot stand behind most wrappers. */
const anyLayer = fc.tuple(
  anyPrefix,
  fc.constantFrom<(line: string) => string>(
    (line) => `cd x && ${line}`,
    (line) => `bash -c ${singleQuoted(line)}`,
    (line) => `sh -euo pipefail -c ${singleQuoted(line)} argument`,
    (line) => `eval ${singleQuoted(line)}`,
  ),
);

test("a command looks the same in whatever it is wrapped", () => {
  fc.assert(
    fc.property(
      anyCommand,
      anyPrefix,
      fc.array(anyLayer, { maxLength: 4 }),
      (command, prefix, layers) => {
        const line = layers.reduce(
          (inner, [before, enclose]) => before + enclose(inner),
          prefix + command,
        );
        const [bare] = parseCommandLine(command).commands.map(withoutSurroundings);
        const found = parseCommandLine(line).commands.map(withoutSurroundings);
        expect(found).toContainEqual(bare);
      },
    ),
    law({ quick: 500 }),
  );
});

const marker = "pytest";
const anyHidingPlace = fc.stringMatching(/^[a-z ;|&(){}<>#*-]{0,8}$/).chain((noise) => {
  const text = `${noise}${marker}${noise}`;
  return fc.constantFrom(
    `'${text}'`,
    `"${text}"`,
    `$'${text}'`,
    `$"${text}"`,
    `"$A ${text}"`,
    `"\\"${text}"`,
    `--x='${text}'`,
    `a"${text}"b`,
    `{a,"${text}"}`,
    `@(a|"${text}")`,
    `[a"${marker}"]*`,
    `$(( A["${marker}"] ))`,
    `\${A:-'${text}'}`,
    `"\${A:-${marker}}"`,
    `"$(a '${text}')"`,
    `<(a '${text}')`,
    `<<< '${text}'`,
    `<<< ${marker}`,
    `> "${text}"`,
    `2>> ${marker}`,
  );
});
const anyHidingCommand = fc
  .tuple(
    fc.constantFrom("", `A='${marker} a'`, `B=${marker}`, `C=("${marker}")`),
    fc.constantFrom("git commit", "sudo git commit", `export A='${marker}' B=(a "${marker}")`),
    fc.array(anyHidingPlace, { maxLength: 4 }),
    fc.constantFrom("", `# ${marker}`, `<<'E'\n${marker} $(a)\nE`, `<<-E\n\t${marker}\n\tE`),
  )
  .map(([assignments, head, words, end]) => [assignments, head, ...words, end].join(" "));

const anyEnclosure = fc.constantFrom<(line: string) => string>(
  (line) => `(${line}\n)`,
  (line) => `echo $(${line}\n)`,
  (line) => `echo "$(${line}\n)"`,
  (line) => `if true\nthen ${line}\nfi`,
  (line) => `f() {\n${line}\n}`,
  (line) => `bash -c ${singleQuoted(line)}`,
);

test("what stands only in quotes, heredocs, redirections and comments is never seen", () => {
  fc.assert(
    fc.property(
      anyHidingCommand,
      fc.array(anyEnclosure, { maxLength: 3 }),
      (command, enclosures) => {
        const line = enclosures.reduce((inner, enclose) => enclose(inner), command);
        const { isParsed, commands } = parseCommandLine(line);
        const texts = commands.map(({ text }) => text);
        expect({ isParsed, seen: texts.filter((text) => text.includes(marker)) }).toEqual({
          isParsed: true,
          seen: [],
        });
        expect(texts).toContainEqual(expect.stringMatching(/^(?:git commit|export)/));
      },
    ),
    law({ quick: 1000 }),
  );
});

function withoutSurroundings({ program, words, text }: SimpleCommand): Partial<SimpleCommand> {
  return { program, words, text };
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
