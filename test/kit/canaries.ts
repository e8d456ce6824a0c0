/** An invented secret, in a text as it occurs in life. */
export interface Canary {
  readonly rule: string;
  readonly text: string;
  /** What must never be found again. */
  readonly secret: string;
}

/**
 * The same each time, all different, over all rules in turn. Nothing here was ever real. They are put
 * together at run time, so that the repository holds no text that a scanner for secrets would report.
 */
export function canaries(count: number): readonly Canary[] {
  return Array.from({ length: count }, (_, number) => {
    const random = randomFrom(number + 1);
    const make = makers[number % makers.length];
    if (make === undefined) throw new RangeError("there are no makers");
    return make(random, Math.floor(number / makers.length));
  });
}

export type Random = (below: number) => number;
type Make = (random: Random, round: number) => Canary;

/** Mulberry32: small, and good enough to be different each time. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const lower = "abcdefghijkmnopqrstuvwxyz";
const digits = "0123456789";
const letters = lower + lower.toUpperCase();
const alphanumeric = letters + digits;
const base64 = `${alphanumeric}+/`;

export function some(random: Random, characters: string, length: number): string {
  return Array.from({ length }, () => characters.charAt(random(characters.length))).join("");
}

/** Letters and digits that cannot be taken for a word. */
function noise(random: Random, length: number): string {
  return `${some(random, lower, 1)}${some(random, digits, 2)}${some(random, letters, 1)}${some(random, alphanumeric, length - 4)}`;
}

/**
 * The published formats, apart from the rules so that both would have to be wrong: in braces the
 * alphabet and the number of characters from it.
 */
const formats =
  `github-token ghp_{a36} gho_{a36} ghu_{a36} ghs_{a36} ghr_{a76} github_pat_{a22}_{a59}
gitlab-token glpat-{b20} gldt-{b20} glrt-{b20} glcbt-{a2}_{b20} glptt-{h40} glft-{b20} glimt-{b25}
gitlab-token glagent-{b50} gloas-{b64} glsoat-{b20} glffct-{b20} GR1348941{b20} glpat-{b27}.{h2}{h7}
anthropic-key sk-ant-api03-{b93}AA sk-ant-admin01-{b93}AA sk-ant-oat01-{b93}AA
openai-key sk-proj-{b74}T3BlbkFJ{b74} sk-svcacct-{b58}T3BlbkFJ{b58} sk-admin-{b58}T3BlbkFJ{b58}
api-key sk-{a20}T3BlbkFJ{a20} sk-{h32}
openrouter-key sk-or-v1-{h64}
huggingface-token hf_{l34} api_org_{l34}
groq-key gsk_{a52}
xai-key xai-{a80}
perplexity-key pplx-{a48}
replicate-token r8_{a37}
pinecone-key pcsk_{a6}_{a63}
langsmith-key lsv2_pt_{h32}_{h10}
aws-key AKIA{u16} ASIA{u16}
google-key AIza{b35}
google-token ya29.{b60}
google-secret GOCSPX-{b28}
azure-secret {a3}8Q~{a34}
alibaba-key LTAI{a20}
digitalocean-token dop_v1_{h64} doo_v1_{h64} dor_v1_{h64}
heroku-key HRKU-AA{b58}
fly-token fo1_{b43} fm1r_{a120} fm2_{a120}==
vercel-token vcp_{a56} vck_{a56}
netlify-token nfp_{a36}
supabase-token sbp_{h40}
supabase-key sb_secret_{b22}_{b8}
planetscale-token pscale_tkn_{b43} pscale_pw_{b43} pscale_oauth_{b43}
databricks-token dapi{h32} dapi{h32}-2
terraform-token {a14}.atlasv1.{b67}
vault-token hvs.{b95} hvb.{b140}
pulumi-token pul-{h40}
doppler-token dp.pt.{a43} dp.st.dev.{a43}
1password-token ops_eyJ{a260}
age-key AGE-SECRET-KEY-1{u58}
tailscale-key tskey-auth-{a17}-{a32}
npm-token npm_{a36}
pypi-token pypi-AgEIcHlwaS5vcmc{b70}
rubygems-key rubygems_{h48}
clojars-token CLOJARS_{h60}
docker-token dckr_pat_{b27} dckr_oat_{b32}
artifactory-key AKCp{a69}
circleci-token CCIPAT_{a22}_{h40}
slack-token xoxb-{d12}-{d12}-{a24} xoxp-{d11}-{d11}-{d11}-{h32} xapp-1-A{d10}-{d13}-{h64}
slack-webhook hooks.slack.com/services/T{u10}/B{u10}/{a24}
discord-webhook discord.com/api/webhooks/{d18}/{b68}
discord-token MTA{a21}.{b6}.{b38} NzI{a21}.{b6}.{b27}
teams-webhook corp.webhook.office.com/webhookb2/{h32}@{h32}/IncomingWebhook/{h32}/{h32}
telegram-token {d10}:AA{b33}
twilio-key SK{h32}
sendgrid-key SG.{b22}.{b43}
mailgun-key key-{h32}
mailchimp-key {h32}-us12
sendinblue-key xkeysib-{h64}-{a16}
stripe-key sk_live_{a24} rk_live_{a24} sk_test_{a99}
stripe-webhook-secret whsec_{a32}
square-token sq0atp-{b22} sq0csp-{b43} EAAA{b60}
facebook-token EAAC{a120} EAAM{a120}
shopify-token shpat_{h32} shpca_{h32} shppa_{h32} shpss_{h32}
linear-key lin_api_{a40}
notion-token ntn_{d11}{a35} secret_{a43}
figma-token figd_{b40}
atlassian-token ATATT3{b180}={h8}
airtable-token pat{a14}.{h64}
hubspot-token pat-na1-{h8}-{h4}-{h4}-{h4}-{h12}
postman-key PMAK-{h24}-{h34}
sentry-token sntryu_{h64} sntrys_eyJpYXQiO{a100}={a1}_{a43}
new-relic-key NRAK-{u27} NRII-{b32} NRJS-{h19}
grafana-token glsa_{a32}_{h8} glc_{a60}= eyJrIjoi{a70}
dynatrace-token dt0c01.{u24}.{u64}
sourcegraph-token sgp_{h40} sgp_{h16}_{h40}
openshift-token sha256~{b43}
password-hash $1\${a8}\${a22} $5\${a16}\${a43} $6\${a16}\${a86} $y$j9T\${a22}\${a43} $2a$12\${a53} $2b$12\${a53} $2y$10\${a53} $apr1\${a8}\${a22}
password-hash $argon2id$v=19$m=65536,t=3,p=4\${a22}\${a43} $scrypt$ln=16,r=8,p=1\${a22}\${a43} pbkdf2_sha256$260000\${a22}\${a43}=
password-hash pbkdf2:sha256:150000\${a8}\${h64} scrypt:32768:8:1\${a16}\${h128} {SHA}{a27}= {SSHA}{a38}== {SMD5}{a32} {MD5}{a24}
webhook hooks.zapier.com/hooks/catch/{d7}/{o7} maker.ifttt.com/trigger/x/with/key/{b22} outlook.office365.com/owa/calendar/{h32}@x.dev/{h32}/calendar.ics
link-token /invite/{b32} /invites/{b32} /reset/{b40} /magic/{b40} /verify/{b40} /confirm/{b40} /unsubscribe/{b40}
gitlab-token glrtr-{b27} glwt-{b27}
openai-key sk-None-{b74}T3BlbkFJ{b74}
langsmith-key lsv2_sk_{h32}_{h10}
aws-key ABIA{u16} ACCA{u16}
fly-token fm1a_{a120}
vercel-token vci_{a56} vca_{a56} vcr_{a56}
netlify-token nfc_{a36} nfo_{a36} nfu_{a36} nfb_{a36}
vault-token hvr.{b95}
doppler-token dp.ct.{a43} dp.sa.{a43} dp.scim.{a43} dp.audit.{a43}
slack-token xoxa-2-{a40} xoxr-{a40} xoxs-{d11}-{d11}-{d11}-{h32} xoxo-{d11}-{d11}-{d11}-{h32} xoxe-1-{a146}
slack-token xoxc-{d11}-{d11}-{d11}-{h64} xoxd-{d4}{a60}%2F{a40} xoxe.xoxb-1-{a163} xoxe.xoxp-1-{a163}
slack-webhook hooks.slack.com/workflows/T{u10}/A{u10}/{d18}/{a24} hooks.slack.com/triggers/T{u10}/{d13}/{h32}
discord-webhook discordapp.com/api/webhooks/{d18}/{b68}
mailchimp-key {h32}-us21
sendinblue-key xsmtpsib-{h64}-{a16}
stripe-key sk_prod_{a24} rk_test_{a24} rk_prod_{a24}
square-token sq0idp-{b22}
shopify-token shptka_{h32}
linear-key lin_oauth_{a64}
atlassian-token ATCTT3{b180}={h8}
hubspot-token pat-eu1-{h8}-{h4}-{h4}-{h4}-{h12}
new-relic-key NRAA-{u27}
tavily-key tvly-{a32} tvly-dev-{a32}
nvidia-key nvapi-{b64}
cerebras-key csk-{a48}
fireworks-key fw_{a22}
firecrawl-key fc-{h32}
e2b-key e2b_{h40}
runpod-key rpa_{a43}
elevenlabs-key sk_{h48}
freemius-key sk_{a29}
aws-bedrock-key ABSK{a120}
clickhouse-key 4b1d{a38}
cloudflare-key v1.0-{h24}-{h146}
yandex-key AQVN{b36} YCA{b37} YCM{b37} YCN{b37} YCO{b37} YCP{b37}
yandex-token t1.{b40}.{b86}
neon-key napi_{a64}
render-key rnd_{a28}
vercel-token vercel_blob_rw_{a16}_{a30}
scalingo-token tk-us-{b48}
harness-token pat.{b22}.{a24}.{a20} sat.{b22}.{a24}.{a20}
1password-key A3-{u6}-{u11}-{u5}-{u5}-{u5} A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5}
dnkey dnkey-{b26}-{b52}
maxmind-key {a6}_{a29}_mmk
fernet-token gAAAAAB{a93}==
artifactory-token cmVmd{a59}
nuget-key oy2{o43}
octopus-key API-{u26}
buildkite-token bkua_{a40} bkct_{a40} bkpt_{a40}
sonar-token sqp_{h40} squ_{h40} sqa_{h40}
bitbucket-token ATBB{a32}
infracost-key ico-{a32}
prefect-key pnu_{a36} pnb_{a36}
jetbrains-token perm:{a20}.{a20}.{a28}
mailersend-token mlsn.{h64}
resend-key re_{a8}_{a24}
razorpay-key rzp_live_{a14} rzp_test_{a14}
flutterwave-key FLWSECK_TEST-{h12} FLWSECK-{h32}-X FLWPUBK_TEST-{h32}-X
easypost-key EZAK{a54} EZTK{a54}
shippo-token shippo_live_{h40} shippo_test_{h40}
duffel-token duffel_live_{b43} duffel_test_{b43}
lob-key live_{h35} test_{h35} live_pub_{h31} test_pub_{h31}
gocardless-token live_{b40}
plaid-token access-sandbox-{h8}-{h4}-{h4}-{h4}-{h12} access-development-{h8}-{h4}-{h4}-{h4}-{h12} access-production-{h8}-{h4}-{h4}-{h4}-{h12}
settlemint-token sm_aat_{a16} sm_pat_{a16} sm_sat_{a16}
contentful-token CFPAT-{b43}
typeform-token tfp_{b59}
readme-token rdme_{o70}
frameio-token fio-u-{b64}
adobe-secret p8e-{a32}
dropbox-token sl.{b135}
mapbox-token pk.eyJ{a60}.{a22} sk.eyJ{a60}.{a22} tk.eyJ{a60}.{a22}
launchdarkly-key sdk-{h8}-{h4}-{h4}-{h4}-{h12} mob-{h8}-{h4}-{h4}-{h4}-{h12} api-{h8}-{h4}-{h4}-{h4}-{h12}
intra42-secret s-s4t2ud-{h64} s-s4t2af-{h64}
authress-key sc_{a20}.{a5}.acc_{a16}.{b40} ext_{a20}.{a5}.acc-{a16}.{b40} scauth_{a20}.{a5}.acc_{a16}.{b40} authress_{a20}.{a5}.acc_{a16}.{b40}
twitter-token AAAAAAAAAAAAAAAAAAAAAA{a80}
pubnub-key sec-c-{a48} sub-c-{h8}-{h4}-{h4}-{h4}-{h12} pub-c-{h8}-{h4}-{h4}-{h4}-{h12}
posthog-key phx_{a43} phs_{a43}
honeycomb-key hcaik_{o58} hcalk_{o58} hcamk_{o58}
axiom-token xaat-{h8}-{h4}-{h4}-{h4}-{h12} xapt-{h8}-{h4}-{h4}-{h4}-{h12}
jwt eyJhbGciOiJI{a24}.eyJ{b60}.{b43} eyJ{a40}.eyJ{b200}.{b86}`
    .split("\n")
    .flatMap((line) => {
      const [rule = "", ...forms] = line.split(" ");
      return forms.map((form) => ({ rule, form }));
    });

const alphabets: Readonly<Record<string, string>> = {
  a: alphanumeric,
  b: `${alphanumeric}-_`,
  d: digits,
  h: `${digits}abcdef`,
  l: letters,
  o: `${lower}${digits}`,
  u: "ABCDEFGHJKLMNPQRSTUVWXYZ234567",
};

/**
 * Begins and ends with a letter or digit, so that nobody can say where it ends otherwise; and has a digit where it can have
 * one, as all but one in a hundred have by chance.
 */
function tokenOf(form: string, random: Random): string {
  return form.replaceAll(/\{(\w)(\d+)\}/g, (_, alphabet: string, length: string) => {
    const part = some(random, alphabets[alphabet] ?? "", Number(length)).replace(/[-_]$/, "7");
    return /[abo]/.test(alphabet) ? part.replace(/^(.{2})./, "$15") : part;
  });
}

/** Where people and programs leave tokens. */
const tokenPlaces: readonly ((secret: string) => string)[] = [
  (secret) => `curl -sS https://api.internal.dev/v1/items -H 'X-Thing: ${secret}' | jq .`,
  (secret) => `export THING=${secret} && npm run deploy`,
  (secret) => `{"request":{"thing":"${secret}","retries":3}}`,
  (secret) => `Error: 401 Unauthorized: ${secret} was not accepted`,
  (secret) => `git clone https://${secret}@git.internal.dev/team/app.git`,
  (secret) => JSON.stringify({ command: `echo "${secret}"\n./run.sh` }),
  (secret) => `the key is ${secret}`,
  (secret) => `https://api.internal.dev/v1?thing=${secret}&page=2`,
];

function inPlace(secret: string, round: number, rule: string): Canary {
  const place = tokenPlaces[round % tokenPlaces.length] ?? String;
  return { rule, secret, text: place(secret) };
}

const tokenMakers: readonly Make[] = formats.map(({ rule, form }) => (random, round) => {
  return inPlace(tokenOf(form, random), random(tokenPlaces.length) + round, rule);
});

function keyBlock(name: string, breaks: string): Make {
  return (random) => {
    const lines = Array.from({ length: 6 }, () => some(random, base64, 64));
    const [begin, end] = ["BEGIN", "END"].map((word) => `-----${word} ${name}-----`);
    const text = [begin, ...lines, `${some(random, base64, 22)}==`, end].join(breaks);
    return { rule: "private-key", secret: lines[3] ?? "", text: `$ cat key\n${text}\n$ ` };
  };
}

function cutKeyBlock(name: string): Make {
  return (random) => {
    const lines = Array.from({ length: 3 }, () => some(random, base64, 64));
    const text = [`-----BEGIN ${name}-----`, ...lines, some(random, base64, 11)].join("\n");
    return { rule: "private-key", secret: lines[2] ?? "", text };
  };
}

/** A value that only its surroundings give away. */
function around(rule: string, place: (secret: string) => string, length = 20): Make {
  return (random) => {
    const secret = noise(random, length);
    return { rule, secret, text: place(secret) };
  };
}

/** Words that a scanner would stop at are put together here. */
const pass = ["pass", "word"].join("");
const PASS = pass.toUpperCase();
const authorization = ["Author", "ization"].join("");

const otherMakers: readonly Make[] = [
  keyBlock("RSA PRIVATE KEY", "\n"),
  keyBlock("OPENSSH PRIVATE KEY", "\r\n"),
  keyBlock("EC PRIVATE KEY", "\\n"),
  keyBlock("PGP PRIVATE KEY BLOCK", "\n"),
  keyBlock("PRIVATE KEY", "\\\\n"),
  cutKeyBlock("ENCRYPTED PRIVATE KEY"),
  (random) => {
    const lines = Array.from({ length: 4 }, () => some(random, base64, 64));
    return {
      rule: "private-key",
      secret: lines[1] ?? "",
      text: `PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 4\n${lines.join("\n")}\nPrivate-MAC: 00`,
    };
  },
  around("authorization", (secret) => `curl -H "${authorization}: Bearer ${secret}" https://x.dev`),
  around("authorization", (secret) => `${authorization}: Basic ${secret}==`),
  around("authorization", (secret) => `{"${authorization.toLowerCase()}":"token ${secret}"}`),
  around("bearer", (secret) => `sent header bearer ${secret}`),
  around("cookie", (secret) => `Set-Cookie: sid=${secret}; Path=/; HttpOnly`),
  around("url", (secret) => `psql postgres://app:${secret}@db.internal.dev:5432/app`),
  around("url", (secret) => `redis://:${secret}!x@cache:6379`),
  around("url", (secret) => `git remote add o https://build:${secret}@git.internal.dev/a.git`),
  around("query", (secret) => `GET /files/a.zip?sv=2022-11-02&sig=${secret}%3D&se=2026`),
  around("query", (secret) => `https://maps.internal.dev/js?key=${secret}&v=3`),
  around("query", (secret) => `wget "https://x.dev/f?access_token=${secret}"`),
  around("assignment", (secret) => `DB_${PASS}=${secret} rails s`, 12),
  around("assignment", (secret) => `export APP_SECRET='${secret}'`),
  around("assignment", (secret) => `aws_secret_access_key = ${secret}+/x`, 36),
  around("assignment", (secret) => `{"apiKey": "${secret}", "region": "eu"}`),
  around("assignment", (secret) => JSON.stringify(JSON.stringify({ client_secret: secret }))),
  around("assignment", (secret) => `database:\n  user: app\n  ${pass}: ${secret}\n`, 10),
  around("assignment", (secret) => `const ${pass}: string = "${secret}";`, 10),
  around("assignment", (secret) => `DD_API_KEY=${secret} datadog-agent start`, 32),
  around("assignment", (secret) => `DefaultEndpointsProtocol=https;AccountKey=${secret}==;`, 64),
  around("assignment", (secret) => `//registry.internal.dev/:_authToken=${secret}`),
  around("assignment", (secret) => `<${pass}>${secret}</${pass}>`, 12),
  (random) => {
    const secret = `${noise(random, 6)}&${noise(random, 5)}$x!`;
    return { rule: "assignment", secret, text: `${PASS}=${secret}` };
  },
  around("option", (secret) => `deploy --${pass} ${secret} --dry-run`, 12),
  around("option", (secret) => `deploy --api-key=${secret} --dry-run`),
  around("option", (secret) => `mysql -u root -p${secret} shop`, 12),
  around("option", (secret) => `sshpass -p '${secret}' ssh host`, 12),
  around("option", (secret) => `docker login -u app -p ${secret} registry.dev`, 12),
  around("option", (secret) => `curl -u app:${secret} https://x.dev`, 12),
  around("option", (secret) => `redis-cli -a ${secret} ping`, 12),
  around("netrc", (secret) => `machine x.dev\n  login app\n  ${pass} ${secret}\n`, 12),
  around("sql", (secret) => `CREATE USER app IDENTIFIED BY '${secret}';`, 12),
  around("sql", (secret) => `ALTER ROLE app WITH ${PASS} '${secret}';`, 12),
  (random) => {
    const secret = `${some(random, lower, 7)}.${some(random, lower, 6)}@${some(random, lower, 8)}.org`;
    return { rule: "email", secret, text: `Author: ${some(random, lower, 5)} <${secret}>` };
  },
  (random) => {
    const secret = `${some(random, lower, 9)}@mail.${some(random, lower, 8)}.co.uk`;
    return { rule: "email", secret, text: JSON.stringify({ log: `ok\n${secret}\nbye` }) };
  },
];

const makers: readonly Make[] = [...tokenMakers, ...otherMakers];
