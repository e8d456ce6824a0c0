import fc from "fast-check";
import { expect, test } from "vitest";
import { canaries, type Canary } from "../../test/kit/canaries.ts";
import { plantedKinds } from "../../test/kit/planted-kinds.ts";
import { boundedOutput } from "../agents/recorded-text.ts";
import { makeRedact } from "./redact.ts";
import { visible, withoutSpelledEscapes } from "./visible.ts";
import { law } from "../../test/kit/law.ts";

/** Twice through all makers. */
const kindCount = 800;
const redact = makeRedact({ home: "/home/alice", userName: "alice" });

test.each([
  ["export GITHUB_TOKEN=abc12345defg", "export GITHUB_TOKEN=[redacted:token]"],
  ["mysql -u root -phunter2 shop", "mysql -u root -p[redacted:password] shop"],
  [`{"password":"hunter2","user":"app"}`, `{"password":"[redacted:password]","user":"app"}`],
  ["postgres://app:hunter2@db:5432/app", "postgres://app:[redacted:password]@db:5432/app"],
  ["postgres://app:p@ss@db/app", "postgres://app:[redacted:password]@db/app"],
  ["db:\n  password: swordfish\n", "db:\n  password: [redacted:password]\n"],
  ["write to jo.doe@corp.org, please", "write to [redacted:email], please"],
  [`"a\\njo@corp.org\\nb"`, `"a\\n[redacted:email]\\nb"`],
  ["the password is hunter2", "the password is [redacted:password]"],
  ["API key: 8f3b2a1c9d7e6f5a", "API key: [redacted:api-key]"],
  ['auth: { user: "a", pass: "hunter2" }', 'auth: { user: "a", pass: "[redacted:password]" }'],
  ["ENV PASSWORD hunter2!", "ENV PASSWORD [redacted:password]"],
  [`{"password":"ab\\"cd","a":1}`, `{"password":"[redacted:password]","a":1}`],
  ["keytool -storepass abc12345", "keytool -storepass [redacted:password]"],
  ["Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic [redacted:credential]"],
])("%s becomes %s", (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test("a marker is not taken for the name of what follows it", () => {
  const marked = "[redacted:github-token]=swordfish12 [redacted:password]: swordfish12";
  expect(redact(marked)).toBe(marked);
});

test("no secret of any rule is left, and redacting again changes nothing", () => {
  const planted = canaries(kindCount);
  const left = planted.filter(({ text, secret }) => redact(text).includes(secret));
  const changed = planted.filter(({ text }) => redact(redact(text)) !== redact(text));
  expect({ left, changed }).toEqual({ left: [], changed: [] });
});

const anyCanary = fc.constantFrom(...canaries(kindCount));
const border = fc.constantFrom(" ", "\n", "\t", "\r\n", " (", "\n\n> ", " | ", "; ");
const anyText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("", "key", "token:", "password", "https://x.dev/a?b=1", "# 12", "[redacted:jwt]"),
);
const anyWrapping = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify({ a: [{ content: text }] }),
  (text) => JSON.stringify(JSON.stringify({ text })),
  (text) => `\u001B[31m${text}\u001B[0m`,
  (text) => boundedOutput(`${text}\n${"x ".repeat(6000)}`),
  (text) => boundedOutput(`${"x ".repeat(6000)}\n${text}`),
);

test("of the kinds of secrets that people write down at most one in a hundred is left", () => {
  const kinds = plantedKinds();
  const left = kinds.filter(({ text, secrets }) => {
    const redacted = redact(text);
    return secrets.some((secret) => {
      const most = Math.ceil(secret.length * 0.6);
      return redacted.includes(secret.slice(0, most)) || redacted.includes(secret.slice(-most));
    });
  });
  expect(kinds.length).toBeGreaterThan(450);
  expect(left.map(({ rule }) => rule)).toEqual([
    // A name that says nothing, and too short to be noise by itself.
    "apiVersion: v1, kind: Secret, stringData: {x: «p14»}",
  ]);
});

test("law: a secret is gone wherever its text stands", () => {
  fc.assert(
    fc.property(
      anyText,
      border,
      anyCanary,
      border,
      anyText,
      anyWrapping,
      (before, left, { text, secret }, right, after, wrap) => {
        // A quote before it, left open, may make a string of what is none.
        const opening = before.replaceAll(/["'`]/g, "");
        expect(redact(wrap(opening + left + text + right + after))).not.toContain(secret);
      },
    ),
    law({ quick: 3000 }),
  );
});

const anyDisguise = fc.constantFrom(
  "\u001B[33m",
  "\u001B[0;1m",
  "\u009B39m",
  "\u200B",
  "\u00AD",
  "\u2060",
  "\uFE0F",
  "\u{E0067}",
  "\u202E",
  "\\u001b[39m",
  "\\e[0m",
  "\\x1b[33m",
);

test("law: nothing that is not shown hides a secret", () => {
  const tokens = canaries(kindCount).filter(
    ({ rule, secret }) => rule !== "private-key" && !secret.includes("\\"),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...tokens),
      fc.array(fc.tuple(fc.nat(), anyDisguise), { minLength: 1, maxLength: 4 }),
      ({ text, secret }, disguises) => {
        let disguised = secret;
        for (const [place, disguise] of disguises) {
          // Between two of its characters, wherever the ones before have come to stand.
          const at = 1 + (place % (disguised.length - 1));
          disguised = disguised.slice(0, at) + disguise + disguised.slice(at);
        }
        fc.pre(spelledOut(disguised) === secret);
        const redacted = redact(text.replaceAll(secret, disguised));
        expect(spelledOut(redacted)).not.toContain(secret);
      },
    ),
    law({ quick: 3000 }),
  );
});

/** What a terminal would show. */
function spelledOut(text: string): string {
  return withoutSpelledEscapes(visible(text));
}

test("law: redacting twice is redacting once", () => {
  const piece = fc.oneof(
    anyCanary.map(({ text }) => text),
    anyCanary.map(({ secret }) => secret),
    anyText,
    anyDisguise,
    fc.constantFrom(
      ..."password token secret api_key AUTH Bearer --token -p Cookie: :// @ = : \" ' \\ \\n & ? [ ] ( ) / ~ - . …".split(
        " ",
      ),
      ..."/home/alice /home/bob -home-alice-x C:\\Users\\bob alice@box bob@x.org mysql curl 12345678 a1b2c3d4e5".split(
        " ",
      ),
    ),
  );
  const text = fc
    .tuple(fc.array(piece, { maxLength: 12 }), fc.constantFrom("", " ", "\n"))
    .map(([pieces, between]) => pieces.join(between));
  fc.assert(
    fc.property(text, (value) => {
      const once = redact(value);
      expect(redact(once)).toBe(once);
    }),
    law({ quick: 5000 }),
  );
});

test("law: where a text is cut in a secret, at most twenty-four characters of it are left", () => {
  const cuttable = canaries(kindCount).filter(({ rule }) => !needsItsEnd.has(rule));
  fc.assert(
    fc.property(fc.constantFrom(...cuttable), fc.nat(), fc.boolean(), (canary, place, isMarked) => {
      const from = canary.text.indexOf(canary.secret);
      const end = from + (place % canary.secret.length);
      const cut = canary.text.slice(0, end) + (isMarked ? "\n…\nrest" : "");
      const left = leftOf(canary, redact(cut));
      expect(left.length - startLength(canary)).toBeLessThanOrEqual(24);
    }),
    law({ quick: 3000 }),
  );
});

/** What makes these a secret is their end or the dots in them: the host of an address, the suffix of a key. */
const needsItsEnd = new Set(
  "email mailchimp-key terraform-token maxmind-key harness-token authress-key yandex-token twitter-token".split(
    " ",
  ),
);

function leftOf({ secret }: Canary, redacted: string): string {
  let length = secret.length;
  while (length > 0 && !redacted.includes(secret.slice(0, length))) length -= 1;
  return secret.slice(0, length);
}

/** The part of a secret that is the same for all: what a rule knows it by. */
function startLength({ rule, secret }: Canary): number {
  if (rule.endsWith("webhook")) return secret.lastIndexOf("/") + 1;
  return Math.max(0, secret.slice(0, 18).search(/[^A-Za-z0-9][^-_.:/]*$/) + 1);
}

test("of a private key that is cut in a line, or has lost its first lines, nothing is left", () => {
  const [begin, end] = ["BEGIN", "END"].map((word) => `-----${word} RSA PRIVATE KEY-----`);
  const line = "Ab1+".repeat(16);
  expect(redact(`${begin}\n${line}\n${line}\nAb1`)).toBe("[redacted:private-key]");
  expect(redact(`${begin}\n${line}\nAb1\n…\nrest`)).toBe("[redacted:private-key]\n…\nrest");
  expect(redact(`text\n…\nb1+Ab\n${line}\n${end}\nrest`)).toBe(
    "text\n…[redacted:private-key]\nrest",
  );
});

const ordinary = [
  "git commit -m 'fix: read the token from the keychain' && git push origin main",
  "git rebase 3f2c1a9b8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a --onto v2.1.0",
  "docker pull registry.dev/app@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "session 550e8400-e29b-41d4-a716-446655440000, lesson 01ARZ3NDEKTSV4RRFFQ69G5FAV",
  "npm install react@18.2.0 @types/node@22 left-pad@latest && npx tsc --noEmit",
  "git clone git@github.com:org/repo.git && cd repo && mkdir -p src/home",
  "max_tokens: 4096, tokens=123, total_tokens: 88211, token_count = 12",
  "interface Login { password: string; token?: string; secret: SecretStr }",
  "const token = getToken(); const password = user.password; api_key=os.environ['KEY']",
  "deploy --token-file path/to/file --password-stdin < secrets.txt",
  "export TOKEN=$TOKEN PASSWORD=${PASSWORD} API_KEY=<your key> SECRET=xxxx PWD_HASH=***",
  "Authorization: Bearer $TOKEN",
  'headers: { Authorization: `Bearer ${token}` }, "Authorization": "Bearer " + token',
  "the bearer token is missing; basic authentication failed; wrong password",
  "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON",
  "--- PASS: TestParse/empty_input_2 (0.00s)\nPASS\nok  example.dev/pkg 0.41s",
  "fatal: could not read Password for 'https://github.com': terminal prompts disabled",
  "curl -fsSL http://localhost:3000/health | jq '.status'",
  "docker run -u 1000:1000 -p 8080:80 -v $PWD:/app nginx",
  "mysql -u root -p shop < dump.sql; mkdir -p /tmp/out; ssh -p 2222 host",
  "primary_key: id, cache-key: node-modules-v12-abc123, keyboard: us, monkey=banana42",
  "public class TokenizerTest extends KeyValueStore { String secretName = name; }",
  "sk-learn, risk-assessment-of-2024-projects-and-more, desk-1234, npm_config_registry",
  "icon@2x.png getty@tty1.service HEAD@{1} user@localhost actions/checkout@v4",
  "kubectl get secret app-tls -o jsonpath='{.data.tls}' # kind: Secret",
  "-----BEGIN CERTIFICATE-----\nMIIDXTCCAkWgAwIBAgIJAJC1\n-----END CERTIFICATE-----",
  "the file must start with -----BEGIN PRIVATE KEY----- or it is refused",
  "/root/.bashrc /Users/Shared/x /home/runner/work pages/home/index.tsx GET /Users/42",
  "password = hashSync(input1, 10)\nsecret: createHmac('sha256', k1)",
  "the password is hashed with sha256; the token is base64; npm test: pass: 12, fail: 0",
  "a password is required; password reset is broken; passed 12 of 13; ENV PASSWORD_FILE /run/x",
  "Co-Authored-By: A Model <noreply@corp.org>",
  "csrf: skip, nextToken: eyJvZmZzZXQiOjEwMH0, eos_token: </s>",
  "--- PASS: TestRunner2HandlesX509Certs (0.00s)\npass: 12 of 13, PASS: 3",
  '{"author":{"login":"JamBalaya56562"},"node_id":"MDQ6VXNlcjg4MTE1Mzg4"}',
  "let key = ChaCha20Poly1305::generate_key(&mut OsRng); let token = Sha256Digest::new();",
  "git log --format='%(trailers:key=Signed-off-by)' d8a071d9~1..HEAD",
  "the pin is 12; exit code 1024; error code: 5004; PIN=17; seed=42; random_seed: 1234",
  "echo 12345 | wc -c; echo hello | sudo tee /etc/motd; printf '%s' x | base64 -d",
  "zip -r out.zip src; ssh -P; curl -b cookies.txt https://x.dev; gem push a.gem",
  "https://example.dev:8080/a@b?c=d postgres://db:5432/app?x=a@b.c",
  "npm config set registry https://registry.internal.dev; aws configure set region eu-west-1",
  "the login page of App2Go; the key is in docs/Setup-Guide2.md; use UTF-8 as the token encoding",
  'page.fill("#password", "secret"); cy.get("input[name=password]").type("hello")',
  "mot de passe oublié; contraseña incorrecta; 密码错误; пароль неверный; das Passwort fehlt",
  "git checkout -p HEAD~2; mkdir -p build/x64; docker run -p 8080:80 -e A=b nginx",
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUNhdz09Cg== is a certificate",
  "db.internal.dev:5432 is up; 10.0.0.1:5432:tcp; std::string::npos:5432:x",
  'it("rejects a wrong password", () => { expect(login({ password: "" })).toBe(false); });',
];

test.each(ordinary)("stays as it is: %s", (text) => {
  expect(redact(text)).toBe(text);
});

test("law: ordinary texts stay as they are, one after the other", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ordinary), { maxLength: 6 }), (texts) => {
      expect(redact(texts.join("\n"))).toBe(texts.join("\n"));
    }),
    law(),
  );
});
