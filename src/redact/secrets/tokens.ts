import { isWordStart, literal, marker, matchAt, runStart, type Rule } from "./scan.ts";

const word = "A-Za-z0-9_";
const dashed = "A-Za-z0-9_-";
const alphanumeric = "A-Za-z0-9";
const hex = "0-9a-fA-F";
const base64 = "A-Za-z0-9+/=";
const anyBase64 = "A-Za-z0-9+/=_-";

/**
 * The keys of the common providers by their published formats. Where the facts come from (starts, alphabets, lengths; the
 * expressions are ours): the documentation of the providers, and the public rules of gitleaks. Lengths are the
 * shortest that exist, so that the next longer format is found too. Order matters only between rules that share a
 * start. Every start has a sample in test/kit/canaries.ts.
 */
export const tokenShapes: readonly TokenShape[] = [
  { kind: "github-token", starts: "ghp_ gho_ ghu_ ghs_ ghr_", chars: alphanumeric, least: 36 },
  { kind: "github-token", starts: "github_pat_", chars: word, least: 36 },
  {
    kind: "gitlab-token",
    starts:
      "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glrtr- glwt- GR1348941",
    chars: "A-Za-z0-9_.-",
    least: 20,
  },
  { kind: "anthropic-key", starts: "sk-ant-", chars: dashed, least: 20 },
  {
    kind: "openai-key",
    starts: "sk-proj- sk-svcacct- sk-admin- sk-None-",
    chars: dashed,
    least: 20,
  },
  { kind: "openrouter-key", starts: "sk-or-v1-", chars: alphanumeric, least: 32 },
  { kind: "api-key", starts: "sk-", chars: dashed, least: 20, alone: true, digit: true },
  { kind: "huggingface-token", starts: "hf_ api_org_", chars: alphanumeric, least: 30 },
  { kind: "groq-key", starts: "gsk_", chars: alphanumeric, least: 40 },
  { kind: "xai-key", starts: "xai-", chars: alphanumeric, least: 40 },
  { kind: "perplexity-key", starts: "pplx-", chars: alphanumeric, least: 40 },
  { kind: "replicate-token", starts: "r8_", chars: alphanumeric, least: 32 },
  { kind: "pinecone-key", starts: "pcsk_", chars: word, least: 40 },
  { kind: "langsmith-key", starts: "lsv2_pt_ lsv2_sk_", chars: word, least: 32 },

  { kind: "tavily-key", starts: "tvly-", chars: dashed, least: 24, digit: true },
  { kind: "nvidia-key", starts: "nvapi-", chars: dashed, least: 40 },
  { kind: "cerebras-key", starts: "csk-", chars: alphanumeric, least: 40, alone: true },
  {
    kind: "fireworks-key",
    starts: "fw_",
    chars: alphanumeric,
    least: 22,
    alone: true,
    digit: true,
  },
  { kind: "firecrawl-key", starts: "fc-", chars: "0-9a-f", least: 32, alone: true },
  { kind: "e2b-key", starts: "e2b_", chars: "0-9a-f", least: 40, alone: true },
  { kind: "runpod-key", starts: "rpa_", chars: alphanumeric, least: 40, alone: true },
  { kind: "elevenlabs-key", starts: "sk_", chars: "0-9a-f", least: 48, alone: true },
  { kind: "freemius-key", starts: "sk_", chars: alphanumeric, least: 29, alone: true, digit: true },

  { kind: "aws-key", starts: "AKIA ASIA ABIA ACCA", chars: "A-Z0-9", least: 16, alone: true },
  { kind: "aws-bedrock-key", starts: "ABSK", chars: base64, least: 100, alone: true },
  { kind: "clickhouse-key", starts: "4b1d", chars: alphanumeric, least: 38, alone: true },
  {
    kind: "cloudflare-key",
    starts: "v1.0-",
    form: "[0-9a-f]{24}-",
    chars: "0-9a-f",
    least: 146,
    alone: true,
  },
  { kind: "yandex-key", starts: "AQVN", chars: dashed, least: 35, alone: true },
  {
    kind: "yandex-key",
    starts: "YCA YCM YCN YCO YCP",
    chars: dashed,
    least: 36,
    alone: true,
    digit: true,
  },
  {
    kind: "yandex-token",
    starts: "t1.",
    form: "[A-Za-z0-9_=-]{20,400}\\.",
    chars: anyBase64,
    least: 80,
    alone: true,
  },
  { kind: "neon-key", starts: "napi_", chars: alphanumeric, least: 48, alone: true },
  { kind: "render-key", starts: "rnd_", chars: alphanumeric, least: 28, alone: true, digit: true },
  { kind: "vercel-token", starts: "vercel_blob_rw_", chars: word, least: 24 },
  { kind: "scalingo-token", starts: "tk-us-", chars: dashed, least: 48, alone: true },
  {
    kind: "harness-token",
    starts: "pat. sat.",
    form: "[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.",
    chars: alphanumeric,
    least: 20,
    alone: true,
  },
  { kind: "google-key", starts: "AIza", chars: dashed, least: 35 },
  { kind: "google-token", starts: "ya29.", chars: "A-Za-z0-9_.-", least: 20 },
  { kind: "google-secret", starts: "GOCSPX-", chars: dashed, least: 24 },
  {
    kind: "azure-secret",
    starts: "0Q~ 1Q~ 2Q~ 3Q~ 4Q~ 5Q~ 6Q~ 7Q~ 8Q~ 9Q~",
    chars: "A-Za-z0-9_~.-",
    least: 31,
    lead: { chars: "A-Za-z0-9_~.", least: 3, most: 3 },
  },
  { kind: "alibaba-key", starts: "LTAI", chars: alphanumeric, least: 16, alone: true },
  { kind: "digitalocean-token", starts: "dop_v1_ doo_v1_ dor_v1_", chars: hex, least: 64 },
  { kind: "heroku-key", starts: "HRKU-AA", chars: dashed, least: 50 },
  { kind: "fly-token", starts: "fo1_", chars: dashed, least: 40 },
  { kind: "fly-token", starts: "fm1a_ fm1r_ fm2_", chars: anyBase64, least: 40 },
  { kind: "vercel-token", starts: "vcp_ vci_ vca_ vcr_ vck_", chars: alphanumeric, least: 24 },
  { kind: "netlify-token", starts: "nfp_ nfc_ nfo_ nfu_ nfb_", chars: alphanumeric, least: 32 },
  { kind: "supabase-token", starts: "sbp_", chars: word, least: 40 },
  { kind: "supabase-key", starts: "sb_secret_", chars: dashed, least: 20 },
  {
    kind: "planetscale-token",
    starts: "pscale_tkn_ pscale_oauth_ pscale_pw_",
    chars: "A-Za-z0-9_=.-",
    least: 32,
  },
  { kind: "databricks-token", starts: "dapi", chars: "0-9a-f-", least: 32 },
  {
    kind: "terraform-token",
    starts: ".atlasv1.",
    chars: "A-Za-z0-9_=-",
    least: 60,
    lead: { chars: alphanumeric, least: 14, most: 14 },
  },
  { kind: "vault-token", starts: "hvs. hvb. hvr.", chars: dashed, least: 24 },
  { kind: "pulumi-token", starts: "pul-", chars: hex, least: 40, alone: true },
  {
    kind: "doppler-token",
    starts: "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
    chars: "A-Za-z0-9_.-",
    least: 40,
  },
  { kind: "1password-token", starts: "ops_eyJ", chars: base64, least: 100 },
  { kind: "age-key", starts: "AGE-SECRET-KEY-1", chars: "A-Z0-9", least: 50 },
  { kind: "tailscale-key", starts: "tskey-", chars: dashed, least: 24 },

  {
    kind: "1password-key",
    starts: "A3-",
    form: "[A-Z0-9]{6}-",
    chars: "A-Z0-9-",
    least: 26,
    alone: true,
  },
  { kind: "dnkey", starts: "dnkey-", chars: "A-Za-z0-9_=-", least: 70 },
  {
    kind: "maxmind-key",
    starts: "_mmk",
    chars: "",
    least: 0,
    lead: { chars: word, least: 36, most: 36 },
  },
  { kind: "fernet-token", starts: "gAAAAAB", chars: anyBase64, least: 60, alone: true },

  { kind: "npm-token", starts: "npm_", chars: alphanumeric, least: 36 },
  { kind: "pypi-token", starts: "pypi-AgE", chars: dashed, least: 50 },
  { kind: "rubygems-key", starts: "rubygems_", chars: hex, least: 48 },
  { kind: "clojars-token", starts: "CLOJARS_", chars: alphanumeric, least: 60 },
  { kind: "docker-token", starts: "dckr_pat_ dckr_oat_", chars: dashed, least: 27 },
  { kind: "artifactory-key", starts: "AKCp", chars: alphanumeric, least: 69 },
  { kind: "artifactory-token", starts: "cmVmd", chars: alphanumeric, least: 59, alone: true },
  { kind: "nuget-key", starts: "oy2", chars: "a-z0-9", least: 43, alone: true },
  { kind: "octopus-key", starts: "API-", chars: "A-Z0-9", least: 25, alone: true, digit: true },
  { kind: "buildkite-token", starts: "bkua_ bkct_ bkpt_", chars: alphanumeric, least: 36 },
  { kind: "sonar-token", starts: "sqp_ squ_ sqa_", chars: "0-9a-f", least: 40, alone: true },
  { kind: "bitbucket-token", starts: "ATBB", chars: alphanumeric, least: 28, alone: true },
  {
    kind: "infracost-key",
    starts: "ico-",
    chars: alphanumeric,
    least: 32,
    alone: true,
    digit: true,
  },
  { kind: "prefect-key", starts: "pnu_ pnb_", chars: alphanumeric, least: 36, alone: true },
  {
    kind: "jetbrains-token",
    starts: "perm:",
    chars: "A-Za-z0-9=._-",
    least: 40,
    alone: true,
    digit: true,
  },
  { kind: "circleci-token", starts: "CCIPAT_", chars: word, least: 40 },

  {
    kind: "slack-token",
    starts: "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxc- xoxd- xapp- xoxe.xoxb- xoxe.xoxp-",
    chars: "A-Za-z0-9%-",
    least: 18,
    digit: true,
  },
  {
    kind: "slack-webhook",
    starts: "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/",
    chars: "A-Za-z0-9+/",
    least: 30,
  },
  {
    kind: "discord-webhook",
    starts: "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
    chars: "A-Za-z0-9_/-",
    least: 60,
  },
  { kind: "teams-webhook", starts: ".webhook.office.com/", chars: "A-Za-z0-9@/-", least: 80 },
  {
    kind: "telegram-token",
    starts: ":AA",
    chars: dashed,
    least: 33,
    lead: { chars: "0-9", least: 8, most: 10 },
  },
  { kind: "twilio-key", starts: hexStarts("SK"), chars: hex, least: 31, alone: true },
  { kind: "sendgrid-key", starts: "SG.", chars: "A-Za-z0-9_.-", least: 66, alone: true },
  { kind: "mailgun-key", starts: "key-", chars: hex, least: 32, alone: true },
  {
    kind: "mailchimp-key",
    starts: "-us1 -us2",
    chars: "0-9",
    least: 1,
    lead: { chars: "0-9a-f", least: 32, most: 32 },
  },
  { kind: "sendinblue-key", starts: "xkeysib- xsmtpsib-", chars: "A-Za-z0-9-", least: 60 },

  { kind: "mailersend-token", starts: "mlsn.", chars: "0-9a-f", least: 60, alone: true },
  { kind: "resend-key", starts: "re_", chars: word, least: 32, alone: true, digit: true },

  {
    kind: "stripe-key",
    starts: "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_",
    chars: alphanumeric,
    least: 16,
  },
  { kind: "stripe-webhook-secret", starts: "whsec_", chars: base64, least: 24 },
  { kind: "square-token", starts: "sq0atp- sq0csp- sq0idp-", chars: dashed, least: 22 },
  { kind: "razorpay-key", starts: "rzp_live_ rzp_test_", chars: alphanumeric, least: 14 },
  {
    kind: "flutterwave-key",
    starts: "FLWSECK_TEST- FLWSECK- FLWPUBK_TEST-",
    chars: "A-Za-z0-9-",
    least: 12,
  },
  { kind: "easypost-key", starts: "EZAK EZTK", chars: alphanumeric, least: 54, alone: true },
  { kind: "shippo-token", starts: "shippo_live_ shippo_test_", chars: hex, least: 40 },
  { kind: "duffel-token", starts: "duffel_live_ duffel_test_", chars: "A-Za-z0-9_=-", least: 43 },
  { kind: "lob-key", starts: "live_ test_", chars: "0-9a-f", least: 35, alone: true },
  { kind: "lob-key", starts: "live_pub_ test_pub_", chars: "0-9a-f", least: 31, alone: true },
  {
    kind: "gocardless-token",
    starts: "live_",
    chars: "A-Za-z0-9_=-",
    least: 40,
    alone: true,
    digit: true,
  },
  {
    kind: "plaid-token",
    starts: "access-sandbox- access-development- access-production-",
    chars: "0-9a-f-",
    least: 36,
  },
  { kind: "settlemint-token", starts: "sm_aat_ sm_pat_ sm_sat_", chars: alphanumeric, least: 16 },
  { kind: "square-token", starts: "EAAA", chars: dashed, least: 56, alone: true, digit: true },
  { kind: "facebook-token", starts: "EAAC EAAM", chars: alphanumeric, least: 90, alone: true },
  { kind: "shopify-token", starts: "shpat_ shpca_ shppa_ shpss_ shptka_", chars: hex, least: 32 },

  { kind: "linear-key", starts: "lin_api_ lin_oauth_", chars: alphanumeric, least: 40 },
  { kind: "notion-token", starts: "ntn_", chars: alphanumeric, least: 40 },
  { kind: "notion-token", starts: "secret_", chars: alphanumeric, least: 43, digit: true },
  { kind: "contentful-token", starts: "CFPAT-", chars: dashed, least: 40 },
  { kind: "typeform-token", starts: "tfp_", chars: "A-Za-z0-9_.=-", least: 59 },
  { kind: "readme-token", starts: "rdme_", chars: alphanumeric, least: 60 },
  { kind: "frameio-token", starts: "fio-u-", chars: "A-Za-z0-9_=-", least: 64 },
  {
    kind: "adobe-secret",
    starts: "p8e-",
    chars: alphanumeric,
    least: 32,
    alone: true,
    digit: true,
  },
  { kind: "dropbox-token", starts: "sl.", chars: "A-Za-z0-9_=-", least: 100, alone: true },
  {
    kind: "mapbox-token",
    starts: "pk.eyJ sk.eyJ tk.eyJ",
    chars: "A-Za-z0-9_.-",
    least: 60,
    alone: true,
  },
  {
    kind: "launchdarkly-key",
    starts: "sdk- mob- api-",
    form: "(?=[0-9a-f]{8}-[0-9a-f]{4}-)",
    chars: "0-9a-f-",
    least: 36,
    alone: true,
  },
  { kind: "intra42-secret", starts: "s-s4t2ud- s-s4t2af-", chars: "0-9a-f", least: 64 },
  {
    kind: "authress-key",
    starts: "sc_ ext_ scauth_ authress_",
    form: "[A-Za-z0-9]{5,30}\\.[A-Za-z0-9]{4,6}\\.acc[_-][A-Za-z0-9-]{10,32}\\.",
    chars: anyBase64,
    least: 30,
    alone: true,
  },
  { kind: "twitter-token", starts: "AAAAAAAAAAAAAAAAAAAAAA", chars: "A-Za-z0-9%", least: 60 },
  { kind: "pubnub-key", starts: "sec-c- sub-c- pub-c-", chars: "A-Za-z0-9-", least: 36 },
  { kind: "posthog-key", starts: "phx_ phs_", chars: alphanumeric, least: 40, alone: true },
  { kind: "honeycomb-key", starts: "hcaik_ hcalk_ hcamk_", chars: alphanumeric, least: 26 },
  { kind: "axiom-token", starts: "xaat- xapt-", chars: "0-9a-f-", least: 36 },
  { kind: "figma-token", starts: "figd_", chars: dashed, least: 30 },
  { kind: "atlassian-token", starts: "ATATT3 ATCTT3", chars: anyBase64, least: 60 },
  {
    kind: "airtable-token",
    starts: "pat",
    form: "[A-Za-z0-9]{14}\\.",
    chars: "0-9a-f",
    least: 60,
    alone: true,
  },
  { kind: "hubspot-token", starts: "pat-na1- pat-eu1-", chars: "0-9a-f-", least: 36 },
  { kind: "postman-key", starts: "PMAK-", chars: "0-9a-f-", least: 50 },
  { kind: "sentry-token", starts: "sntrys_ sntryu_", chars: anyBase64, least: 60 },
  { kind: "new-relic-key", starts: "NRAK- NRII- NRJS- NRAA-", chars: "A-Za-z0-9_-", least: 19 },
  { kind: "grafana-token", starts: "glc_ eyJrIjoi", chars: base64, least: 32 },
  { kind: "grafana-token", starts: "glsa_", chars: word, least: 40 },
  { kind: "dynatrace-token", starts: "dt0c01.", chars: "A-Za-z0-9.", least: 80 },
  { kind: "sourcegraph-token", starts: "sgp_", chars: word, least: 40 },
  {
    kind: "discord-token",
    starts: numberStarts(),
    form: "[A-Za-z0-9_-]{20,25}\\.[A-Za-z0-9_-]{6}\\.",
    chars: "A-Za-z0-9_.-",
    least: 27,
    alone: true,
  },
  {
    kind: "jwt",
    starts: "eyJ",
    // The header is ASCII, which in base 64 has neither dashes nor underscores.
    form: "(?=[A-Za-z0-9]{10,4000}\\.)",
    chars: "A-Za-z0-9_.-",
    least: 20,
    alone: true,
  },
  // Passwords as they are stored: by crypt(3), Django, Werkzeug and LDAP.
  {
    kind: "password-hash",
    starts:
      "$1$ $5$ $6$ $y$ $2a$ $2b$ $2y$ $apr1$ $argon2 $scrypt$ pbkdf2_sha256$ pbkdf2:sha256: scrypt:32768:",
    chars: "A-Za-z0-9./$+=,:_-",
    least: 24,
    digit: true,
  },
  { kind: "password-hash", starts: "{SHA} {SSHA} {SMD5} {MD5}", chars: base64, least: 24 },
  { kind: "webhook", starts: "hooks.zapier.com/hooks/catch/", chars: "A-Za-z0-9/", least: 10 },
  { kind: "webhook", starts: "/with/key/", chars: dashed, least: 20 },
  { kind: "webhook", starts: "/owa/calendar/", chars: "A-Za-z0-9@./-", least: 60 },
  {
    kind: "link-token",
    starts: "/invite/ /invites/ /reset/ /magic/ /verify/ /confirm/ /unsubscribe/",
    chars: dashed,
    least: 24,
    digit: true,
  },
  { kind: "openshift-token", starts: "sha256~", chars: dashed, least: 43 },
];

/** The scan needs three characters to look for. */
function hexStarts(start: string): string {
  return Array.from("0123456789abcdef", (digit) => start + digit).join(" ");
}

/** A Discord token begins with a number in base 64: these are the starts that two digits can give. */
function numberStarts(): string {
  return ["MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"]
    .flatMap((start) => Array.from("AEIMQUYcgk", (third) => start + third))
    .join(" ");
}

/** What the keys of one provider look like: a fixed start, then characters that nobody can guess. */
export interface TokenShape {
  readonly kind: string;
  /** One or more, with blanks between them. */
  readonly starts: string;
  /** The characters after the start, as they stand between the brackets of a class. */
  readonly chars: string;
  /** How many of them there are at least. What follows without a break goes with them. */
  readonly least: number;
  /** The start is so short that it also ends ordinary words, so it must begin one. */
  readonly alone?: true;
  /** The start is so ordinary that a digit must come soon after it. */
  readonly digit?: true;
  /** An expression for what comes between the start and these characters. */
  readonly form?: string;
  /** What belongs to the token before its start. */
  readonly lead?: { readonly chars: string; readonly least: number; readonly most: number };
}

function tokenRule(shape: TokenShape): Rule {
  const { kind, starts, chars, least, alone, digit, form = "", lead } = shape;
  const hints = starts.split(" ");
  const anyStart = `(?:${hints.map(literal).join("|")})`;
  const soonDigit = digit ? `(?=[${chars}]{0,${digitWithin}}\\d)` : "";
  const body = chars === "" ? "(?![A-Za-z0-9])" : `[${chars}]{${least},}`;
  const whole = new RegExp(`${anyStart}${form}${soonDigit}${body}`, "y");
  const cut = new RegExp(`${anyStart}${cutBody(shape)}${cutMark}`, "y");
  const leading = new RegExp(`[${lead?.chars ?? "^"}]`);
  const isLeading = (code: number) => leading.test(String.fromCharCode(code));
  const instead = marker(kind);

  return {
    hints,
    find: (text, index, from) => {
      if (alone && !isWordStart(text, index, from)) return undefined;
      const match = matchAt(whole, text, index) ?? matchAt(cut, text, index);
      if (match === undefined) return undefined;
      const end = index + match[0].length;
      if (lead === undefined) return { start: index, end, instead };
      const start = runStart(text, index, Math.max(from, index - lead.most), isLeading);
      return index - start >= lead.least ? { start, end, instead } : undefined;
    },
  };
}

const digitWithin = 40;

/**
 * A token that was cut off is short, so it is only known at the end of the text or before the mark of
 * a cut. Up to seven characters after the start may stay, and twenty where the start is an
 * ordinary word.
 */
function cutBody({ chars, least, alone, form }: TokenShape): string {
  // What stands before the start is the token, and it is there or it is not.
  if (chars === "") return "(?!)";
  const most = Math.max(least - 1, 12) + (form === undefined ? 0 : longestForm);
  const formed = form === undefined ? "" : `${form}[${chars}]{4,${most}}|`;
  return alone
    ? `(?:${formed}(?=[${chars}]{0,16}\\d|[${chars}]{21})[${chars}]{12,${most}})`
    : `(?:${formed}(?=[${chars}]{0,7}\\d|[${chars}]{8})[${chars}]{4,${most}})`;
}

const longestForm = 80;
const cutMark = "(?=$|\\n?…|\\.{3}$)";

export const tokenRules = tokenShapes.map(tokenRule);
