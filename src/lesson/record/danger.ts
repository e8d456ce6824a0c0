import { isOppositeAdvice } from "../likeness/opposite-advice.ts";
import { bodyText, bodyValue } from "./body.ts";
import type { Lesson } from "./lesson.ts";

/** What somebody should know who decides about a lesson of this text: a sentence each, to be read on from "it". */
export type DangerMark = string;

/** What a mark is made from; drafts and records have it, too. */
export type MarkedLesson = Pick<
  Lesson,
  "kind" | "body" | "summary" | "source" | "fix" | "triggers"
>;

/** A lesson in use, with its text. */
interface ActiveText {
  readonly slug: string;
  readonly text: string;
}

/**
 * What is dangerous about the advice of a lesson, by its text alone, and which of the lessons in use it contradicts. Advice
 * against something dangerous is none. A mark decides nothing; it is shown where a person does.
 */
export function dangerMarks(
  lesson: MarkedLesson,
  active: readonly ActiveText[] = [],
): readonly DangerMark[] {
  const advice = adviceOf(lesson);
  return [
    ...dangersIn(advice).flatMap(({ mark, shape }) => (isAdvised(advice, shape) ? [mark] : [])),
    ...(isMixed(lesson) ? ["mixes letters of two alphabets in one word"] : []),
    ...contradictions(lesson, active),
  ];
}

/** Who wrote it, where that was not the person who decides. */
export function originMark(
  { source }: Pick<MarkedLesson, "source">,
  options: { readonly isShared?: boolean } = {},
): DangerMark | undefined {
  return options.isShared === true ? "was written by a colleague" : origins[source];
}

const origins: Readonly<Partial<Record<Lesson["source"], DangerMark>>> = {
  structured: "was written by an agent",
  llm: "was written by a model",
  imported: "came from a file",
};

function contradictions(
  lesson: MarkedLesson,
  active: readonly ActiveText[],
): readonly DangerMark[] {
  const advice = adviceOf(lesson).split("\n");
  return active
    .filter(({ text }) =>
      text.split("\n").some((other) => advice.some((each) => isOppositeAdvice(each, other))),
    )
    .map(({ slug }) => `advises against the active lesson ${slug}`);
}

/** The parts that tell somebody what to do. What goes wrong, a risk and a reason only tell about it. */
function adviceOf({ body, summary, fix }: MarkedLesson): string {
  const parts = advising.flatMap((name) => bodyValue(body, name) ?? []);
  return [summary, ...parts.flat(), fix?.to ?? ""].join("\n").slice(0, longestAdvice);
}

const advising =
  "remediation mitigation items action example constraint validation decision ironLaw steps".split(
    " ",
  );
const longestAdvice = 20_000;

interface Danger {
  readonly mark: DangerMark;
  readonly shape: RegExp;
  /** Texts in small letters of which one is in everything that has the shape. */
  readonly signs: readonly string[];
}

/** Those that may be in it. Most texts have no sign of any, and the shapes take long to be read by the machine. */
function dangersIn(advice: string): readonly Danger[] {
  // Both ways, because some letters are a capital of one and no small letter of another: ſudo.
  const folded = advice.toUpperCase().toLowerCase();
  return dangers.filter(({ signs }) => signs.some((sign) => folded.includes(sign)));
}

/** Exported for the test that no expression is slow. */
export const dangers: readonly Danger[] = [
  {
    mark: "switches checks off",
    signs:
      "--no-; --skip-; husky=0; skip=; eslint-disable; @ts-; noqa; nolint; --dangerously-; --yolo; bypasspermissions; || true; --allow-unauth; --ignore-scripts=; lessons_disabled=".split(
        "; ",
      ),
    shape:
      /--no-verify\b|--no-gpg-sign\b|--skip-(?:tests?|checks?|hooks?|verify|validation)\b|\bHUSKY=0|\bSKIP=\w|eslint-disable|@ts-(?:ignore|nocheck)|#\s?noqa|\bnolint\b|--dangerously-\w|--yolo\b|bypassPermissions|\|\| true\b|--allow-unauthenticated\b|--ignore-scripts=false\b|LESSONS_DISABLED=1/giu,
  },
  {
    mark: "switches TLS off",
    signs:
      "--insecure; curl; --no-check; verify; node_tls; git_ssl; strict-ssl; insecureskip; stricthostkey; --trusted-host; rejectunauth".split(
        "; ",
      ),
    shape:
      /--insecure\b|\bcurl\b[^\n|]{0,80} -\w{0,5}k\b|--no-check-certificate\b|verify ?= ?False|NODE_TLS_REJECT_UNAUTHORIZED ?= ?["']?0|sslverify[ =]["']?false|GIT_SSL_NO_VERIFY|strict-ssl[ =]["']?false|InsecureSkipVerify|StrictHostKeyChecking[ =]["']?no\b|--trusted-host\b|rejectUnauthorized ?: ?false/giu,
  },
  {
    mark: "pipes a download to a shell",
    signs: "curl; wget; irm; iwr; invoke-webrequest; iex".split("; "),
    shape:
      /\b(?:curl|wget|irm|iwr|Invoke-WebRequest)\b[^\n|]{0,200}\|\s{0,3}(?:sudo )?(?:ba|z|da|k)?sh\b|\|\s{0,3}iex\b|\b(?:ba|z)?sh <\(\s{0,3}(?:curl|wget)|\beval "?\$\(\s{0,3}(?:curl|wget)|\biex \(/giu,
  },
  {
    mark: "deletes",
    signs:
      "rm ; git ; drop ; truncate; delete; mkfs; dd ; shred; prune; terraform; remove-item".split(
        "; ",
      ),
    shape:
      /\brm (?:-\w{1,8} ){0,3}-\w{0,6}[rf]\w{0,6}|\bgit (?:reset --hard|clean -\w{0,4}f|push (?:[^\n]{0,80} )?(?:--force(?![\w-])|-f\b)|branch -D\b|checkout -- \.|stash (?:drop|clear))|\bdrop (?:table|database|schema)\b|\btruncate table\b|\bdelete from \w+(?!\w| where)|\bmkfs\b|\bdd [^\n]{0,60}of=\/dev|\bshred\b|\b(?:docker|podman) (?:system|volume|image) prune\b|\bkubectl delete\b|\bterraform destroy\b|\bRemove-Item\b[^\n]{0,60}-Recurse/giu,
  },
  {
    mark: "weakens permissions",
    signs:
      "chmod; sudo; chown; setenforce; --privileged; umask; grant; ufw; public-read; allowed-tools; bash(*); permissions".split(
        "; ",
      ),
    shape:
      /\bchmod (?:-\w{1,3} )?(?:0?777|0?666|a\+\w{0,2}w|o\+\w{0,2}w|\+s\b)|\bsudo\b|\bchown -R\b|\bsetenforce 0|--privileged\b|\bumask 0{1,4}\b|\bgrant all\b|\bufw disable\b|\bpublic-read\b|allowed-tools: ?\*|Bash\(\*\)|"?permissions"?: ?"?(?:allow|write-all)/giu,
  },
];

/** Whether the advice has it outside of a sentence that warns of it. */
function isAdvised(advice: string, shape: RegExp): boolean {
  // Mostly there is none, and `matchAll` reads the whole expression anew before it looks.
  if (advice.search(shape) < 0) return false;
  return Array.from(advice.matchAll(shape)).some(({ index }) => {
    const before = advice.slice(Math.max(0, index - nearby), index);
    const clause = before.slice(
      Math.max(...[".", ";", "\n", "!", " but "].map((end) => before.lastIndexOf(end))) + 1,
    );
    return !warns.test(clause);
  });
}

const nearby = 80;
const warns =
  /\b(?:never|not|don't|don’t|avoid|without|instead of|rather than|no|refuse|stop|forbid|forbidden|kein|nicht|nie)\b/iu;

/** Latin and Cyrillic or Greek letters in one word: what looks like `paypal` may be another word. */
function isMixed({ kind, body, summary, triggers, fix }: MarkedLesson): boolean {
  const texts = [
    summary,
    bodyText(kind, body),
    fix?.to ?? "",
    ...Object.values(triggers).flat().map(String),
  ];
  return texts.some((text) => !isAscii.test(text) && mixedWord.test(text));
}

const isAscii = /^[\0-\x7f]*$/;

const mixedWord =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;
