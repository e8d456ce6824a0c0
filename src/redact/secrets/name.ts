/** What a name says about its value. A password can be any word; the others look like noise. */
export type SecretKind = "password" | "token" | "secret" | "api-key" | "credential";

/** What the value of a setting, a field or an option of this name is, if it is a secret. */
export function secretKindOf(name: string): SecretKind | undefined {
  const bare = name.replace(variant, "");
  if (password.test(bare) || shortPassword.test(bare)) return "password";
  if (/token$/i.test(bare)) return otherToken.test(bare) ? undefined : "token";
  if (/secret$/i.test(bare)) return "secret";
  if (/key$/i.test(bare)) return secretKey.test(bare) ? "api-key" : undefined;
  return credential.test(bare) ? "credential" : undefined;
}

/** Words after which it is still the same: `DB_PASSWORD_PROD`, `secretKeyBase64`, `token2`. */
const variant =
  /[_.-]?(?:value|raw|plain|b64|base64|prod|production|dev|test|staging|live|old|new|base|\d{1,3})$/i;
const password = /(?:pass(?:word|wd|phrase|code)|(?:store|key|trust)pass)$/i;
/** `DB_PASS` and `dbPass`, but neither `bypass` nor the `PASS` of a test nor the `pwd` of a shell. */
const shortPassword = /\w[_.-](?:pass|pwd|pswd|PASS|PWD|Pass|Pwd)$|[a-z](?:Pass|Pwd)$/;
/** Tokens that are places in a list or pieces of a text. */
const otherToken =
  /(?:next|page|continuation|cancel|cancellation|sync|resume|syntax|unexpected|bos|eos|pad|unk|mask|sep|cls|end|start|stop|special|per|current|last|first|each)[_.-]?token$/i;
const secretKey =
  /(?:api|access|secret|private|auth|encryption|encrypt|signing|sign|account|master|shared|license|app|application|service|admin|hmac|aes|jwt|webhook|subscription|storage|consumer|client|deploy|deployment|ingest|integration|session|cookie|cipher|symmetric|role|anon|project|org|organization|relic|datadog|dd|openai|anthropic|gemini|google|stripe|algolia|functions?)[_.-]?key$/i;
const credential = /(?:credentials?|creds|_auth|[_.-]auth|^auth)$/i;
