import { expect, test } from "vitest";
import { noon } from "../../../test/kit/store.ts";
import { readStart } from "./read-note.ts";

const note = {
  version: 1,
  at: noon,
  agent: "claude-code",
  session: "s1",
  protocol: "off",
  lessons: 0,
  tookMs: 1,
};
const repairsOf = (repairs: unknown) => readStart({ ...note, repairs }, (text) => text)?.repairs;

test("a start has the repairs that we know, each once; what else stands there is passed over", () => {
  expect(repairsOf(["path", "zsh-globs", "path", "rm -rf", 3])).toEqual(["zsh-globs", "path"]);
  for (const odd of [undefined, null, [], "path", { path: 1 }, ["unknown"]])
    expect(repairsOf(odd)).toBeUndefined();
});
