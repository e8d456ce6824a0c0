import fc from "fast-check";
import picomatch from "picomatch";
import { expect, test } from "vitest";
import { generalizePath } from "../match/paths.ts";
import { globProblem } from "./glob.ts";
import { law } from "../../test/kit/law.ts";

// Here and not beside generalizePath, because core may not know what a glob is matched with.
test("law: a glob is valid and matches the path that it was made from", () => {
  const odd = fc.constantFrom(..."[]{}()!+@*?$^|~,;&'\"<>=#% .-_".split(""));
  const name = fc
    .array(fc.oneof(odd, fc.constantFrom("a", "B", "é", "漢", "version", "Version", ".ts")), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^\.?[a-z]{1,4}$/)), name, (folders, last) => {
      const path = [...folders, last].join("/");
      const glob = generalizePath(path);
      fc.pre(glob !== undefined);
      expect({ problem: globProblem(glob), isMatch: picomatch(glob, { dot: true })(path) }).toEqual(
        {
          problem: undefined,
          isMatch: true,
        },
      );
    }),
    law({ quick: 1000, deep: 2000 }),
  );
});
