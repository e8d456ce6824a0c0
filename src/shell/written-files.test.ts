import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../test/kit/law.ts";
import { writtenFiles } from "./written-files.ts";

test.each([
  ["sed -i s/a/b/ src/x.ts", ["src/x.ts"]],
  ["sed -i.bak -e s/a/b/ x.ts y.ts", ["x.ts", "y.ts"]],
  ["sed -i '' 's/a/b/' x.ts", ["x.ts"]],
  ["sed -E -i -e 's/a/b/' -- 'a b.ts'", ["a b.ts"]],
  ["sed -n 5p x.ts", []],
  ["perl -pi -e 's/a/b/' x.ts", ["x.ts"]],
  ["echo x > x.ts", ["x.ts"]],
  ["echo x>>log/x.ts 2>&1", ["log/x.ts"]],
  ["make 2>/dev/null >out.txt", ["out.txt"]],
  ["make &> all.log", ["all.log"]],
  ["make >& all.log", ["all.log"]],
  ["{ a; b; } > both.txt", ["both.txt"]],
  ["cat > package.json <<'E'\n{}\nE", ["package.json"]],
  ["make | tee -a build.log other.log", ["build.log", "other.log"]],
  ["echo x | sudo tee /etc/hosts >/dev/null", ["/etc/hosts"]],
  ["mv a.ts b.ts", ["b.ts"]],
  ["mv -f a.ts lib/b.ts src/", ["src/a.ts", "src/b.ts"]],
  ["cp -r a/ b", ["b"]],
  ["cp -t dist a.js", ["dist/a.js"]],
  ["cp a.json .", ["./a.json"]],
  ["cd web && cp .env.example .env", [".env"]],
  ["sh -c 'echo x > inner.txt'", ["inner.txt"]],
  ["echo $(date > now.txt)", ["now.txt"]],
  ['echo x > "$DIR/package.json"', ["$DIR/package.json"]],
  ["cat x.ts", []],
  ["grep '>' x.ts", []],
  ["cp a.ts", []],
  ["echo 'x > y'", []],
  ["( unclosed > x", ["x"]],
])("%s writes %j", (line, files) => {
  expect(writtenFiles(line)).toEqual(files);
});

test("a line that is nested too deep writes nothing that we know of", () => {
  expect(writtenFiles(`${"(".repeat(5000)}echo > x`)).toEqual([]);
});

test("law: a line writes the same files whether or not it takes the parser to read it", () => {
  const anyPart = fc.constantFrom(
    ..."echo;x;> a.txt;>>'b c';2>&1;&>d;>& e;| tee f;&& sed -i s/a/b/ g;; cp h i;mv j k/;$(date >l);\"$X\";sudo;sh -c 'cat > m'"
      .split(";")
      .concat(";"),
  );
  fc.assert(
    fc.property(fc.array(anyPart, { minLength: 1, maxLength: 8 }), (parts) => {
      const line = `ls ${parts.join(" ")}`;
      const parsed = new Set(writtenFiles(`if true; then ${line}\nfi`));
      expect(new Set(writtenFiles(line))).toEqual(parsed);
    }),
    law({ quick: 300, deep: 3000 }),
  );
});
