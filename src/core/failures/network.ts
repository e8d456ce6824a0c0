import type { FailureRule } from "./failure-rule.ts";

/** Other machines and services: out of reach, not started, not trusted. */
export const networkRules: readonly FailureRule[] = [
  {
    name: "no-network",
    about: "environment",
    worth: "lesson",
    lines: [
      /\blookup ([\w.-]{1,120})(?: on \S{1,80})?: (?:no such host|.{0,80}(?:i\/o timeout|server misbehaving))/,
      /[Cc]ould not resolve host(?:name)?:? ['"`]?([\w.-]{1,120})/,
      /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]{1,120})/,
      /^(?:.{0,60}: )?error connecting to ([\w.-]{1,120})/,
      /(?:Temporary failure in name resolution|nodename nor servname provided|No such host is known)/,
      /\b[Nn]etwork is unreachable\b|\bENETUNREACH\b|dns error: failed to lookup address/,
    ],
    onlyIf: ({ call }, match) => isSandboxedTool(call.tool) || isPublicHost(match[0] ?? ""),
  },
  {
    name: "unknown-host",
    about: "transient",
    worth: "none",
    lines: [
      /no such host\b|[Cc]ould not resolve host|\bENOTFOUND\b|\bEAI_AGAIN\b/,
      /Temporary failure in name resolution|nodename nor servname provided|[Nn]etwork is unreachable/,
    ],
  },
  {
    name: "port-in-use",
    about: "environment",
    worth: "lesson",
    lines: [
      /\b(?:EADDRINUSE|[Aa]ddress already in use|port is already allocated)\b/,
      /^.{0,60}[Pp]ort \d{2,5} is (?:already )?(?:in use|taken|occupied)/,
    ],
  },
  {
    name: "service-not-running",
    about: "environment",
    worth: "lesson",
    lines: [
      /^psql: error: connection to server/,
      /^(?:psql: )?(?:error: )?could not connect to server: Connection refused/,
      /^ERROR 2002 \(HY000\)/,
      /^Could not connect to Redis/,
      /^(?:MongoNetworkError|MongoServerSelectionError)/,
      /^The connection to the server \S{1,300} was refused - did you specify the right host/,
      /^(?:E\d{4} .{0,80})?Unable to connect to the server/,
      /connect ECONNREFUSED \S{1,60}:(?:5432|3306|6379|27017|9200|5672|9092|1433|8086|2379)\b/,
    ],
  },
  {
    name: "certificate",
    about: "environment",
    worth: "lesson",
    lines: [
      /certificate verify failed|[Ss]elf[- ]signed certificate|SSL certificate problem/,
      /unable to (?:get local issuer|verify the first) certificate|UNABLE_TO_VERIFY_LEAF_SIGNATURE/,
      /x509: certificate|PKIX path building failed/,
    ],
  },
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
