import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ancestorNames, processIn } from "./ancestors.ts";

const module = join(import.meta.dirname, "ancestors.ts");
const script = `import(${JSON.stringify(module)}).then((m) => console.log(JSON.stringify(m.ancestorNames())))`;

/** What a Node that a shell line starts finds above itself. */
function namesBelow(line: string): readonly string[] {
  const { stdout } = spawnSync("bash", ["-c", line, "bash", process.execPath, script], {
    encoding: "utf8",
  });
  return JSON.parse(stdout);
}

test.skipIf(process.platform === "win32")("the programs above are found by their names", () => {
  expect(namesBelow('"$1" -e "$2"; true')).toContain("bash");
  expect(namesBelow('"$1" -e "$2"; true')).not.toContain("made-up-agent");
});

test.skipIf(process.platform === "win32")(
  "one that is called differently from its file is found by what it calls itself, however many are between",
  () => {
    const line =
      '(exec -a made-up-agent bash -c \'sh -c "\\"\\$0\\" -e \\"\\$1\\"; true" "$1" "$2"; true\' bash "$1" "$2"); true';
    const names = namesBelow(line);
    expect(names).toContain("made-up-agent");
    expect(names.indexOf("made-up-agent")).toBeGreaterThan(0);
  },
);

test.skipIf(process.platform !== "linux")("a process that is not there cannot be known", () => {
  expect(ancestorNames(2 ** 30)).toBeUndefined();
});

test.skipIf(process.platform !== "linux")("what is behind a hundred shells is unknown", () => {
  const again = 'bash -c "$0" "$0" "$1" "$2" $(($3 - 1)); true';
  const line = `if [ "$3" -gt 0 ]; then ${again}; else "$1" -e "$2"; true; fi`;
  const { stdout } = spawnSync("bash", ["-c", line, line, process.execPath, script, "100"], {
    encoding: "utf8",
  });
  expect(stdout).toBe("undefined\n");
});

test("a line of ps is read with its parent and its words", () => {
  const listing = [
    "    1     0 /sbin/launchd",
    "  501     1 -zsh",
    " 1501   501 node /usr/local/bin/some-agent --resume",
  ].join("\n");
  expect(processIn(listing, 1501)).toEqual({
    parent: 501,
    name: "node",
    words: ["node", "/usr/local/bin/some-agent", "--resume"],
  });
  expect(processIn(listing, 501)).toEqual({ parent: 1, name: "-zsh", words: ["-zsh"] });
  expect(processIn(listing, 50)).toBeUndefined();
});
