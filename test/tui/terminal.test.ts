import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { ScreenSession } from "../kit/screen-session.ts";
import { press } from "../kit/type-keys.ts";

const size = { columns: 80, rows: 24 };
const program = fileURLToPath(import.meta.resolve("./show-review.ts"));

function open(trouble = "none", environment: Record<string, string> = {}): ScreenSession {
  const command = [process.execPath, program, "500", trouble];
  const session = new ScreenSession(command, size, environment);
  onTestFinished(() => session.close());
  return session;
}

/** Leaves the alternate screen with everything switched back, in a terminal that echoes again. */
function expectRestored({
  after,
  written,
}: {
  readonly after: string;
  readonly written: string;
}): void {
  expect(written).toContain("\u001B[?7h\u001B[?2004l\u001B[?25h\u001B[?1049l");
  expect(after).not.toContain("\u001B[?");
  expect(after).toMatch(/[; ]icanon\b/);
  expect(after).toMatch(/ echo /);
}

test("arrows move, space selects, a field is edited, and what is confirmed is done", async () => {
  const session = open();
  await session.type("", "▸ [ ]   1 LOW");
  await session.type(press.down, "▸ [ ]   2 LOW");
  await session.type(" ", "▸ [✓]   2");
  await session.type(press.right, "2. lesson-2");
  await session.type(press.enter, "Enter done");
  await session.type(" – größer", "größer");
  await session.type(press.enter, "✎summary");
  await session.type("n", "3. lesson-3");
  await session.type("p", "größer");
  await session.type(press.escape, "▸ [✓]   2 LOW      0.85  ✎ lesson number 2");
  const screen = await session.type("c", "Confirm? [y/n]");
  expect(screen).toContain("Promote: lesson-2 (summary changed)");
  const end = await session.end("y");
  expect(end.after).toContain(
    '"report":"approve lesson-2 lesson number 2 of a long list – größer"',
  );
  expect(end.after).toContain("status 0");
  expectRestored(end);
});

test("500 rows open at once, and a step writes only the lines that changed", async () => {
  const session = open();
  await session.type("", "▸ [ ]   1 LOW");
  const before = session.bytes;
  await session.type(press.down, "▸ [ ]   2 LOW");
  expect(session.bytes - before).toBeLessThan(700);
  await session.type(press.end, "▸ Confirm (0)");
  await session.type(press.up.repeat(3), "▸ [ ] 500");
  await session.type(press.home, "▸ [ ]   1 LOW");
  const { after } = await session.end("q");
  const firstFrameMs = Number(/"firstFrameMs":([\d.]+)/.exec(after)?.[1]);
  expect(firstFrameMs).toBeLessThan(1000);
});

test("a terminal that changes its size gets the whole screen again", async () => {
  const session = open();
  await session.type("", "▸ [ ]   1 LOW");
  await session.type(press.pageDown.repeat(3), "▸ [ ]  40");
  session.resize({ columns: 120, rows: 30 });
  await session.until(
    (screen) => screen.split("\n").length === 30 && screen.includes("▸ [ ]  40"),
    "40",
  );
  session.resize({ columns: 60, rows: 15 });
  const screen = await session.until((text) => text.includes("▸ [ ]  40"), "40");
  expect(screen.split("\n")).toHaveLength(15);
  await session.type(press.right, "40. lesson-40");
  expectRestored(await session.end(press.interrupt));
});

test("Ctrl-C leaves at once, and nothing is done", async () => {
  const session = open();
  await session.type("", "▸ [ ]   1");
  await session.type(" ", "▸ [✓]   1");
  await session.type(press.right, "1. lesson-1");
  await session.type(press.enter, "Enter done");
  const end = await session.end(press.interrupt);
  expect(end.after).toContain('"outcome":"interrupted","isRaw":false');
  expectRestored(end);
});

test("a fault at the end is shown, and the person goes on", async () => {
  const session = open("fault");
  await session.type("", "▸ [ ]   1");
  await session.type(" ", "▸ [✓]   1");
  await session.type("c", "Confirm? [y/n]");
  await session.type("y", "Nothing was written: lesson-1 changed since; look again");
  await session.type("n", "▸ [✓]   1");
  await session.type("c", "Confirm? [y/n]");
  expect((await session.end("y")).after).toContain('"outcome":"applied"');
});

test.each(["error", "bug"])("the terminal is restored before an %s is told", async (trouble) => {
  const session = open(trouble);
  await session.type("", "▸ [ ]   1 LOW");
  const end = await session.end(press.right);
  expect(end.after).toContain(`planted ${trouble}`);
  expect(end.after).toContain("status 1");
  expectRestored(end);
});

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)("the terminal is restored when %s ends the program", async (signal, status) => {
  const session = open();
  await session.type("", "▸ [ ]   1");
  await session.type(" ", "▸ [✓]   1");
  session.signal(signal);
  const end = await session.end();
  expect(end.after).toContain(`status ${status}`);
  expectRestored(end);
});

test("where no colour is wanted there is none", async () => {
  const colourless = open("none", { NO_COLOR: "1" });
  await colourless.type("", "▸ [ ]   1 LOW");
  expect((await colourless.end("q")).written).not.toMatch(/\u001B\[[1-9]\d?m/);
  const colourful = open();
  await colourful.type("", "LOW");
  expect((await colourful.end("q")).written).toMatch(/\u001B\[2mLOW/);
});
