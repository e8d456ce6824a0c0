import fc from "fast-check";
import { announced, type Announced } from "./announced.ts";
import { anyWord } from "./any-word.ts";
import { pathOf } from "./any-writing.ts";

/** Ways to type a word that mean the same, or nearly the same, to a shell. */
const anyTyping = fc.constantFrom<(word: string) => string>(
  (word) => word,
  (word) => word,
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => `"${word}"`,
  (word) => `'${word}'`,
  (word) => `\\${word}`,
  (word) => `${word.slice(0, 1)}\\${word.slice(1)}`,
  (word) => `${word.slice(0, 1)}""${word.slice(1)}`,
  (word) => `${word.slice(0, 2)}'${word.slice(2)}'`,
  (word) => `${word.slice(0, 1)}\\\n${word.slice(1)}`,
  (word) => `$'${word}'`,
  (word) => `$'\\x${word.charCodeAt(0).toString(16).padStart(2, "0")}${word.slice(1)}'`,
  (word) => `${word.slice(0, 1)}$"${word.slice(1)}"`,
  (word) => `/usr/bin/${word}`,
  (word) => `./${word}`,
  (word) => `$(${word})`,
  (word) => `\`${word}\``,
  (word) => `"$(${word} x)"`,
  (word) => `${word};`,
  (word) => `"$X"${word}`,
);
const anySeparator = fc.constantFrom(
  " ",
  " ",
  " ",
  " ",
  "  ",
  "\t",
  " \\\n",
  "\\\n ",
  " 2>/dev/null ",
  ">x ",
  " <y ",
  "&>z ",

  " {fd}>x ",
  " >&2 ",
  "\n",
  "; ",
  " && ",
  " | ",
  "\u00A0",
  " <<<'q' ",
  " -x ",
  "\u0001",
  "\r\n",
  "\f",

  " A=1 ",
  " <<E\nE\n",
  " #",
  "|&",
  " $'' ",
  " -C x ",
  " -c a=b --no-pager ",
  " +nightly ",
  " '-C' 'y z' ",
  " '' ",
  "\u2028",
  "\uD800",
);
/** The words in this order, each typed in some way, with some separator behind it. */
function lineWith(line: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(anyTyping, { minLength: line.length, maxLength: line.length }),
      fc.array(anySeparator, { minLength: line.length, maxLength: line.length }),
    )
    .map(([typings, separators]) =>
      line.map((word, index) => `${typings[index]?.(word)}${separators[index]}`).join(""),
    );
}

const anyWrapping = fc.constantFrom<(line: string) => string>(
  (line) => line,
  (line) => line,
  (line) => `sudo -u x ${line}`,
  (line) => `env A=1 -i ${line}`,
  (line) => `timeout -k 5 10 ${line}`,
  (line) => `TERM=dumb ${line}`,
  (line) => `T"ER"M='dumb' ${line}`,
  (line) => `TERM="du"mb env -i ${line}`,
  (line) => `export A=b TERM=dumb; ${line}`,
  (line) => `rtk ${line}`,
  (line) => `${line} | cat`,
  (line) => `${line}|cat`,
  (line) => `(${line}) |& tee x | "ca"t -`,
  (line) => `${line} | sudo cat`,
  (line) => `bash -c '${line.replaceAll("'", `'"'"'`)}'`,
  (line) => `sh -lc "${line.replaceAll(/["\\$`]/g, "\\$&")}"`,
  (line) => `"ba"sh -c "${line}"`,
  (line) => `eval '${line}'`,
  (line) => `eval ${line}`,
  (line) => `cd x && ${line}`,
  (line) => `echo "$(${line})"`,
  (line) => `echo \`${line}\``,
  (line) => `if true; then ${line}; fi`,
  (line) => `time ${line}`,
  (line) => `cat <<E\n${line}\n$(${line})\nE`,
  (line) => `( ${line}`,
  (line) => `A=(1) B[0]=${line}`,
);
export function commandWith(asked: readonly string[]): fc.Arbitrary<Announced> {
  return fc
    .tuple(
      fc.array(anyWord, { maxLength: 1 }),
      fc.array(anyWord, { maxLength: 1 }),
      fc.array(anyWrapping, { maxLength: 2 }),
    )
    .chain(([before, behind, wrappings]) =>
      lineWith([...before, ...asked, ...behind]).map((line) =>
        wrappings.reduce((inner, wrap) => wrap(inner), line),
      ),
    )
    .map((command) => announced({ tool: "Bash", command, paths: [] }, { command }));
}

/** What stands around and inside a command that patterns do not ask for. */
const anyOptions = fc.constantFrom(
  "",
  "",
  "-C x ",
  "-c a=b --no-pager ",
  "+nightly ",
  "'-C' 'y z' ",
  '-C "$X" ',
  "--no-pager\t",
);
const anyFront = fc.constantFrom(
  "",
  "TERM=dumb ",
  "T\"ER\"M='x' ",
  "TERM='dumb' sudo -u x ",
  "env -i TERM=dumb timeout 5 ",
  "export TERM=dumb; ",
  "rtk ",
  "TERM=dumb rtk ",
  "sudo rtk ",
  "find . -exec ",
  "xargs -n 1 ",
  "timeout -f 5 ",
  "x.",
  "x:",
  "./",
  "time ",
  "sudo ",
);
const anyPipe = fc.constantFrom(
  "",
  " | cat",
  "|cat",
  " |& tee x | cat -",
  " | sudo cat",
  " | xargs -n 1 cat",
  " || cat",
);

const anyBehind = fc.constantFrom(
  "",
  " -f",
  " --force",
  " a.b",
  "  -f",
  "\t--force",
  " '-f'",
  " -'f'",
  " --for\\ce",
  " -nf",
  " -5",
  " -n 5",
  " + -f",
  " {} + --force",
  " -- -f",
  " 2>&1 -f",
  " >x --force",
  "; true -f",
  " && x --force",
  " # -f",
  " $X -f",
  " A=1 -f",
  " x,y:z@1%/.. -f",
  "\n-f",
  "-x -f",
);

/** A program with subcommands, as it is really typed. */
export function callOf(words: readonly string[]): fc.Arbitrary<Announced> {
  const [program = "", ...rest] = words;
  return fc
    .record({
      front: anyFront,
      options: fc.array(anyOptions, { minLength: rest.length, maxLength: rest.length }),
      behind: fc.array(anyBehind, { maxLength: 3 }).map((parts) => parts.join("")),
      pipe: anyPipe,
    })
    .map(({ front, options, behind, pipe }) => {
      const inner = rest.map((word, index) => `${options[index]}${word}`).join(" ");
      const command = `${front}${program} ${inner}${behind}${pipe}`;
      return announced({ tool: "Bash", command, paths: [] }, { command });
    });
}

/** Ways to type a file name so that a shell takes it for one word. */
const anyNaming = fc.constantFrom<(path: string) => string>(
  (path) => path.replaceAll(/[^\w./-]/gu, "\\$&"),
  (path) => `'${path.replaceAll("'", `'"'"'`)}'`,
  (path) => `"${path.replaceAll(/["\\$`]/g, "\\$&")}"`,
  (path) => `${path.slice(0, 1)}'${path.slice(1).replaceAll("'", `'"'"'`)}'`,
  (path) => `"$DIR"/${path.replaceAll(/[^\w./-]/gu, "\\$&")}`,
);
const anyWriter = fc.constantFrom<(file: string) => string>(
  (file) => `sed -i s/a/b/ ${file}`,
  (file) => `sed -i.bak -e 's/a/b/' ${file} other`,
  (file) => `echo x >${file}`,
  (file) => `echo x 2>&1 >> ${file}`,
  (file) => `cat <<E >${file}\nx\nE`,
  (file) => `make | sudo tee -a ${file}`,
  (file) => `mv a ${file}`,
  (file) => `cp -r a ${file}; ls`,
  (file) => `cp ${file} .`,
  (file) => `{ a; b; } > ${file}`,
);

/** A shell line that writes a file of these names. */
export function commandWriting(names: readonly string[]): fc.Arbitrary<Announced> {
  return fc
    .tuple(pathOf(names), anyNaming, anyWriter, fc.array(anyWrapping, { maxLength: 1 }))
    .map(([path, naming, writer, wrappings]) => {
      const command = wrappings.reduce((line, wrap) => wrap(line), writer(naming(path)));
      return announced({ tool: "Bash", command, paths: [] }, { command });
    });
}
