import { knownBy, type Failure, type FailureRule } from "./failure-rule.ts";

/** What is installed, where the shell stands and which shell it is. */
export const shellEnvironmentRules: readonly FailureRule[] = [
  knownBy(
    {
      name: "command-probe",
      about: "exploration",
      worth: "none",
      evenInTests: true,
      onlyIf: isProbeFor,
    },
    /(?:^|: )([\w.+-]{1,60}): (?:command )?not found$/,
    /command not found: ([\w.+-]{1,60})$/,
  ),
  knownBy(
    { name: "command-not-found", about: "environment", worth: "lesson", evenInTests: true },
    /^.{0,120}?: (\S{1,80}): command not found\b/,
    /^(\S{1,80}): command not found$/,
    /\bcommand not found: (\S{1,80})$/,
  ),
  knownBy(
    { name: "command-not-found", about: "environment", worth: "lesson", evenInTests: true },
    /^(?:\S{0,40}\b(?:sh|make|env|sudo|xargs|busybox): (?:(?:line )?\d{1,9}: )?)['‘"`]?([\w.+-]{1,60})['’"`]?: (?:not found)$/,
    /^(?:\S{0,40}\b(?:sh|make|env|sudo|xargs|busybox): (?:(?:line )?\d{1,9}: )?)['‘"`]?([\w.+-]{1,60})['’"`]?: (?:No such file or directory)$/,
    /^(?:\S{0,40}\b(?:sh|make|env|sudo|xargs|busybox): (?:(?:line )?\d{1,9}: )?)['‘"`]?([\w.+-]{1,60})['’"`]?: (?:Command not found)$/,
  ),
  knownBy(
    { name: "command-not-found", about: "environment", worth: "lesson", evenInTests: true },
    /^(?:\S{1,80} ?: )?The term ['‘"](\S{1,80})['’"] is not recognized as /,
    /^'([^']{1,80})' is not recognized as an internal or /,
    /^fish: Unknown command:? (\S{1,80})/,
    /["'`‘](\S{1,60})["'`’] (?:couldn't|could not|cannot) exec\b/,
    /^(?:\w{1,60}: )?failed to run command ['‘`](\S{1,80})['’]/,
    /\bexec: "([^"]{1,80})": executable file not found/,
    /^(?:Error: )?spawn (\S{1,80}) ENOENT/,
    /^(?:pyenv|rbenv|asdf|nodenv|volta|mise)[\w ]{0,12}: (?:\w{1,60}: )?(\S{1,60}): command not found/,
  ),
  knownBy(
    {
      name: "program-missing",
      about: "environment",
      worth: "lesson",
      evenInTests: true,
      when: ({ call }) => call.exitStatus === 127,
    },
    /^.{0,60}?: (?:line \d{1,9}: )?(\S{1,300}): (?:No such file or directory)$/,
    /^.{0,60}?: (?:line \d{1,9}: )?(\S{1,300}): (?:cannot execute: required file not found)$/,
    /^.{0,60}?: (?:line \d{1,9}: )?(\S{1,300}): (?:bad interpreter: .{1,60})$/,
    /^(?:zsh|\(eval\)):\d{1,9}: no such file or directory: (\S{1,300})$/,
  ),
  knownBy(
    { name: "toolchain-not-set-up", about: "environment", worth: "lesson", evenInTests: true },
    /^No version is set for command (\S{1,300})/,
    /^(?:error: )?toolchain '[^']{1,200}' is not installed/,
    /^error: override toolchain/,
    /^(?:pyenv|rbenv|nodenv|jenv): version [`'].{1,40}' is not installed/,
    /^mise (?:ERROR|WARN) .{0,80}not (?:installed|trusted)/,
    /^The operation couldn.t be completed\. Unable to locate a Java Runtime/,
    /JAVA_HOME is (?:not set|set to an invalid)/,
    /^xcrun: error: /,
    /^xcode-select: error: /,
    /^error: externally-managed-environment/,
    /^You have not agreed to the Xcode license/,
    /^Error: No Android SDK/,
    /ANDROID_(?:HOME|SDK_ROOT) (?:environment variable )?(?:is )?not set/,
    /^SDK location not found/,
  ),
  knownBy(
    { name: "wrong-version", about: "environment", worth: "lesson", evenInTests: true },
    /\brequires? (?:at least )?(?:Node(?:\.js)?|Python|go|rustc|Ruby|Java|PHP|npm|pnpm|yarn)\b.{0,20}\d.{0,120}(?:but)/,
    /\brequires? (?:at least )?(?:Node(?:\.js)?|Python|go|rustc|Ruby|Java|PHP|npm|pnpm|yarn)\b.{0,20}\d.{0,120}(?:running)/,
    /\brequires? (?:at least )?(?:Node(?:\.js)?|Python|go|rustc|Ruby|Java|PHP|npm|pnpm|yarn)\b.{0,20}\d.{0,120}(?:current)/,
    /\brequires? (?:at least )?(?:Node(?:\.js)?|Python|go|rustc|Ruby|Java|PHP|npm|pnpm|yarn)\b.{0,20}\d.{0,120}(?:found)/,
    /\brequires? (?:at least )?(?:Node(?:\.js)?|Python|go|rustc|Ruby|Java|PHP|npm|pnpm|yarn)\b.{0,20}\d.{0,120}(?:you have)/,
    /\brequires? (?:at least )?(?:Node(?:\.js)?|Python|go|rustc|Ruby|Java|PHP|npm|pnpm|yarn)\b.{0,20}\d.{0,120}(?:using)/,
    /\brequires? (?:at least )?(?:Node(?:\.js)?|Python|go|rustc|Ruby|Java|PHP|npm|pnpm|yarn)\b.{0,20}\d.{0,120}(?:active)/,
    /\brequires? (?:at least )?(?:Node(?:\.js)?|Python|go|rustc|Ruby|Java|PHP|npm|pnpm|yarn)\b.{0,20}\d.{0,120}(?:or newer)/,
    /^(?:npm (?:ERR!|error) )?code EBADENGINE/,
    /^ERR_PNPM_UNSUPPORTED_ENGINE/,
    /\[ERR_UNKNOWN_FILE_EXTENSION\]/,
    /The engine "\w{1,60}" is incompatible/,
    /Unsupported class file major version/,
    /^error: .{0,80}requires rustc \d/,
    /has been compiled by a more recent version of the Java/,
    /^(?:fatal error: .{0,40})?\S{0,60}: version `GLIBC/,
  ),
  knownBy(
    { name: "wrong-architecture", about: "environment", worth: "lesson", evenInTests: true },
    /\b[Ee]xec format error\b/,
    /cannot execute binary file/,
    /incompatible architecture/,
    /^.{0,80}error while loading shared libraries/,
    /\bBad CPU type in executable/,
    /no matching manifest for \w{1,60}\/\w{1,60}/,
    /does not match the detected host platform/,
  ),
  knownBy(
    {
      name: "missing-module",
      about: "environment",
      worth: "lesson",
      when: ({ commandText }) =>
        !/\bimport(?:lib)?\b.{0,60}(?:find_spec|__version__|print)/.test(commandText),
    },
    /^ModuleNotFoundError: No module named '([^']{1,80})'/,
    /^\S{0,80}python[\d.]{0,8}(?:\.exe)?: No module named (\S{1,80})/,
    /^(?:npm (?:ERR!|error) )?could not determine executable to run/,
    /^npm (?:ERR!|error) npx canceled/,
    /^.{0,40}cannot load such file -- (\S{1,80}) \(LoadError\)/,
  ),
  knownBy(
    { name: "dependency-resolution", about: "environment", worth: "lesson" },
    /\bcode ERESOLVE\b/,
    /^ERROR: ResolutionImpossible/,
    /^npm (?:ERR!|error) `npm ci` can only install/,
    /\bERR_PNPM_(?:OUTDATED_LOCKFILE|FROZEN_LOCKFILE|PEER_DEP_ISSUES)/,
    /lockfile (?:needs to be|would have been) (?:updated|modified)/,
    /^error: lockfile had changes, but lockfile is frozen/,
    /the lock file .{0,160} needs to be updated but --locked/,
    /^pyproject\.toml changed significantly since poetry\.lock/,
  ),
  knownBy(
    { name: "not-initialised", about: "environment", worth: "lesson" },
    /^.{0,12}Error: (?:Backend initialization required|Inconsistent dependency lock file)/,
    /^.{0,12}Error: (?:Required plugins are not installed|Module not installed|Could not load plugin)/,
    /\b(?:[Pp]lease )?[Rr]un:? ['"`][^'"`]{2,80}['"`] (?:first|before)\b/,
    /^error: no context exists/,
    /current-context is not set/,
    /^.{0,100}\b(?:is|has) not (?:been )?(?:initiali[sz]ed|configured)\b.{0,60}(?:[Rr]un|[Uu]se|init)/,
  ),
  knownBy(
    {
      name: "dependencies-not-installed",
      about: "environment",
      worth: "lesson",
      evenInTests: true,
    },
    /\bnode_modules (?:missing|not found|does not exist)/,
    /^.{0,30}Local package\.json exists, but node_modules missing/,
    /^Could not find .{0,80} in (?:any of the sources|locally installed gems)/,
    /^Run `bundle install`/,
    /^Error: Cannot find module '(?:typescript|vite|webpack|eslint|next|react)[\w/.-]{0,60}'/,
    /Please run (?:npm|yarn|pnpm|bun|pip|poetry|bundle|composer) install\b/,
    /^ERR_PNPM_(?:RECURSIVE_EXEC_FIRST_FAIL|NO_PKG_MANIFEST)/,
  ),
];

/** Asking whether a program is there, or which version, fails by design when it is not. */
function isProbeFor({ commands }: Failure, match: RegExpExecArray): boolean {
  const name = match[1] ?? match[2] ?? "";
  const naming = commands.filter(({ words }) => words.includes(name));
  return naming.length > 0 && naming.every(({ program, words }) => isProbe(program, words));
}

function isProbe(program: string, words: readonly string[]): boolean {
  if (/^(?:which|where|type|whereis|hash|command|Get-Command)$/.test(program)) return true;
  return words.length === 2 && /^(?:--?version|-[vV]|version|--help|-h|help)$/.test(words[1] ?? "");
}

/** What the machine or the sandbox around the agent does not let any program do. */
export const sandboxRules: readonly FailureRule[] = [
  knownBy(
    { name: "sandbox-denied", about: "environment", worth: "lesson", evenInTests: true },
    /\bSandbox ?\(?Denied/,
    /^.{0,60}\bsandbox(?:-exec|ed)?\b.{0,80}(?:denied|blocked|not permitted|not allowed)/,
    /[Oo]peration not permitted/,
    /\b(?:EPERM|EROFS)\b/,
    /[Rr]ead-only file system/,
    /^(?:.{0,80}: )?bwrap: /,
    /(?:^deno: .{0,60}|NotCapable: )Requires (?:net|read|write|env|run) access/,
  ),
  knownBy(
    { name: "docker-not-reachable", about: "environment", worth: "lesson", evenInTests: true },
    /permission denied while trying to connect to the [Dd]ocker/,
    /[Cc]annot connect to (?:the )?(?:Docker|Podman)/,
    /[Ii]s the docker daemon running/,
    /error during connect: .{0,120}docker/,
    /^(?:ERROR: )?failed to connect to the docker API/,
  ),
  knownBy(
    { name: "out-of-resources", about: "environment", worth: "lesson", evenInTests: true },
    /[Nn]o space left on device|\bENOSPC\b|[Dd]isk quota exceeded/,
    /JavaScript heap out of memory|^java\.lang\.OutOfMemoryError|^fatal: Out of memory/,
    /[Tt]oo many open files\b|\bEMFILE\b|Cannot allocate memory/,
  ),
];
