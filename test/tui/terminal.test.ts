import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { ScreenSession } from "../kit/screen-session.ts";
import { click, press, wheel } from "../kit/type-keys.ts";

const size = { columns: 80, rows: 24 };
const program = fileURLToPath(import.meta.resolve("./show-review.ts"));

function open(trouble = "none", environment: Record<string, string> = {}): ScreenSession {
  const command = [process.execPath, program, "500", trouble];
  const session = new ScreenSession(command, size, environment);
  onTestFinished(() => session.close());
  return session;
}

/** Leaves the alternate screen with everything switched back, the mouse too, in a terminal that echoes again. */
function expectRestored({
  after,
  written,
}: {
  readonly after: string;
  readonly written: string;
}): void {
  expect(written).toContain(
    "\u001B[?7h\u001B[?1006l\u001B[?1000l\u001B[?2004l\u001B[?25h\u001B[?1049l",
  );
  expect(after).not.toContain("\u001B[?");
  expect(after).toMatch(/[; ]icanon\b/);
  expect(after).toMatch(/ echo /);
}

const first = "▸     lesson number 1 of";
const second = "▸     lesson number 2 of";

test("arrows move, a field is edited, y approves, and what is confirmed is done", async () => {
  const session = open();
  await session.type("", first);
  await session.type(press.down, second);
  await session.type("e", "Enter save  Esc cancel");
  await session.type(" – größer", "größer");
  await session.type(press.enter, "✎Title");
  await session.type("n", "▸ Title     lesson number 3 of");
  await session.type("p", "größer");
  await session.type("y", "▸ Title     lesson number 3 of");
  await session.type(press.escape, "    ✓ lesson number 2 of a long list – größer");
  const screen = await session.type("c", "y confirm  n go back");
  expect(screen).toContain("✓ lesson number 2 of a long list – größer (title changed)");
  const end = await session.end("y");
  expect(end.after).toContain(
    '"report":"approve lesson-2 lesson number 2 of a long list – größer"',
  );
  expect(end.after).toContain("status 0");
  expectRestored(end);
});

test("the mouse chooses and opens, and the wheel moves", async () => {
  const session = open();
  await session.type("", first);
  await session.type(wheel(1), second);
  await session.type(click(2), first);
  const card = await session.type(click(2), "▸ Title     lesson number 1 of");
  expect(card).toContain("Esc back");
  expectRestored(await session.end("q"));
});

test("a step writes only the lines that changed", async () => {
  const session = open();
  await session.type("", first);
  const before = session.bytes;
  await session.type(press.down, second);
  expect(session.bytes - before).toBeLessThan(1200);
  await session.type(press.end, "▸ Archived by the model (2)");
  await session.type(press.home, first);
  await session.end("q");
});

test("keys are never kept waiting by a replay, and the last text is the one that is replayed", async () => {
  const session = open();
  await session.type("", first);
  await session.type(`${press.down}e`, "Enter save");
  await session.type(press.tab.repeat(2), "▸ Fix");
  await session.type(press.tab, "▸ Trigger");
  for (const typed of ["QA", "QB", "QC"]) await session.type(typed, typed);
  await session.type("", "… replaying your edit");
  const screen = await session.type("zzz", "with your edit, it fires at 7 calls");
  expect(screen).toContain("QAQBQCzzz");
  expectRestored(await session.end(press.interrupt));
});

test("E lends the terminal to an editor, and takes the screen back", async () => {
  const session = open();
  await session.type("", first);
  await session.type("E", "lesson number 1 of a long list by hand");
  expect(await session.type("c", "Save only 1")).toContain("by hand (title changed)");
  expectRestored(await session.end("q"));
});

test("a terminal that changes its size gets the whole screen again", async () => {
  const session = open();
  await session.type("", first);
  await session.type(press.pageDown.repeat(3), "▸     lesson number 31 of");
  session.resize({ columns: 120, rows: 30 });
  await session.until(
    (screen) => screen.split("\n").length === 30 && screen.includes("▸     lesson number 31 of"),
    "31",
  );
  session.resize({ columns: 60, rows: 15 });
  const screen = await session.until((text) => text.includes("▸     lesson number 31 of"), "31");
  expect(screen.split("\n")).toHaveLength(15);
  await session.type(press.right, "▸ Title     lesson number 31 of");
  expectRestored(await session.end(press.interrupt));
});

test("Ctrl-C leaves at once, and what was decided is kept", async () => {
  const session = open();
  await session.type("", first);
  await session.type("y", "    ✓ lesson number 1 of");
  await session.type("e", "Enter save");
  const end = await session.end(press.interrupt);
  expect(end.after).toContain('"outcome":"interrupted","decided":1,"isRaw":false');
  expect(session.file("kept")).toBe('[["id-lesson-1",{"verdict":{"is":"approve"},"edits":[]}]]\n');
  expectRestored(end);
});

test("a fault at the end is shown, and the person goes on", async () => {
  const session = open("fault");
  await session.type("", first);
  await session.type("y", "    ✓ lesson number 1 of");
  await session.type("c", "y confirm  n go back");
  await session.type("y", "Nothing was saved: lesson-1 changed since");
  await session.type("n", "    ✓ lesson number 1 of");
  await session.type("c", "y confirm  n go back");
  expect((await session.end("y")).after).toContain('"outcome":"applied"');
});

test.each(["error", "bug"])("the terminal is restored before an %s is told", async (trouble) => {
  const session = open(trouble);
  await session.type("", first);
  const end = await session.end(press.right);
  expect(end.after).toContain(`planted ${trouble}`);
  expect(end.after).toContain("status 1");
  expectRestored(end);
});

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
  ["SIGHUP", 129],
] as const)("the terminal is restored when %s ends the program", async (signal, status) => {
  const session = open();
  await session.type("", first);
  await session.type("y", "    ✓ lesson number 1 of");
  session.signal(signal);
  const end = await session.end();
  expect(end.after).toContain(`status ${status}`);
  expect(session.file("kept")).toContain("approve");
  expectRestored(end);
});

test("where no colour is wanted there is none, and no colour vanishes on a light background", async () => {
  const colourless = open("none", { NO_COLOR: "1" });
  await colourless.type("", first);
  expect((await colourless.end("q")).written).not.toMatch(/\u001B\[[1-9]\d?m/);
  const colourful = open();
  await colourful.type("", first);
  await colourful.type("y", "    ✓ lesson number 1 of");
  const { written } = await colourful.end(press.interrupt);
  expect(written).toMatch(/\u001B\[32m✓/);
  expect(written).not.toMatch(/\u001B\[(?:3[3467]|9\d|4\d)m/);
});
