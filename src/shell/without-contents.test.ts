import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCommandLine } from "./command.ts";
import { withoutContents } from "./without-contents.ts";
import { law } from "../../test/kit/law.ts";

const long = "something that is written to a file and is nobody's concern ".repeat(3);

test("bodies of here-documents are left out, and what comes behind them stays", () => {
  expect(withoutContents(`cat > notes.md <<'EOF'\n${long}\n$(rm x)\nEOF\ngit add notes.md`)).toBe(
    "cat > notes.md <<'EOF'\n…\nEOF\ngit add notes.md",
  );
  expect(withoutContents("a <<X <<-Y\none\nX\n\ttwo\n\tY\nb")).toBe("a <<X <<-Y\n…\nX\n…\n\tY\nb");
});

test("a here-string is not a here-document, and a document without an end has no rest", () => {
  expect(withoutContents("wc -c <<<EOF\nls")).toBe("wc -c <<<EOF\nls");
  expect(withoutContents("cat <<EOF\nsecret\nmore")).toBe("cat <<EOF\n…");
});

test("long quoted texts are left out, short ones and escaped quotes stay", () => {
  expect(withoutContents(`echo "${long}" > notes.md && git commit -m 'fix: "it"' -- it\\'s`)).toBe(
    `echo "…" > notes.md && git commit -m 'fix: "it"' -- it\\'s`,
  );
});

test("the programs that a line runs are the same without its contents", () => {
  const body = fc
    .stringMatching(/^[a-z $()"'`;|&\n]{0,60}$/)
    .map((text) => text.replaceAll("EOF", ""));
  fc.assert(
    fc.property(body, (text) => {
      const line = `cd src && cat > a.txt <<'EOF'\n${text}\nEOF\ngit status; npm test`;
      const programs = (typed: string) =>
        parseCommandLine(typed).commands.map(({ program }) => program);
      expect(programs(withoutContents(line))).toEqual(["cd", "cat", "git", "npm"]);
    }),
    law(),
  );
});
