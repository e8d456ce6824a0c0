import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { beginningInProject, projectFileProblem, readProjectFile } from "./project-file.ts";

function project(): string {
  const root = freshFolder();
  mkdirSync(join(root, ".memory/knowledge"), { recursive: true });
  writeFileSync(join(root, ".memory/knowledge/decisions.md"), "# One\n");
  return root;
}

const path = ".memory/knowledge/decisions.md";
const seen = (root: string) => [
  readProjectFile(root, path, 1000),
  beginningInProject(root, path, 1000),
  projectFileProblem(root, path),
];

test("a file of a project is read, and its beginning where it is too long for more", () => {
  const root = project();
  expect(seen(root)).toEqual([{ text: "# One\n" }, "# One\n", undefined]);
  expect([readProjectFile(root, path, 3), beginningInProject(root, path, 3)]).toEqual([
    { problem: "is longer than 0.003 kB", isGone: false },
    "# O",
  ]);
});

test("a project that is itself behind a link is read", () => {
  const link = join(freshFolder(), "link");
  symlinkSync(project(), link);
  expect(seen(link)[0]).toEqual({ text: "# One\n" });
});

test.each([
  ["a pipe", (file: string) => execFileSync("mkfifo", [file]), "is not a file"],
  ["a folder", (file: string) => mkdirSync(file), "is not a file"],
  ["a device", (file: string) => symlinkSync("/dev/zero", file), "is a link"],
  ["a link inside", (file: string) => symlinkSync("../other.md", file), "is a link"],
])("what is no file is not opened: %s", (_, plant, words) => {
  const root = project();
  writeFileSync(join(root, ".memory/other.md"), "# Other\n");
  rmSync(join(root, path));
  plant(join(root, path));
  const problem = expect.stringContaining(words);
  expect(seen(root)).toEqual([{ problem, isGone: false }, "", problem]);
});

test("a folder on the way that is a link is not followed", () => {
  const [root, elsewhere] = [freshFolder(), project()];
  symlinkSync(join(elsewhere, ".memory"), join(root, ".memory"));
  const problem = expect.stringContaining("is behind a link");
  expect(seen(root)).toEqual([{ problem, isGone: false }, "", problem]);
});

test("a file of a terabyte costs no memory", () => {
  const root = project();
  truncateSync(join(root, path), 1e12);
  const before = process.memoryUsage().rss;
  expect(readProjectFile(root, path, 1000)).toMatchObject({ isGone: false });
  expect(beginningInProject(root, path, 1000)).toHaveLength(1000);
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
});

test("what is not there is gone, and no problem, also behind a link", () => {
  const root = project();
  rmSync(join(root, ".memory"), { recursive: true });
  const gone = [{ problem: "does not exist", isGone: true }, "", undefined];
  expect(seen(root)).toEqual(gone);
  symlinkSync(freshFolder(), join(root, ".memory"));
  expect(seen(root)).toEqual(gone);
});

/** Only an administrator can give files away. */
const isAdministrator = process.geteuid?.() === 0;
const [us, other] = [12_345, 777];

test.runIf(isAdministrator).each([
  ["ours", us, us, true],
  ["the administrator's", us, 0, true],
  ["somebody else's", us, other, false],
  ["somebody else's, and we are the administrator", 0, other, false],
])("who a file belongs to: %s", (_, reader, owner, isRead) => {
  const root = project();
  for (const folder of ["", ".memory", ".memory/knowledge"]) chmodSync(join(root, folder), 0o755);
  chownSync(join(root, path), owner, owner);
  const problem = "belongs to another user";
  expect(as(reader, root, () => seen("."))).toEqual(
    isRead
      ? [{ text: "# One\n" }, "# One\n", undefined]
      : [{ problem, isGone: false }, "", problem],
  );
});

test.runIf(isAdministrator)(
  "in a folder of somebody else an administrator reads what is theirs",
  () => {
    const root = project();
    chownSync(root, other, other);
    chownSync(join(root, path), other, other);
    expect(seen(root)[0]).toEqual({ text: "# One\n" });
  },
);

/** From inside, because the folders above are nobody else's business. */
function as<Result>(user: number, folder: string, work: () => Result): Result {
  const before = process.cwd();
  process.chdir(folder);
  process.seteuid?.(user);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.chdir(before);
  }
}
