import fc from "fast-check";
import { forEachChild, type SyntaxNode } from "unbash";
import { expect, test } from "vitest";
import { readPlainLine } from "./plain-line.ts";
import { parseScript } from "./script.ts";
import { settingOf, textOf, valueOf } from "./word.ts";
import { law } from "../../test/kit/law.ts";

test("a line of words, quotes, variables, redirections and operators is read without a parser", () => {
  expect(
    readPlainLine('cd "$DIR" && grep -rn \'a b\' src/*.ts 2>&1 | head -5 > "out file"; echo \\$X'),
  ).toEqual([
    plain(["cd", "$DIR"], ["cd", "$DIR"]),
    {
      ...plain(["grep", "-rn", "a b", "src/*.ts"], ["grep", "-rn", '""', "src/*.ts"]),
      isPiped: true,
      outputs: ["1"],
    },
    { ...plain(["head", "-5"], ["head", "-5"]), outputs: ["out file"] },
    plain(["echo", "$X"], ["echo", "\\$X"]),
  ]);
});

test("so are variables that are set, substitutions and here-documents", () => {
  expect(readPlainLine("A=1 git commit -m \"$(cat <<'EOF'\nfix: $(all)\nEOF\n)\" $(b)")).toEqual([
    {
      values: ["git", "commit", "-m", "$(cat <<'EOF'\nfix: $(all)\nEOF\n)", "$(b)"],
      texts: ["git", "commit", "-m", '""', "$()"],
      assignments: [{ name: "A", text: "A=1", isOpen: true }],
      isPiped: false,
      inner: [plain(["cat"], ["cat"]), plain(["b"], ["b"])],
      outputs: [],
    },
  ]);
});

test.each([
  ["a calculation", "echo $((1 + 1))"],
  ["an older substitution", 'echo "`date`"'],
  ["a group", "(cd a; ls)"],
  ["a keyword", "if true; then ls; fi"],
  ["a comment", "ls # all of them"],
  ["a list that is set", "A=(1 2) ls"],
  ["a here-document that runs something", "cat <<EOF\n$(a)\nEOF"],
  ["a here-document without an end", "cat <<EOF\na"],
  ["an open quote", "echo 'a"],
  ["an index", "a[ 1 ]=2 ls"],
  ["an operator without a command", "ls && | cat"],
  ["an operator at the end", "ls |"],
  ["quotes in a pattern", "ls {a,'b'}"],
  ["nothing", " \n "],
])("a line with %s is left to the parser", (_, line) => {
  expect(readPlainLine(line)).toBeUndefined();
});

const pieces = [
  ..."'\"`\\$(){}[]<>|&;!#=*?~-+%@:,/ \n\t^".split(""),
  ...'$X $x_1 \'a b\' "a b" "$X" "a$X" "\\$a" "a\\|b" a b=1 é … 1 2 a.ts -n --x=y'.split(" "),
  ..."2>&1 >/dev/null &>x >>y 2> < && || ; | & if then time export eval {} ]] [[".split(" "),
  ...'$(a) $(b|c) "$(d)" \\; \\( A=1 A=$(e) $(A=1)'.split(" "),
  "\\\n",
  "<<E\na\nE\n",
  "<<E\n$(a)\nE\n",
  "<<'E'\n$(a)\nE\n",
  "<<-E x\n\ta\n\tE\n",
  "$(a <<E\nb\nE\n)",
  "\nE\n",
];
const anyPiece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.constant(" ") },
);
const anyLine = fc
  .tuple(fc.constantFrom("ls ", ""), fc.array(anyPiece, { maxLength: 12 }))
  .map(([start, tokens]) => start + tokens.join(""));

test("whatever is read without the parser is what the parser reads", () => {
  let readings = 0;
  fc.assert(
    fc.property(fc.oneof(anyLine, fc.string()), (line) => {
      const read = readPlainLine(line);
      if (read === undefined) return;
      readings += 1;
      const script = parseScript(line);
      expect(read).toEqual(script && commandsIn(script));
    }),
    law({ quick: 8000 }),
  );
  expect(readings).toBeGreaterThan(500);
});

function plain(values: readonly string[], texts: readonly string[]) {
  return { values, texts, assignments: [], isPiped: false, inner: [], outputs: [] };
}

/** The same from a syntax tree. */
function commandsIn(node: SyntaxNode, isPiped = false): unknown[] {
  const stages = node.type === "Pipeline" ? node.commands : [];
  const inner: unknown[] = [];
  forEachChild(node, (child) => {
    const isStage = stages.slice(0, -1).some((stage) => stage === child);
    inner.push(...commandsIn(child, isStage));
  });
  if (node.type !== "Command") return inner;
  const words = node.name ? [node.name, ...node.args] : [];
  const assignments = node.prefix.flatMap((prefix) =>
    prefix.type === "Assignment" ? [settingOf(prefix.name, valueOf(prefix), textOf(prefix))] : [],
  );
  const outputs = node.redirects.flatMap((redirect) =>
    redirect.type === "Redirect" && redirect.operator.includes(">") && redirect.target
      ? [valueOf(redirect.target)]
      : [],
  );
  const [values, texts] = [words.map(valueOf), words.map(textOf)];
  return [{ values, texts, assignments, isPiped, inner, outputs }];
}
