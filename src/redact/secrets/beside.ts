import { anyCase, marker, matchAt, runStart, type Found, type Rule } from "./scan.ts";
import { isMixed, isNoise } from "./value.ts";

/** What people call it. `password` words may be a part of a name: `db_password`, `#newPassword`. */
const telling = {
  password:
    "password, passwd, passphrase, passcode, passwort, kennwort, mot de passe, mdp, " +
    "contraseña, contrasena, clave, senha, parola, palavra-passe, wachtwoord, hasło, " +
    "haslo, lösenord, losenord, adgangskode, passord, salasana, heslo, jelszó, jelszo, " +
    "пароль, şifre, sifre, κωδικός, 密码, 密碼, 口令, パスワード, 暗証番号, 비밀번호, 암호, كلمة المرور, " +
    "كلمة السر, סיסמה, סיסמא, mật khẩu, kata sandi, รหัสผ่าน, पासवर्ड",
  secret:
    "api key, apikey, access key, secret key, private key, token, secret, key, schlüssel, " +
    "ключ, токен, clave de api, clé d'api, clé api, chiave api, 密钥, 密鑰, 令牌, トークン, 키는, 토큰",
  login: "credentials, credential, creds, login, zugangsdaten, identifiants, credenciales",
} as const;

/**
 * A value that looks like noise beside a word that tells what it is, in prose, in code and in any language: "the password for
 * staging is …", `fill("#password", "…")`, "use … as the token". What could have been chosen for its meaning stays.
 */
export const besideRules: readonly Rule[] = [
  ...rulesFor("password", { least: 8, isPart: true }),
  ...rulesFor("secret", { least: 16, isPart: false }),
  ...rulesFor("login", { least: 8, isPart: false }),
];

/** One for all words that begin alike: an expression with all of them takes ten times as long. */
function rulesFor(
  kind: "password" | "secret" | "login",
  options: { readonly least: number; readonly isPart: boolean },
): readonly Rule[] {
  const words = telling[kind].split(", ");
  const starts = [...new Set(words.map((word) => word.slice(0, 4)))];
  return starts.map((start) =>
    besideRule(
      kind,
      words.filter((word) => word.startsWith(start)),
      options,
    ),
  );
}

function besideRule(
  kind: string,
  words: readonly string[],
  { least, isPart }: { readonly least: number; readonly isPart: boolean },
): Rule {
  const word = new RegExp(`(?:${words.join("|")})${isPart ? "" : "(?![A-Za-z])"}`, "iy");
  const instead = marker(kind === "login" ? "password" : kind);
  return {
    hints: [...new Set(words.flatMap(hintsOf))],
    find: (text, index, from) => {
      const match = matchAt(word, text, index);
      if (match === undefined) return undefined;
      if (!isPart && index > from && isLetter(text.charCodeAt(index - 1))) return undefined;
      // In JSON a login is a name.
      if (kind === "login" && text[index + match[0].length] === '"') return undefined;
      const found =
        noiseAfter(text, index + match[0].length, least, kind === "login") ??
        noiseBefore(text, index, from, least);
      return found === undefined ? undefined : { ...found, instead };
    },
  };
}

/** Of words of two characters also what follows them: the scan needs three. */
function hintsOf(word: string): readonly string[] {
  if (word.length >= 3) return anyCase(word.slice(0, 4));
  return Array.from(":：是为為=“ ", (next) => word + next);
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

type Place = Pick<Found, "start" | "end">;

/** The first of the next few words that looks like noise, on the same line and in the same command. */
function noiseAfter(
  text: string,
  start: number,
  least: number,
  isPair: boolean,
): Place | undefined {
  let at = start;
  // What a colon or an `is` says to be the password may look a little more like a word.
  let isTied = false;
  for (let words = 0; words < mostWords && at - start <= reach; words += 1) {
    const gap = matchAt(isPair ? pairGap : wordGap, text, at)?.[0] ?? "";
    // Another command, or the end of the line: it is about something else now.
    if (/[\n|]|&&/.test(gap)) return undefined;
    at += gap.length;
    const run = matchAt(isPair ? pairRun : wordRun, text, at)?.[0];
    if (run === undefined) return undefined;
    const value = run.replace(/[.!?…]{1,3}$/, "");
    isTied = (words === 0 && /[:=\uFF1A\u662F\u306F\uB294]/.test(gap)) || isTied;
    // What is called, or has members, is a name in a program.
    const isName = matchAt(/::|\(/y, text, at + run.length) !== undefined;
    if (!isName && value.length >= least && (isNoise(value) || (isTied && isMixed(value))))
      return { start: at, end: at + value.length };
    isTied = copula.test(run);
    at += run.length;
  }
  return undefined;
}

const copula = /^(?:is|was|ist|lautet|est|es|é|è|er|är|jest|to)$/i;
const reach = 60;
const mostWords = 8;
/** What stands between words, quotes and brackets included. */
const wordGap = /[\s"'`()<>{}[\],;:=|\\\u3000-\u3002\uFF1A\u662F\u306F\uB294]{0,12}/y;
const wordRun = /[^\s"'`()<>{}[\],;:=|\\\u3000-\u3002\uFF1A\u662F\u306F\uB294]{1,200}/y;
/** `jo/…` and `jo:…` are two words. */
const pairGap = /[\s"'`()<>{}[\],;:=|\\/]{0,12}/y;
const pairRun = /[^\s"'`()<>{}[\],;:=|\\/]{1,200}/y;

/** "… is the password", "use … as the token". */
function noiseBefore(text: string, index: number, from: number, least: number): Place | undefined {
  const link = linkWords.exec(text.slice(Math.max(from, index - longestBefore), index))?.[0];
  if (link === undefined) return undefined;
  const end = index - link.length;
  const start = runStart(text, end, Math.max(from, end - 100), isValueCode);
  const value = text.slice(start, end);
  return value.length >= least && isNoise(value) ? { start, end } : undefined;
}

const longestBefore = 40;
const linkWords =
  /["'`]? (?:as|is|for|was|als|ist|comme|est|como|es|é) (?:the |my |a |your |our |das |le |la |o )?$/i;

/** What a value without quotes is made of. */
function isValueCode(code: number): boolean {
  return code > 0x20 && code < 0x7f && !"\"'`()<>{}[],;:=|\\".includes(String.fromCharCode(code));
}
