import { configKeys, findConfigKey, type ConfigKey } from "./keys.ts";
import { describeIssues } from "../describe-issues.ts";
import { Fault } from "../fault.ts";

/** The value of a setting as typed on a command line or in the environment: JSON, or plain text, or a list with commas. */
export function readSetting(key: ConfigKey, text: string, place: string): unknown {
  for (const candidate of readings(text)) {
    const checked = key.schema.safeParse(candidate);
    if (checked.success) return checked.data;
  }
  const [first = ""] = readings(text);
  const problem = key.schema.safeParse(first).error;
  const [sentence = ""] = problem === undefined ? [] : describeIssues(problem);
  throw new Fault(
    "bad-config",
    `${place}: ${sentence.replace("the value", key.name)}, not ${JSON.stringify(first)}`,
    {
      hint: exampleFor(key.name),
    },
  );
}

export function requireConfigKey(name: string, place: string): ConfigKey {
  const key = findConfigKey(name);
  if (key !== undefined) return key;
  throw new Fault("bad-config", `${place}: there is no setting "${name}"`, {
    hint: exampleFor(name),
  });
}

/** What a typed text could mean, the likeliest first. */
function readings(text: string): readonly unknown[] {
  const list = text.split(",").map((part) => part.trim());
  try {
    return [JSON.parse(text), text, list];
  } catch {
    return [text, list];
  }
}

/** What a person could write for this setting, or for the one that they probably meant. */
export function exampleFor(name: string): string {
  const key = findConfigKey(name) ?? nearestKey(name);
  return key === undefined
    ? "lessons config list shows every setting"
    : `for example ${JSON.stringify(key.name)}: ${JSON.stringify(key.example)} (lessons config list shows every setting)`;
}

/** A typo usually keeps the beginning or the end. */
function nearestKey(name: string): ConfigKey | undefined {
  const wanted = name.toLowerCase();
  const distance = (key: ConfigKey) => {
    const other = key.name.toLowerCase();
    let same = 0;
    while (same < wanted.length && wanted[same] === other[same]) same++;
    return Math.max(wanted.length, other.length) - same;
  };
  const nearest = configKeys.toSorted((a, b) => distance(a) - distance(b))[0];
  return nearest !== undefined && distance(nearest) <= wanted.length / 2 ? nearest : undefined;
}
