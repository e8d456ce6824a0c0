import { runBundle } from "./run-bundle.ts";

/**
 * What `lessons` starts: checks the Node version before anything loads that an old one cannot read,
 * and answers `--version` without loading the rest. Its own syntax is old, and it imports nothing of Node's at
 * the top, so that any Node with modules gets as far as the message.
 */
declare const VERSION: string;
declare const OLDEST_NODE: string;
/** The names of the commands that are built into one file, and a digest of all such files. */
declare const EVERYDAY: readonly string[];
declare const BUNDLES_DIGEST: string;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split(".").map(Number);
const argument = process.argv[2];

if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  process.stderr.write(
    `lessons: needs Node.js ${OLDEST_NODE} or newer, and this is ${process.versions.node}; get it from https://nodejs.org or with: npm install -g node@24\n`,
  );
  process.exitCode = 2;
} else if (process.argv.length === 3 && (argument === "--version" || argument === "-V")) {
  process.stdout.write(`${VERSION}\n`);
} else if (process.argv.length === 3 && argument === "statusline") {
  void import("../knowledge/statusline/print-statusline.ts").then(({ printStatusline }) =>
    printStatusline(process.env),
  );
} else {
  // Node 22 warns on every start that its SQLite is experimental. Only that warning is kept back.
  const warn = process.emitWarning.bind(process);
  process.emitWarning = (warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith("SQLite is an experimental feature")) warn(warning, ...rest);
  };
  const command = argument === undefined ? "dashboard" : argument;
  if (EVERYDAY.indexOf(command) >= 0) runBundle("everyday", BUNDLES_DIGEST, command);
  else if (command === "scan") runBundle("scan", BUNDLES_DIGEST, command);
  else void import("./main.ts");
}
