import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";
import { Home } from "./home.ts";
import { agentSays, missingPython, session } from "./one-session.ts";

const megabytes = 1 << 20;

test("a line of 64 MB is passed over in bounded memory, and the lines after it are read", () => {
  const home = new Home();
  const file = session(1, [...missingPython("a"), ...agentSays("MIDDLE"), ...missingPython("b")]);
  const [before = "", after = ""] = file.text.split("MIDDLE");
  home.write({ ...file, text: before });
  for (let written = 0; written < 64; written += 1)
    appendFileSync(home.at(file.path), "x".repeat(megabytes));
  appendFileSync(home.at(file.path), after);

  const program = new Program({ HOME: home.folder, NODE_OPTIONS: sayingMemory });
  const { status, out, err } = program.runBuilt(["scan", "--auto", "--json"]);
  expect({ status, answer: JSON.parse(out) }).toMatchObject({
    status: 0,
    answer: {
      calls: 4,
      unreadable: {
        count: 1,
        places: [{ file: `~/${file.path}`, line: 6, problem: "is too long to read" }],
      },
    },
  });
  expect(peakMegabytes(err)).toBeLessThan(260);
  expect(program.json(["scan", "--auto"])).toMatchObject({ logs: { read: 0, unchanged: 1 } });
});

/** The program says at its end how much memory it had at most. */
const sayingMemory = `--import=data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS))",
)}`;

function peakMegabytes(err: string): number {
  const kilobytes = /^peak (\d+)$/m.exec(err)?.[1];
  return Number(kilobytes) / 1024;
}
