import {
  readQuoted,
  readUnquoted,
  type Value,
  isCode,
  isNoise,
  isPlaceholder,
  looksRandom,
  number,
  plainWord,
  programName,
} from "./value.ts";
import { anyCase, isWordCode, marker, matchAt, runStart, type Found, type Rule } from "./scan.ts";

/**
 * Values whose name says what they are: `PASSWORD=…`, `"apiKey": "…"`, `--token …`, `?sig=…`,
 * `<password>…`, `PASSWORD '…'`, a line of a .netrc file. Code that only handles secrets
 * (`password: string`, `token = getToken()`) is left alone.
 */
export const assignmentRule: Rule = {
  hints: [
    ..."pass pwd token secret key cred auth sig= signature psk= salt seed mnem"
      .split(" ")
      .flatMap(anyCase),
    ..."_PW= _pw= _pw: Pw= Pw: PIN= _PIN PIN: _CODE _code Code= _PK= code= sonar.login=".split(" "),
  ],
  find: (text, index, from) => {
    const name = nameAround(text, index, from);
    if (name === undefined) return undefined;
    const kind = secretKindOf(name.text) ?? shortNameKind(text, name);
    if (kind === undefined) return undefined;
    const place = valuePlace(text, name, from);
    if (place === undefined) return undefined;
    const value = readQuoted(text, place.start) ?? readUnquoted(text, place.start, kind);
    if (value === undefined || !isSecret(kind, name.text, place.sign, value, text))
      return undefined;
    return { start: value.start, end: value.end, instead: marker(kind) } satisfies Found;
  },
};

interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The whole name that a word of it stands in, with the dashes of an option. */
function nameAround(text: string, index: number, from: number): Name | undefined {
  const rest = matchAt(nameRest, text, index);
  if (rest === undefined || !mayHaveValue(text, index, index + rest[0].length)) return undefined;
  let start = runStart(text, index, Math.max(from, index - longestName), isNameCode);
  // In JSON a line break before the name is a backslash and an `n`.
  if (start > from && text[start - 1] === "\\" && /[nrt]/.test(text[start] ?? "")) start += 1;
  const end = index + rest[0].length;
  return start > index ? undefined : { text: text.slice(start, end), start, end };
}

/** Most words that only talk about a secret end here, before anything is built. */
function mayHaveValue(text: string, index: number, end: number): boolean {
  const gap = text.charCodeAt(end);
  if (gap !== 0x20 && gap !== 0x09) return !Number.isNaN(gap) && gap !== 0x0a && gap !== 0x2c;
  if (text[index - 1] === "-" || /^pass/i.test(text.slice(index, index + 4))) return true;
  if (matchAt(signAfterGap, text, end) !== undefined) return true;
  return setsName.test(text.slice(Math.max(0, index - longestSetting), index));
}

/** `aws configure set name …`, `npm config set name …`, `setx name …`: the value is the next word. */
const setsName =
  /(?:\b(?:config(?:ure)?|npm|env|user-secrets) set|\bsetx|\bpoetry config) (?:--?[\w-]{1,20} ){0,3}(?:[\w./:@-]{0,80})$/i;
const longestSetting = 140;

const signAfterGap = /[ \t]{1,8}[:=?']/y;
const longestName = 48;
const nameRest = /[\w.-]{3,48}/y;

/** Names have dots in settings files and dashes in options. */
function isNameCode(code: number): boolean {
  return isWordCode(code) || code === 0x2d || code === 0x2e;
}

/** Names that are too ordinary on their own, and what must stand around them. */
function shortNameKind(text: string, { text: name, start, end }: Name): SecretKind | undefined {
  if (/^-{0,2}(?:pass|pwd)$/i.test(name)) {
    if (text[end] === "=") return "secret";
    if (/[>"'](?: ?>|<)/.test(text.slice(end, end + 3))) return "password";
    if (/^pass$/i.test(name) && matchAt(quotedSign, text, end)) return "password";
    const isNoisy = name === "pass" && isNoise(matchAt(/: (\S{8,100})/y, text, end)?.[1] ?? "");
    return isNoisy ? "password" : undefined;
  }
  if (
    /^key$/i.test(name) &&
    /\b(?:api|access|secret) $/i.test(text.slice(Math.max(0, start - 8), start))
  )
    return "api-key";
  const isParameter = text[start - 1] === "?" || text[start - 1] === "&";
  return isParameter && parameterName.test(name) ? "credential" : undefined;
}

const quotedSign = /(?:\\{0,7}["'])?[ \t]{0,2}[:=][ \t]{0,2}\\{0,7}["']/y;
const parameterName = /^(?:key|sig|signature|auth|code|x-amz-signature|x-goog-signature)$/i;

/** How the value is tied to its name. */
type Sign = "=" | ":" | "option" | "quote" | "netrc" | "tag" | "pair" | "is";

function valuePlace(
  text: string,
  { text: name, start, end }: Name,
  from: number,
): { readonly start: number; readonly sign: Sign } | undefined {
  const assigned = matchAt(typedSign, text, end) ?? matchAt(plainSign, text, end);
  if (assigned !== undefined) {
    const isColon = assigned[1] === ":";
    return { start: end + assigned[0].length, sign: isColon ? ":" : "=" };
  }
  if (text[end] === ">" && text[start - 1] === "<") return { start: end + 1, sign: "tag" };
  const inSyntax = matchAt(pairSyntax, text, end);
  if (inSyntax !== undefined) return { start: end + inSyntax[0].length, sign: "pair" };
  const gap = matchAt(/[ \t]{1,8}/y, text, end)?.[0].length;
  if (gap === undefined) return undefined;
  if (name.startsWith("-")) return { start: end + gap, sign: "option" };
  if (text[end + gap] === "'") return { start: end + gap, sign: "quote" };
  if (/password$/i.test(name) && text.startsWith("is ", end + gap)) {
    return { start: end + gap + 3, sign: "is" };
  }
  if (setsName.test(text.slice(Math.max(0, start - longestSetting), start)))
    return { start: end + gap, sign: "option" };
  const before = text.slice(Math.max(from, start - 160), start);
  if (before.endsWith("ENV ")) return { start: end + gap, sign: "option" };
  return /^password$/i.test(name) && /\blogin\s{1,9}\S{1,99}\s{1,9}$/.test(before)
    ? { start: end + gap, sign: "netrc" }
    : undefined;
}

/** `define('NAME', '…')`, `key="NAME" value="…"`, `key="NAME">…<`, `name="NAME"><value>…<`. */
const pairSyntax =
  /["'](?:[ \t]{0,4},[ \t]{0,4}(?=["'])|[ \t]{1,4}value[ \t]{0,2}=[ \t]{0,2}(?=["'])|[ \t]{0,2}>[ \t]{0,2}(?:<value>)?(?=[^<\s]))/y;

const plainSign = /(?:\\{0,7}["'`])?\]?[ \t]{0,8}(:(?!=)|:=|=>|\?=|={1,3}|%3D)[ \t]{0,8}/iy;
/** `password: string = "…"` */
const typedSign =
  /[ \t]{0,2}:[ \t]{0,2}[A-Za-z][\w.<>|[\] ]{0,40}?[ \t]{0,2}(=)[ \t]{0,8}(?=\\{0,7}["'`])/y;

function isSecret(
  kind: SecretKind,
  name: string,
  sign: Sign,
  { content, isQuoted, end }: Value,
  text: string,
): boolean {
  if (isPlaceholder(content)) return false;
  if (!isQuoted && (isCode(content) || text[end] === "(" || text[end] === "[")) return false;
  const isSetting =
    sign === "option" || sign === "netrc" || (sign === "=" && /^[A-Z][A-Z0-9_]*$/.test(name));
  if (content.includes(" ")) return isSetting || /passphrase$/i.test(name);
  if (kind === "code") return codeShape.test(content) && (isSetting || sign === "pair");
  if (sign === "pair" && isProgramText(text, end)) return isNoise(content);
  if (kind !== "password") {
    if (looksRandom(content)) return true;
    return isSetting && content.length >= 6 && !number.test(content) && !programName.test(content);
  }
  if (sign === "is") return /\d/.test(content) && content.length >= 6 && !algorithm.test(content);
  if (isSetting || isQuoted || sign === "tag" || sign === "pair") return content.length >= 3;
  if (number.test(content)) return content.length >= 6 && sign === "=";
  if (programName.test(content)) return false;
  if (sign === ":" && plainWord.test(content)) return content.length >= 5 && endsLine(text, end);
  return content.length >= 4;
}

/** What a password is said to be treated with. */
const algorithm = /^(?:sha|md|base|utf|bcrypt|argon|pbkdf)-?\d/i;

function endsLine(text: string, end: number): boolean {
  return end === text.length || text[end] === "\n" || text[end] === "\r" || text[end] === "\\";
}

/** A code that is typed: a PIN, or a word of letters and digits. */
const codeShape = /^(?:\d{4,10}|(?=\w*\d)[A-Za-z0-9-]{8,40})$/;

/** Two texts in a list are a setting with its value only where nothing but a bracket follows. */
function isProgramText(text: string, end: number): boolean {
  return matchAt(/["'][ \t]{0,4}(?:\)|\/?>)/y, text, end) === undefined && text[end] !== "<";
}

/** What a name says about its value. A password can be any word, a code is short; the others look like noise. */
type SecretKind = "password" | "token" | "secret" | "api-key" | "credential" | "code";

/** What the value of a setting, a field or an option of this name is, if it is a secret. */
function secretKindOf(name: string): SecretKind | undefined {
  const bare = name.replace(variant, "");
  if (password.test(bare) || shortPassword.test(bare)) return "password";
  if (/token$/i.test(bare)) return otherToken.test(bare) ? undefined : "token";
  if (/secret(?:[_-]?id)?$/i.test(bare)) return "secret";
  if (/(?:mnemonic|seed|salt)$/i.test(bare) || bare.endsWith("_PK")) return "secret";
  if (/(?:^|_)PIN$/.test(bare) || /(?:backup|recovery|otp)[_-]?codes?$/i.test(bare)) return "code";
  if (bare.endsWith("sonar.login")) return "token";
  if (/key$/i.test(bare)) return secretKey.test(bare) ? "api-key" : undefined;
  if (/(?:client-key|token|kubeconfig)[_-]data$/i.test(bare)) return "credential";
  return credential.test(bare) ? "credential" : undefined;
}

/** Words after which it is still the same: `DB_PASSWORD_PROD`, `secretKeyBase64`, `token2`. */
const variant =
  /[_.-]?(?:value|raw|plain|b64|base64|prod|production|dev|test|staging|live|old|new|base|\d{1,3})$/i;
const password = /(?:pass(?:word|wd|phrase|code)|(?:store|key|trust)pass|(?:^|[_.-])(?:pw|psk))$/i;
/** `DB_PASS` and `dbPass`, but neither `bypass` nor the `PASS` of a test nor the `pwd` of a shell. */
const shortPassword = /\w[_.-](?:pass|pwd|pswd|PASS|PWD|Pass|Pwd)$|[a-z](?:Pass|Pwd|Pw)$/;
/** Tokens that are places in a list or pieces of a text. */
const otherToken =
  /(?:next|page|continuation|cancel|cancellation|sync|resume|syntax|unexpected|bos|eos|pad|unk|mask|sep|cls|end|start|stop|special|per|current|last|first|each)[_.-]?token$/i;
const secretKey =
  /(?:api|access|secret|private|auth|encryption|encrypt|signing|sign|account|master|shared|license|app|application|service|admin|hmac|aes|jwt|webhook|subscription|storage|consumer|client|deploy|deployment|ingest|integration|session|cookie|cipher|symmetric|role|anon|project|org|organization|relic|datadog|dd|openai|anthropic|gemini|google|stripe|algolia|functions?|recovery|backup|deployer|wallet)[_.-]?key$/i;
const credential = /(?:credentials?|creds|_auth|[_.-]auth|^auth)$/i;
