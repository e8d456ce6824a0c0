import fc from "fast-check";
import { codexHook } from "../../src/agents/codex/hook.ts";
import { announced, workingDirectory, type Announced } from "./announced.ts";

/** A glob, and the names of a path that it matches. */
interface Place {
  readonly glob: string;
  readonly names: readonly string[];
}

export const anyPlace: fc.Arbitrary<Place> = fc.constantFrom(
  { glob: "**/.env", names: ["config", ".env"] },
  { glob: "**/*.sql", names: ["x.sql"] },
  { glob: "src/**/*.ts", names: ["src", "deep", "a.ts"] },
  { glob: "**/migrations/*.sql", names: ["db", "migrations", "1.sql"] },
  { glob: "**/{a,b}.json", names: ["b.json"] },
  { glob: "**/*version*.py", names: ["x", "my-version2.py"] },
  { glob: "Dockerfile", names: ["Dockerfile"] },
  { glob: "infra/**", names: ["infra", "x"] },
  // Beyond the folder of the call: its last name stands in `cwd`.
  { glob: "shop/src/*.ts", names: ["src", "a.ts"] },
  { glob: "**/\\[id\\].tsx", names: ["app", "[id].tsx"] },
  { glob: "a b/*.é", names: ["a b", "ü.é"] },
  { glob: "**/folder", names: ["some", "folder"] },
  { glob: '**/quo\\"te/*', names: ['quo"te', "x"] },
);

/** The names as a path, written in some way. */
export function pathOf(names: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom("", "", "./", "/", "C:\\", "c:/", "../", "../shop/", `${workingDirectory}/`),
      fc.constantFrom("/", "/", "\\", "//", "/./", "/x/../"),
      fc.constantFrom("", "", "", "/", "/.", "/x", " "),
    )
    .map(([start, separator, end]) => start + names.join(separator) + end);
}

export function writingOf(
  names: readonly string[],
  words: readonly string[],
): fc.Arbitrary<Announced> {
  return fc
    .tuple(
      fc.constantFrom("Edit", "MultiEdit", "Write", "mcp__a__b", "Other"),
      pathOf(names),
      fc.array(fc.constantFrom(...separators), {
        minLength: words.length,
        maxLength: words.length,
      }),
    )
    .map(([tool, path, between]) => {
      const text = words.map((word, index) => `${word}${between[index]}`).join("");
      const texts = text.split(nextString);
      return announced(
        { tool, paths: [path], content: texts.join("\n") },
        {
          file_path: path,
          edits: texts.map((written) => ({ old_string: "", new_string: written })),
        },
      );
    });
}

/** The same as a patch, in which the path stands behind a blank, and each line behind its mark. */
export function patchOf(
  names: readonly string[],
  words: readonly string[],
): fc.Arbitrary<Announced> {
  return fc
    .tuple(
      fc.constantFrom("Add File", "Update File", "Delete File", "Move to"),
      pathOf(names),
      fc.array(fc.constantFrom(" ", "\n", "\t", "", '"'), {
        minLength: words.length,
        maxLength: words.length,
      }),
    )
    .map(([what, path, between]) => {
      const text = words.map((word, index) => `${word}${between[index]}`).join("");
      const lines = text.split("\n").map((line) => `+${line}`);
      const patch = [
        "*** Begin Patch",
        `*** ${what}: ${path}`,
        "@@",
        ...lines,
        "*** End Patch",
        "",
      ];
      const { payload } = announced(
        { tool: "apply_patch", paths: [] },
        { command: patch.join("\n") },
      );
      const call = codexHook.readPayload(payload)?.call;
      if (call === undefined) throw new Error("a patch that is no call");
      return { call, payload };
    });
}

/** Content that is put together from several strings of the payload has a line break there. */
const nextString = "\u0000";
const separators = [
  " ",
  " ",
  "  ",
  "\n",
  "\t",
  "\n\t",
  nextString,
  "\r\n",
  "\u00A0",
  "",
  '"',
  "\\",
  "\u001F",
  "\uDC00",
  " -f ",
];

export function readingOf(names: readonly string[]): fc.Arbitrary<Announced> {
  return fc
    .tuple(fc.constantFrom("Read", "Glob", "Grep"), pathOf(names))
    .map(([tool, path]) => announced({ tool, paths: [path] }, { path }));
}
