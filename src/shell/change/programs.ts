/**
 * Facts about programs that decide what a change between two calls can mean. Lists are strings
 * because there are so many names.
 */

/** They move around, talk, wait or filter: beside another program they are not what the call is about. */
export const companions: ReadonlySet<string> = named(
  "[ : awk cat column cut echo egrep exit export false fgrep grep head jq less ls more popd printf" +
    " pushd pwd read sed seq set sleep sort tail tee test tr true uniq unset wait wc xxd yes",
);

/** They only decide how much is shown, so a change to one of them fixes nothing. */
export const shapers: ReadonlySet<string> = named(
  ": column echo exit head less more printf pwd seq sleep sort tail tee true uniq wait wc",
);

/** Heads of commands that only look: that one of them ran before does not make a call work. */
export const looks: ReadonlySet<string> = new Set(
  (
    "command,git branch,git diff,git fetch,git log,git ls-files,git remote,git rev-parse,git show," +
    "git status,gh pr list,gh pr view,gh run list,gh run view,find,rg,stat,tree,type,which"
  ).split(","),
);

/** The same file in front of two of them says nothing about the one being a fix for the other. */
export const everyday: ReadonlySet<string> = named(
  "basename cat cd chmod chown cp df diff dirname du echo file find grep head less ln ls man mkdir" +
    " mv open printf readlink realpath rm rmdir sed sort stat tail test touch tree type wc whereis" +
    " which xxd",
);

/** Programs that stand for each other on different machines or in different projects. */
const families: readonly ReadonlySet<string>[] = [
  "awk gawk mawk nawk",
  "bat cat hexdump od xxd",
  "bunx npx pnpx",
  "curl wget",
  "date gdate",
  "docker docker-compose podman podman-compose",
  "egrep fgrep ggrep grep rg",
  "fd find gfind",
  "gmake make",
  "gradle gradlew",
  "gsed sed",
  "gtar tar",
  "md5 md5sum",
  "mvn mvnw",
  "bun npm pnpm yarn",
  "bun deno node nodejs ts-node tsx",
  "pip pip3 uv",
  "py python python3",
  "readlink greadlink realpath",
  "sha256sum shasum",
  "vi vim nvim",
].map(named);

/** `python` and `python3.12`, `gradle` and `gradlew`: one is what the other would have been. */
export function areRelated(one: string, other: string): boolean {
  const [stem, otherStem] = [one.replace(version, ""), other.replace(version, "")];
  if (stem === otherStem && stem !== "") return true;
  return families.some((family) => family.has(one) && family.has(other));
}

const version = /[\d.]+$/;

/** Words after which a program names another program to run. */
export const runnerWords: ReadonlySet<string> = named("-- -m dlx exec run tool x");

/** Programs whose first argument is a program or a script. */
export const runners: ReadonlySet<string> = named(
  "bash bun bunx deno node npx perl php pnpm pnpx python python3 ruby sh tsx uvx winpty yarn zsh",
);

/** Flags that say where to work, for the programs that have them. `grep -C` is something else. */
export const directoryFlags: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    bun: "--cwd",
    cargo: "-C --manifest-path",
    composer: "-d --working-dir",
    git: "-C",
    gmake: "-C --directory",
    go: "-C",
    gradle: "-p --project-dir",
    gradlew: "-p --project-dir",
    just: "-d --working-directory",
    make: "-C --directory",
    mise: "-C --cd",
    ninja: "-C",
    npm: "-C --prefix",
    pnpm: "-C --dir",
    poetry: "-C --directory",
    pulumi: "-C --cwd",
    tar: "-C --directory",
    task: "-d --dir",
    turbo: "--cwd",
    uv: "--directory --project",
    yarn: "--cwd",
  }).map(([program, flags]) => [program, named(flags)] as const),
);

function named(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}
