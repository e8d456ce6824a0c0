import { expect, test } from "vitest";
import { statedAdvice } from "./stated-advice.ts";

const complaint = 'rg: the literal "\\n" is not allowed in a regex';

test("a hint right behind the complaint is what the program says to do", () => {
  const hint = "Consider enabling multiline mode with the --multiline flag (or -U for short)";
  expect(statedAdvice(`${complaint}\n\n${hint}.`, complaint)).toEqual({ hint });
  expect(statedAdvice(`${complaint}\nhelp: ${hint}.`, complaint)).toEqual({ hint });
});

test("further down it speaks of other things", () => {
  const output = [complaint, "a", "b", "c", "Use `rg --files` to list files"].join("\n");
  expect(statedAdvice(output, complaint)).toBeUndefined();
});

test.each([
  ["without a name it is a good wish", "Try again later with more care"],
  ["to look closer is not to mend it", "Run with `RUST_BACKTRACE=1` to display a backtrace"],
  ["help is for reading", "Try 'rg --help' for more information"],
  ["to force is for a person to decide", "Use `--force` to overwrite it"],
  ["so is to become root", "Run `sudo chown me .` first"],
  ["a path is of one machine", "Use `/srv/app/bin/rg` from now on"],
  ["a name that is spelled alike may be the opposite", "Did you mean `uninstall`?"],
])("%s", (_, line) => {
  expect(statedAdvice(`${complaint}\n${line}`, complaint)).toBeUndefined();
});

test("the usage that follows a complaint says how the program is called", () => {
  const output = "error: unexpected argument 'x' found\n\nUsage: task ls [OPTIONS]\n\nFor more";
  expect(statedAdvice(output, "error: unexpected argument 'x' found")).toEqual({
    usage: "task ls [OPTIONS]",
  });
});
