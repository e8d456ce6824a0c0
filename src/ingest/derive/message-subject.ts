import type { FailureStory } from "../episode.ts";

/** What a message names as the trouble, as it stands in a command: a flag, a program, a variable. */
export function messageSubject({
  failureClass,
  headline,
}: Pick<FailureStory, "failureClass" | "headline">): string | undefined {
  const patterns = Object.hasOwn(subjects, failureClass) ? subjects[failureClass] : undefined;
  const text = headline.slice(0, longestHeadline);
  for (const pattern of patterns ?? []) {
    const { named, letter, option, expanded } = pattern.exec(text)?.groups ?? {};
    const subject =
      named ??
      (letter === undefined ? undefined : `-${letter}`) ??
      (option === undefined ? undefined : asFlag(option)) ??
      // zsh looks for a program behind a leading `=`, and complains without it.
      (expanded === undefined ? undefined : `=${expanded}`);
    if (subject !== undefined && plain.test(subject)) return subject;
  }
  return undefined;
}

const longestHeadline = 300;
/** Nothing that a sentence in backticks could not hold, and nothing of one machine. */
const plain = /^(?!.*(?:\[user\]|\[redacted|\/\/))[\w.@:/+*?=%{}$,~![\]^-]{1,40}$/u;

/** git says `no-edit` for `--no-edit`. */
function asFlag(option: string): string {
  return option.startsWith("-") ? option : `${option.length === 1 ? "-" : "--"}${option}`;
}

const flags: readonly RegExp[] = [
  /(?:option|flag|switch) -- ["'‘`]?(?<letter>\w)\b/u,
  /(?:option|flag|argument|switch)s?:? ["'‘`(]?(?<named>-{1,2}[\w?][\w-]{0,38})/u,
  /(?<named>-{1,2}\w[\w-]{0,38}): (?:invalid|unknown|unrecognized)/u,
  /not defined: (?<named>-{1,2}[\w-]{1,38})/u,
  /(?:unknown|unrecognized|invalid) (?:option|switch) ["'‘`](?<option>[\w-]{1,38})["'’`]/u,
  /(?:unknown|unrecognized|invalid) (?:option|flag|argument):? (?<named>-{1,2}[\w-]{1,38})/u,
];

const subjects: Readonly<Record<string, readonly RegExp[]>> = {
  "no-such-flag": flags,
  "own-program-usage": [...flags, /unknown (?:sub)?command:? ["'‘`](?<named>[\w:-]{1,40})["'’`]/u],
  "bad-argument": [
    /Unknown JSON field: "(?<named>\w{1,40})"/u,
    /for (?:flag )?["'‘`]?(?<named>-{1,2}[\w-]{1,38})/u,
    /(?:argument|option|flag) ["'‘`]?(?<named>-{1,2}[\w-]{1,38})/u,
  ],
  "command-not-found": [
    /command not found: (?<named>\S{1,40})$/u,
    /(?:^|[\s:])["'‘`]?(?<named>[^\s:"'‘`’]{1,40})["'’`]?: (?:command )?not found\b/iu,
    /(?:env|xargs|sudo): ["'‘`]?(?<named>[\w.+-]{1,40})["'’`]?: No such file/u,
    /(?:term|command:?|Unknown command:?|command) ["'‘`]?(?<named>[\w.+-]{1,40})["'’`]?(?: is not recognized|$)/u,
    /exec: "(?<named>[\w.+-]{1,40})"/u,
    /spawn (?<named>[\w.+-]{1,40}) ENOENT/u,
    /^'(?<named>[\w.+-]{1,40})' is not recognized/u,
  ],
  "program-missing": [/(?:^|[\s/])(?<named>[\w.+-]{1,40}): (?:No such|cannot execute|bad inter)/u],
  "no-such-subcommand": [
    /(?:command|choice|subcommand):? ["'‘`](?<named>[\w:.-]{1,40})["'’`]/u,
    /["'‘`](?<named>[\w:.-]{1,40})["'’`] is (?:not an?|misspelled)/u,
    /type "(?<named>[\w.-]{1,40})"/u,
  ],
  "no-such-task": [
    /(?:[Ss]cript:?|not found|target|task|recipe|Task|phase|Command) ["'‘`](?<named>[\w:./-]{1,40})["'’`]/u,
    /no task (?<named>[\w:./-]{1,40})/u,
  ],
  "zsh-glob": [
    /(?:found|pattern|match): ?(?<named>\S{1,40})$/u,
    /: (?<expanded>=\S{0,38}) not found$/u,
  ],
  "shell-syntax": [/read-?only variable: (?<named>\w{1,40})/u],
  "missing-variable": [
    /(?<named>[A-Z][A-Z\d_]{1,38}): (?:unbound|parameter)/u,
    /\b(?<named>[A-Z][A-Z\d]{1,18}_[A-Z\d_]{1,20})\b/u,
  ],
  "missing-module": [
    /No module named ['"]?(?<named>[\w.-]{1,40})/u,
    /such file -- (?<named>[\w./-]{1,40})/u,
  ],
  "port-in-use": [/:(?<named>\d{2,5})\b/u, /[Pp]ort (?<named>\d{2,5})\b/u],
};
