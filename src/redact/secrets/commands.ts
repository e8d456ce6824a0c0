import {
  isPlaceholder,
  looksRandom,
  isNoise,
  readQuoted,
  readUnquoted,
  type Value,
} from "./value.ts";
import { marker, matchAt, type Found, type Rule } from "./scan.ts";

/**
 * Secrets on command lines, where no name says it: only after certain programs is `-p` or `-u` a password, only some
 * commands are piped one, and some take it as a plain word. Rows of facts from the manuals of the programs.
 */

/** An option, how its value follows it, and the programs of which it is true, each as an expression for the command before it. */
interface OptionRow {
  readonly option: string;
  /** `-pX`, `-p X`, or either; with the rest of an expression for what else stands before the value. */
  readonly value: "glued" | "next" | "either";
  readonly before?: string;
  readonly programs: RegExp;
}

const user = String.raw`["']?[\w.@+-]{0,100}`;

const optionRows: readonly OptionRow[] = [
  // A blank after `-p` means that mysql asks for the password; the next word is the database.
  {
    option: "-p",
    value: "glued",
    programs: /\b(?:mysql\w*|mariadb\w*|sshpass|7z[ar]?|unrar|rar)\b/,
  },
  { option: "-p", value: "glued", before: "[:=]", programs: /\b(?:sshpass|winrs|plink)\b/ },
  {
    option: "-p",
    value: "next",
    programs:
      /\b(?:sshpass|mongo\w*|cqlsh|snowsql|rdesktop|psexec\w*|ncftp\w*|rabbitmqadmin|useradd|usermod|twine|lftp|unlock-keychain|(?:docker|podman|helm|az|oc|buildah|skopeo) .{0,60}\blogin)\b/i,
  },
  { option: "-hp", value: "glued", programs: /\brar\b/ },
  {
    option: "-P",
    value: "either",
    programs: /\b(?:sqlcmd|bcp|isql|tsql|zip|unzip|ipmitool|ssh-keygen|mosquitto_\w+)\b/,
  },
  { option: "-N", value: "next", programs: /\bssh-keygen\b/ },
  { option: "-k", value: "next", programs: /\b(?:openssl|nuget push)\b/ },
  { option: "-K", value: "next", programs: /\bopenssl\b/ },
  { option: "-iv", value: "next", programs: /\bopenssl\b/ },
  { option: "-a", value: "next", programs: /\bredis-cli\b/ },
  { option: "-a", value: "either", before: `${user}:`, programs: /\b(?:https?|xhs?)\b/ },
  { option: "-w", value: "next", programs: /\b(?:ldap\w+|add-(?:generic|internet)-password)\b/ },
  { option: "-A", value: "next", programs: /\bsnmp\w+\b/ },
  { option: "-X", value: "next", programs: /\bsnmp\w+\b/ },
  { option: "-c", value: "next", programs: /\bsnmp(?:walk|get|set|bulkwalk|getnext|table)\b/ },
  { option: "-u", value: "either", before: `${user}:`, programs: /\bcurl\b/ },
  { option: "-u", value: "next", before: `${user},`, programs: /\blftp\b/ },
  { option: "--user", value: "next", before: `${user}:`, programs: /\bcurl\b/ },
  { option: "--proxy-user", value: "next", before: `${user}:`, programs: /\bcurl\b/ },
  { option: "-b", value: "next", before: `["']?[\\w.-]{1,60}=`, programs: /\bcurl\b/ },
  { option: "--cookie", value: "next", before: `["']?[\\w.-]{1,60}=`, programs: /\bcurl\b/ },
  { option: "-U", value: "either", before: `["']?[\\w.\\\\-]{1,100}%`, programs: /\bsmb\w+\b/ },
  { option: "-b", value: "next", programs: /\bgh secret set\b/ },
  { option: "-t", value: "next", programs: /\bcodecov\b/ },
  { option: "--body", value: "next", programs: /\bgh secret set\b/ },
  { option: "--value", value: "next", programs: /\b(?:ssm put-parameter|secret set)\b/ },
  { option: "--secret-string", value: "next", programs: /\bsecretsmanager\b/ },
  {
    option: "--secret-string",
    value: "next",
    before: String.raw`["']\{[^\n]{0,200}?["']:\s?["']`,
    programs: /\bsecretsmanager\b/,
  },
  { option: "--auth", value: "next", programs: /\b(?:netlify|https?|xhs?)\b/ },
  { option: "--key", value: "next", programs: /\bgem push\b/ },
  { option: "--pass", value: "next", programs: /./ },
  { option: "--dbpass", value: "next", programs: /./ },
  { option: "--age", value: "next", programs: /\bsops\b/ },
  { option: "/p:", value: "glued", programs: /\b(?:x?freerdp\w*|mstsc)\b/ },
  { option: "/p", value: "next", programs: /\bsigntool\b/ },
  { option: "/pass:", value: "glued", programs: /./ },
  { option: "pass:", value: "glued", programs: /-pass(?:in|out)?$/ },
];

const followed = { glued: "(?=[^ \\t-])", next: "[ =](?=[^-])", either: " ?(?=[^ \\t-])" } as const;

const optionRules: readonly Rule[] = optionRows.map(({ option, value, before = "", programs }) => {
  const shape = new RegExp(
    ` ${option}${value === "glued" && before !== "" ? "" : followed[value]}${before}`,
    "y",
  );
  return {
    hints: [` ${option}`],
    find: (text, index) => {
      const match = matchAt(shape, text, index);
      if (match === undefined || !programs.test(commandBefore(text, index))) return undefined;
      return secretAt(text, index + match[0].length);
    },
  };
});

/** The command as far as it is written, without those before it. It is only looked at, so it may be decided already. */
function commandBefore(text: string, index: number): string {
  const line = text.slice(Math.max(0, index - 300), index);
  let start = 0;
  for (let at = line.length - 1; at >= 0 && start === 0; at -= 1) {
    if (ends.has(line.charCodeAt(at))) start = at + 1;
  }
  const command = line.slice(start);
  // A line break may be written as its escape, which would stick to the name of the program.
  return command.includes("\\") ? command.replaceAll(/\\[nrt]/g, "\n") : command;
}

const ends: ReadonlySet<number> = new Set(Array.from("\n|;&", (sign) => sign.charCodeAt(0)));

function valueAt(text: string, start: number): Value | undefined {
  return readQuoted(text, start) ?? readUnquoted(text, start, "password");
}

function secretAt(text: string, start: number, isLikely = isAnything): Found | undefined {
  const value = valueAt(text, start);
  if (value === undefined || value.content.length < 3 || isPlaceholder(value.content))
    return undefined;
  if (!isLikely(value.content)) return undefined;
  return { start: value.start, end: value.end, instead: marker("password") };
}

const isAnything: (value: string) => boolean = () => true;
/** For forms that are also said about something else. */
const isLikely = (value: string): boolean => isNoise(value) || looksRandom(value);

/** Words after which a secret stands as a plain word, as an expression; the first characters are the hint. */
const wordRows: readonly (readonly [
  hint: string,
  shape: RegExp,
  isLikely: (value: string) => boolean,
])[] = [
  ["vault login ", /vault login /y, isLikely],
  ["cargo login ", /cargo login /y, isLikely],
  ["snyk auth ", /snyk auth /y, isLikely],
  ["flyctl auth token ", /flyctl auth token /y, isLikely],
  ["authtoken ", /authtoken /y, isLikely],
  ["setapikey ", /setapikey /iy, isLikely],
  ["AUTH ", /AUTH (?=\S{6})/y, isLikely],
  ["encrypt_string ", /encrypt_string /y, isAnything],
  ["openssl passwd", /openssl passwd(?: -\w{1,12}){0,3} /y, isAnything],
  ["add_user ", /add_user \S{1,60} /y, isAnything],
  ["change_password ", /change_password \S{1,60} /y, isAnything],
  ["user:password ", /user:password \S{1,60} /y, isAnything],
  ["net user ", /net user \S{1,60} (?=[^/\s])/iy, isAnything],
  ["net use ", /net use (?:\w: )?\\\\\S{1,100} (?=[^/\s])/iy, isAnything],
  ["runas ", /runas (?:\/\S{1,60} ){1,4}/iy, isLikely],
  ["htpasswd -", /htpasswd -\w{0,4}b\w{0,4} \S{1,100} \S{1,60} /y, isAnything],
  ["mosquitto_passwd ", /mosquitto_passwd -\w{0,4}b \S{1,100} \S{1,60} /y, isAnything],
  ["http-basic.", /http-basic\.\S{1,100} \S{1,60} /y, isAnything],
  ["config set ", /config set (?:--\w{1,20} ){0,2}[\w.-]{1,100} [\w.-]{1,60}:(?!\/)/y, isAnything],
  ["github-oauth.", /(?:github|gitlab)-(?:oauth|token)\.\S{1,100} /y, isLikely],
  ["wpa_passphrase ", /wpa_passphrase \S{1,60} /y, isAnything],
  ["wpa-psk ", /wpa-psk /y, isAnything],
  ["requirepass ", /requirepass /y, isAnything],
  ["masterauth ", /masterauth /y, isAnything],
  ["config create ", /config create \S{1,60} \S{1,60} (?:\S{1,60} ){0,6}pass /y, isAnything],
  ["enable secret ", /enable secret (?:\d{1,2} )?/y, isLikely],
  ["password 7 ", /password [05789] /y, isLikely],
  ["snmp-server community ", /snmp-server community /y, isAnything],
  ["sqlplus ", /sqlplus (?:-\w{1,10} ){0,3}[\w$#]{1,40}\//y, isAnything],
  ["impdp ", /impdp [\w$#]{1,40}\//y, isAnything],
  ["expdp ", /expdp [\w$#]{1,40}\//y, isAnything],
  [":thin:", /:thin:[\w$#]{1,40}\//y, isAnything],
  ["identified by ", /identified by (?:password )?/iy, isAnything],
  ["IDENTIFIED BY ", /identified by (?:password )?/iy, isAnything],
  ["PRAGMA key", /PRAGMA (?:re)?key ?= ?(?=["'])/iy, isAnything],
  ["from-literal=", /from-literal=[\w.-]{1,60}=/y, isAnything],
  ["user-secrets set ", /user-secrets set \S{1,100} /y, isAnything],
  ["private-key <", /private-key <\(echo /y, isAnything],
  ["send ", /send (?=["'][^"']{6,60}\\{1,3}[rn])/y, isLikely],
];

const wordRules: readonly Rule[] = wordRows.map(([hint, shape, likely]) => ({
  hints: [hint],
  find: (text, index) => {
    const match = matchAt(shape, text, index);
    if (match === undefined) return undefined;
    const start = index + match[0].length;
    const found = secretAt(text, start, likely);
    // `user/password@database`
    if (found === undefined || !match[0].endsWith("/")) return found;
    const at = text.slice(found.start, found.end).indexOf("@");
    return at < 0 ? found : { ...found, end: found.start + at };
  },
}));

/** Commands that are given names with values that are all secrets: `fly secrets set A=… B=…`. */
const setRules: readonly Rule[] = [
  { hint: "secrets set ", shape: /secrets set / },
  { hint: "config:set ", shape: /config:set / },
  { hint: "kv put ", shape: /kv (?:put|patch) \S{1,100} / },
  { hint: "login role_id=", shape: /login (?=role_id=)/ },
].map(({ hint, shape }) => {
  const pair = new RegExp(
    `${shape.source}(?:[\\w.-]{1,60}=\\S{0,400} ){0,9}?(?:-\\S{1,60} ){0,3}[\\w.-]{1,60}=(?!\\[redacted:)`,
    "y",
  );
  return {
    hints: [hint],
    find: (text, index) => {
      const match = matchAt(pair, text, index);
      return match === undefined ? undefined : secretAt(text, index + match[0].length, isLikely);
    },
  };
});

/** Commands that read a secret from their input, and what they are called by. */
const readers =
  /(?:sudo(?: -\w{1,3})*? -\w{0,3}S|[^|\n]{0,80}--password-stdin|[^|\n]{0,80}--with-token|gh secret set|(?:sudo )?chpasswd|passwd --stdin|cryptsetup|kinit|[^|\n]{0,40}secret put|[^|\n]{0,40}secrets create|ansible-vault|gpg [^|\n]{0,60}--passphrase-fd)/y;

const pipeRules: readonly Rule[] = [
  {
    hints: ["echo ", "printf ", "Write-Output "],
    find: (text, index) => {
      const said = matchAt(saying, text, index);
      if (said === undefined) return undefined;
      const start = index + said[0].length;
      const value = valueAt(text, start);
      if (value === undefined) return undefined;
      const pipe = matchAt(/["']? {0,4}\| {0,4}/y, text, value.end);
      if (pipe === undefined || matchAt(readers, text, value.end + pipe[0].length) === undefined)
        return undefined;
      // `user:password` for chpasswd.
      const colon = /^[a-z_][\w-]{0,31}:(?=.{3})/.exec(value.content)?.[0].length ?? 0;
      return (
        secretAt(text, value.start) && {
          start: value.start + colon,
          end: value.end,
          instead: marker("password"),
        }
      );
    },
  },
  {
    hints: ["<<< "],
    find: (text, index) => {
      const command = commandBefore(text, index);
      if (!hereReaders.test(command)) return undefined;
      return secretAt(text, index + "<<< ".length);
    },
  },
];

const saying = /(?:echo|printf|Write-Output)(?: -[neE]{1,3})?(?: ["']%s(?:\\{1,2}n)?["'])? /y;
const hereReaders =
  /\bsudo\b.{0,20} -\w{0,3}S|--passphrase-fd|--password-stdin|--with-token|\bsecret|\bchpasswd|\bpasswd\b|\bcryptsetup/;

export const commandRules: readonly Rule[] = [
  ...optionRules,
  ...wordRules,
  ...setRules,
  ...pipeRules,
];
