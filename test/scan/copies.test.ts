import { expect, test } from "vitest";
import { inStore, Home } from "./home.ts";
import { agentSays, deployTag, missingPython, session } from "./one-session.ts";
import { forkOf, type WrittenFile } from "./written-session.ts";

test("what a session takes back after it was forked still counts for the fork", () => {
  const home = new Home();
  const parent = session(1, [...agentSays(deployTag), ...agentSays("#lesson:cancel\n")]);
  const fork = withoutFirstLine(forkOf(parent, session(2, agentSays("on we go")), 2));
  home.write(fork);
  home.write(parent, linesOf(parent).slice(0, 2).join("").length);
  const often = inStore((context) => {
    home.scan(context);
    home.write(parent);
    home.scan(context);
  });
  expect(often).toEqual(home.scanned());
});

test("what was copied from a log that has become another one counts for itself", () => {
  const home = new Home();
  const parent = session(1, missingPython("a"));
  const fork = withoutFirstLine(forkOf(parent, session(2, agentSays("on we go")), 5));
  home.write(parent);
  home.write(fork);
  const often = inStore((context) => {
    home.scan(context);
    home.write({ ...parent, text: session(1, agentSays("nothing")).text });
    home.scan(context);
  });
  expect(often).toEqual(home.scanned());
});

test("a loop that began before the fork keeps its evidence when the parent is read later", () => {
  const home = new Home();
  const fails = (callId: string) => missingPython(callId).slice(0, 1);
  const parent = session(1, [...fails("a"), ...fails("b")]);
  const fork = forkOf(parent, session(2, [...fails("c"), ...fails("d")]), 5);
  home.write(fork);
  const often = inStore((context) => {
    home.scan(context);
    home.write(parent);
    home.scan(context);
  });
  expect(often).toEqual(home.scanned());
});

/** Of two logs with the same call the one counts that began first: this way it is the parent. */
function withoutFirstLine(file: WrittenFile): WrittenFile {
  return { ...file, text: linesOf(file).slice(1).join("") };
}

function linesOf({ text }: WrittenFile): readonly string[] {
  return text.split(/(?<=\n)/);
}
