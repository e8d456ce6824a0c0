import type { SimpleCommand } from "../../shell/command.ts";
import { knownBy, type Failure, type FailureRule } from "./failure-rule.ts";

/** Other machines and services: out of reach, not started, not trusted. */
export const networkRules: readonly FailureRule[] = [
  knownBy(
    {
      name: "no-network",
      about: "environment",
      worth: "lesson",
      onlyIf: ({ call }, match) => isSandboxedTool(call.tool) || isPublicHost(match[0] ?? ""),
    },
    /\blookup ([\w.-]{1,120})(?: on \S{1,80})?: (?:no such host|.{0,80}(?:i\/o timeout|server misbehaving))/,
    /[Cc]ould not resolve host(?:name)?:? ['"`]?([\w.-]{1,120})/,
    /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]{1,120})/,
    /^(?:.{0,60}: )?error connecting to ([\w.-]{1,120})/,
    /(?:Temporary failure in name resolution|nodename nor servname provided|No such host is known)/,
    /\b[Nn]etwork is unreachable\b|\bENETUNREACH\b|dns error: failed to lookup address/,
  ),
  knownBy(
    // One time it is the moment, again and again it is the place: only that it comes back tells.
    { name: "unknown-host", about: "transient", worth: "weak" },
    /^ssh: connect to host ([\w.-]{1,120}) port \d{1,5}: /,
    /[Ff]ailed to connect to ([\w.-]{1,120}) port \d{1,5}/,
    /\bdial tcp: lookup ([\w.-]{1,120})\b/,
    /no such host\b|[Cc]ould not resolve host|\bENOTFOUND\b|\bEAI_AGAIN\b/,
    /Temporary failure in name resolution|nodename nor servname provided|[Nn]etwork is unreachable/,
  ),
  knownBy(
    { name: "port-in-use", about: "environment", worth: "lesson" },
    /\b(?:EADDRINUSE|[Aa]ddress already in use|port is already allocated)\b/,
    /^.{0,60}[Pp]ort \d{2,5} is (?:already )?(?:in use|taken|occupied)/,
  ),
  knownBy(
    { name: "service-not-running", about: "environment", worth: "lesson" },
    /^psql: error: connection to server/,
    /^(?:psql: )?(?:error: )?could not connect to server: Connection refused/,
    /^ERROR 2002 \(HY000\)/,
    /^Could not connect to Redis/,
    /^(?:MongoNetworkError|MongoServerSelectionError)/,
    /^The connection to the server \S{1,300} was refused - did you specify the right host/,
    /^(?:E\d{4} .{0,80})?Unable to connect to the server/,
    /connect ECONNREFUSED \S{1,60}:(?:5432|3306|6379|27017|9200|5672|9092|1433|8086|2379)\b/,
  ),
  knownBy(
    { name: "certificate", about: "environment", worth: "lesson" },
    /certificate verify failed|[Ss]elf[- ]signed certificate|SSL certificate problem/,
    /unable to (?:get local issuer|verify the first) certificate|UNABLE_TO_VERIFY_LEAF_SIGNATURE/,
    /x509: certificate|PKIX path building failed/,
  ),
];

/** Agents that run commands without a network until somebody allows it. */
function isSandboxedTool(tool: string): boolean {
  return /^(?:exec_command|shell|shell_command|local_shell|container\.exec|write_stdin)$/.test(
    tool,
  );
}

/** When the big hosts are not found, it is the network and not the name. */
function isPublicHost(text: string): boolean {
  return publicHosts.some((host) => text.includes(host));
}

const publicHosts: readonly string[] = [
  ..."github.com githubusercontent.com gitlab.com bitbucket.org npmjs.org npmjs.com".split(" "),
  ..."yarnpkg.com pypi.org pythonhosted.org golang.org crates.io rust-lang.org".split(" "),
  ..."rubygems.org maven.org apache.org gradle.org nuget.org packagist.org pub.dev".split(" "),
  ..."docker.io docker.com debian.org ubuntu.com alpinelinux.org brew.sh".split(" "),
  ..."google.com googleapis.com amazonaws.com microsoft.com cloudflare.com".split(" "),
  ..."openai.com anthropic.com huggingface.co jsdelivr.net unpkg.com".split(" "),
];

/** Who may do it: keys, logins, permissions, variables that must be set. */
export const credentialRules: readonly FailureRule[] = [
  knownBy(
    { name: "not-authenticated", about: "environment", worth: "lesson" },
    /\bPermission denied \(publickey/,
    /^fatal: (?:Authentication failed|could not read (?:Username|Password)|unable to get password)/,
    /terminal prompts disabled/,
    /^Host key verification failed/,
    /\bBad credentials\b/,
    /^To get started with GitHub CLI, please run/,
    /^(?:.{0,80}: )?(?:You (?:must be|are not|need to be) (?:logged in|authenticated|authorized))/,
    /^(?:.{0,80}: )?(?:[Nn]ot (?:logged in|authenticated)\b)/,
    /^npm (?:ERR!|error) code (?:ENEEDAUTH|E401|E403|EOTP)/,
    /^Unable to locate credentials/,
    /^.{0,80}An error occurred \((?:ExpiredToken|AccessDenied|UnrecognizedClient|InvalidClientTokenId|Unauthorized)/,
    /^.{0,80}An error occurred \((?:AuthFailure)/,
    /could not find default credentials/,
    /^(?:ERROR: )?Please run ['"`]?(?:az|gcloud|aws|gh|docker|heroku|vercel|fly|npm|firebase|wrangler)[\w -]{0,20}login/,
    /^(?:error|denied|unauthorized): (?:requested access|authentication required|You must be logged in)/,
    /^Error response from daemon: .{0,160}(?:unauthorized|denied|authentication required)/,
    /\bpassword authentication failed for user/,
    /^(?:ERROR \d{1,9} .{0,20}: )?Access denied for user/,
    /^sudo: (?:a password is required|a terminal is required|no tty)/,
    /^Error from server \((?:Forbidden|Unauthorized)\)/,
    /Resource not accessible by (?:integration|personal access token)/,
    /^(?:gh|GraphQL|curl|HTTP|Error|error|remote)\b.{0,120}\b(?:HTTP 401|HTTP 403|401 Unauthorized|403 Forbidden)/,
    /^(?:gh|GraphQL|curl|HTTP|Error|error|remote)\b.{0,120}\b(?:Must have admin rights|requires authentication)/,
    /^(?:gh|GraphQL|curl|HTTP|Error|error|remote)\b.{0,120}\b(?:your token has not been granted)/,
    /^.{0,60}\b(?:error|Error).{0,60}status code 40[13]\b/,
    /^FATAL: {1,2}(?:role|database) "[^"]{1,60}" does not exist/,
    /^psql: error: .{0,160}(?:authentication|role ")/,
  ),
  knownBy(
    { name: "missing-variable", about: "environment", worth: "lesson" },
    /^(?:.{0,120}: )?(?:line \d{1,9}: )?[A-Z][A-Z\d_]{1,60}: (?:unbound variable|parameter not set|parameter null or not set)/,
    /^(?:.{0,80}: )?(?:[Mm]issing|[Rr]equired) (?:required )?env(?:ironment)?(?: variable)?s?\b/,
    /\b[A-Z][A-Z\d]{1,30}_[A-Z\d_]{1,40}['"`]?(?: environment)?(?: variable)? (?:is |was |has )?(?:not (?:set|been set|provided))\b/,
    /\b[A-Z][A-Z\d]{1,30}_[A-Z\d_]{1,40}['"`]?(?: environment)?(?: variable)? (?:is |was |has )?(?:must be set)\b/,
    /\b[A-Z][A-Z\d]{1,30}_[A-Z\d_]{1,40}['"`]?(?: environment)?(?: variable)? (?:is |was |has )?(?:is required)\b/,
    /\b[A-Z][A-Z\d]{1,30}_[A-Z\d_]{1,40}['"`]?(?: environment)?(?: variable)? (?:is |was |has )?(?:is missing)\b/,
    /^KeyError: '[A-Z][A-Z\d]{1,30}_[A-Z\d_]{1,40}'/,
    /\bno API key (?:found|provided|set)/,
    /\bAPI key (?:is |was )?(?:not (?:found|set|provided)|missing|required|invalid)/,
  ),
  knownBy(
    {
      name: "not-executable",
      about: "environment",
      worth: "lesson",
      when: ({ call }) => call.exitStatus === 126,
    },
    /^.{0,200}: (?:[Pp]ermission denied$|cannot execute)/,
  ),
  knownBy(
    { name: "permission-denied", about: "environment", worth: "lesson" },
    /^(?:[\w./() -]{1,60}: ).{0,300}?: Permission denied$/,
    /^(?:.{0,80}\b)?(?:EACCES|PermissionError)\b.{0,10}(?:permission denied|\[Errno 13\]|\[WinError 5\])/,
    /^(?:Access is denied\.|Access to the path '.{1,200}' is denied)/,
    /Access to the path '.{1,200}' is denied/,
    /^rm: .{0,200}: Permission denied/,
  ),
];

/** It would have worked at another time. */
export const transientRules: readonly FailureRule[] = [
  knownBy(
    { name: "outage", about: "transient", worth: "none" },
    /\btemporarily unavailable\b/,
    /\bsocket hang up\b/,
    /\b(?:HTTP|status code|status|error:?) 5\d\d\b/,
    /\b50[234] (?:Bad Gateway|Service Unavailable|Gateway)/,
    /\b429\b.{0,30}(?:Too Many|rate)/,
    /\b[Rr]ate limit/,
    /\bECONNRESET\b/,
    /\bETIMEDOUT\b/,
    /[Cc]onnection (?:reset by peer|timed out)/,
    /TLS handshake timeout/,
    /\bearly EOF\b/,
    /^error: RPC failed/,
    /remote end hung up unexpectedly/,
    /\b[Oo]verloaded\b/,
    /^Request (?:failed with status code|timed out)/,
    /^(?:Error: )?fetch failed/,
    /unexpected disconnect while reading sideband/,
    /i\/o timeout/,
    /The operation was aborted/,
    /^Connection closed by /,
  ),
];

/** It took too long, or somebody ended it because it did. */
export const hangRules: readonly FailureRule[] = [
  {
    name: "bounded-run",
    about: "expected",
    worth: "weak",
    evenInTests: true,
    // The agent set the bound itself, often to look at something that never ends, or so short that it says nothing.
    when: (failure) =>
      failure.call.outcome === "timeout" &&
      (isBoundedByAgent(failure) || shortLimit.test(failure.call.output.slice(0, 400))),
  },
  {
    name: "polling",
    about: "environment",
    worth: "lesson",
    evenInTests: true,
    when: ({ call, commandText }) => call.outcome === "timeout" && waits.test(commandText),
  },
  {
    name: "timeout",
    about: "environment",
    worth: "lesson",
    evenInTests: true,
    when: ({ call }) => call.outcome === "timeout",
  },
  {
    name: "killed",
    about: "environment",
    worth: "weak",
    evenInTests: true,
    when: ({ call, isShell, commands }) =>
      isShell &&
      [130, 137, 143, 144].includes(call.exitStatus ?? 0) &&
      call.output.length < 4000 &&
      !commands.some(goesOn),
  },
];

/** What watches or follows goes on until somebody ends it. */
function goesOn({ words }: SimpleCommand): boolean {
  return words.some((word) => /^--?(?:watch|follow)(?:=|$)|^-f$/.test(word));
}

/** No agent gives a command less than this by itself. */
const shortLimit =
  /\btimed out after (?:\d{1,4} ?(?:ms|milliseconds)|\d(?:\.\d{1,3})? ?s(?:econds?)?)\b/;

/** Asking again and again until something has happened elsewhere. */
const waits = /\b(?:while|until|for)\b[^]{0,2000}\bsleep\b|\s--watch\b/;

function isBoundedByAgent({ call, commandText }: Failure): boolean {
  return call.exitStatus === 124 && /\bg?timeout\b/.test(commandText);
}
