import { posix, relative } from "node:path";
import { transform, type OutputFile } from "esbuild";

/**
 * A program as one CommonJS text, and a second one with what its commands seldom use. Each module is a function that is called when
 * something in it is first used: V8 neither reads, runs nor keeps what a command does not use. Joined in one scope, as esbuild does it,
 * every function of the program is made at every start.
 *
 * So a module of ours must do nothing when it is loaded but say what it has. Packages may: theirs are loaded in their order.
 */
export interface Joined {
  /** Runs the program; `restOf` gives the pieces of the other text. */
  readonly often: string;
  readonly seldom: string;
}

export function joinPieces(
  pieces: Pieces,
  entry: string,
  isOften: (name: string) => boolean,
): Joined {
  const { often = [], seldom = [] } = Object.groupBy(pieces, ([name]) =>
    isOften(name) ? "often" : "seldom",
  );
  return {
    often: asFunction("require,__filename,__dirname,restOf", [
      linker,
      `var pieces={${piecesText(often)}};load(${JSON.stringify(entry)});`,
    ]),
    seldom: asFunction("require,__filename,__dirname,load,share", [
      `"use strict";return {${piecesText(seldom)}};`,
    ]),
  };
}

/** The text of each module, by its name. */
export type Pieces = readonly (readonly [name: string, text: string])[];

/** Its last value is the function: it can be run as it is read. */
function asFunction(parameters: string, parts: readonly string[]): string {
  return `(function(${parameters}){${parts.join("")}\n})`;
}

function piecesText(pieces: Pieces): string {
  return pieces.map(([name, text]) => `${JSON.stringify(name)}(exports){${text}}`).join(",\n");
}

/** The modules in `files`, which lie below `folder`: those that `entry` needs. */
export async function makePieces(
  files: readonly OutputFile[],
  folder: string,
  { entry, isOurs }: { readonly entry: string; readonly isOurs: (name: string) => boolean },
): Promise<Pieces> {
  const pieces = new Map<string, string>();
  for (const { path, text } of files) {
    const name = relative(folder, path);
    const { code } = await transform(text, {
      format: "cjs",
      platform: "node",
      target: "node22.16",
      supported: { "dynamic-import": false },
      minifySyntax: true,
      minifyWhitespace: true,
    });
    const linked = linkedFrom(posix.dirname(name), plainExports(code));
    pieces.set(name, whenUsed(linked, isOurs(name) ? () => true : isOurs));
  }
  return [...reachable(pieces, entry)].map((name) => [name, pieces.get(name) ?? ""]);
}

/** esbuild also writes a file for each module that it was asked for, which only passes on what another has. */
function reachable(pieces: ReadonlyMap<string, string>, entry: string): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const name of found)
    for (const [, asked = ""] of pieces.get(name)?.matchAll(/\bload\("([^"]+)"\)/gu) ?? [])
      if (pieces.has(asked)) found.add(asked);
  return found;
}

const linker = `"use strict";
var made={},rest;
function load(name){
var found=made[name];
if(found!==undefined)return found;
if(name.startsWith("node:"))return made[name]=require(name);
var piece=pieces[name];
if(piece===undefined)piece=(rest??=restOf(load,share))[name];
piece(found=made[name]={});
return found;
}
function share(target,all){for(var name in all)Object.defineProperty(target,name,{get:all[name],enumerable:true})}
`;

/**
 * esbuild copies what a piece gives to others into a second object, for programs that are no modules. Ours all are, and each copy is one
 * more call for every use.
 */
function plainExports(code: string): string {
  if (!code.includes("__toCommonJS(")) return code;
  const shape =
    /^(?:"use strict";)?(.*?)var stdin_exports=\{\};(?:__export\(stdin_exports,(\{.*?\})\);)?module\.exports=__toCommonJS\(stdin_exports\);(.*)$/su;
  const [, own = "", given, rest] = shape.exec(code) ?? [];
  if (rest === undefined) throw new Error("esbuild writes exports in a new way");
  const body = rest
    .replace(/0&&\(module\.exports=\{[^}]*\}\);?/u, "")
    .replaceAll(/__toESM\((require\("\.[\w./-]+\.js"\))\)/gu, "$1");
  const isOwnUsed = /\b__(?:toESM|copyProps|defProp|commonJS)\b/u.test(body);
  return `${isOwnUsed ? own : ""}${given === undefined ? "" : `share(exports,${given});`}${body}`;
}

/** Pieces are asked for by one name, wherever they are asked for. */
function linkedFrom(folder: string, code: string): string {
  return code.replaceAll(/\brequire\("(\.[\w./-]+\.js|node:[\w/]+)"\)/gu, (_, asked: string) => {
    const name = asked.startsWith(".") ? posix.join(folder, asked) : asked;
    return `load(${JSON.stringify(name)})`;
  });
}

/** `var import_a=load("a.js")` at the top becomes a load at the first use of `import_a`. */
function whenUsed(code: string, mayWait: (name: string) => boolean): string {
  const places = new Map<string, string>();
  const declared = code.replaceAll(
    /\b(import_\w+)=load\("([^"]+)"\)/gu,
    (found, variable: string, name: string) => {
      if (!mayWait(name)) return found;
      places.set(variable, name);
      return variable;
    },
  );
  return declared.replaceAll(/\b(import_\w+)\./gu, (found, variable: string) => {
    const name = places.get(variable);
    return name === undefined ? found : `(${variable}||=load(${JSON.stringify(name)})).`;
  });
}
