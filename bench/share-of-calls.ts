import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deliveryDoor } from "../src/agents/delivery-doors.ts";
import type { CacheIndex } from "../src/deliver/compile/cache-index.ts";
import { narrowingNames } from "../src/deliver/compile/narrowing.ts";
import { planDelivery } from "../src/deliver/plan/plan.ts";
import { matchLessons } from "../src/match/match.ts";
import {
  type Expression,
  prefilterLines,
  sharperLines,
} from "../src/match/prefilter/grep-lines.ts";
import type { ReadyLesson } from "../src/match/ready-lesson.ts";
import { bucketOf } from "../src/match/tool-bucket.ts";
import { walkFiles } from "../src/platform/files/walk-files.ts";

/**
 * How many of the tool calls in real sessions of Claude Code start Node: with the prefilters as they are
 * compiled, and with those that each session narrows when it was told something. By the real grep.
 */
export function shareOfCalls(corpus: string, home: string): CallShare {
  const cache = readCache(join(home, "cache/current"));
  const counts = { calls: 0, first: 0, compiled: 0, narrowed: 0, delivered: 0 };
  for (const name of walkFiles(corpus).files) {
    if (!name.includes(".claude/projects/") || !name.endsWith(".jsonl")) continue;
    const payloads = payloadsIn(join(corpus, name));
    counts.calls += payloads.length;
    for (const [bucket, members] of Map.groupBy(payloads, ({ tool }) => bucketOf(tool))) {
      const expressions = cache.expressions(bucket);
      if (expressions === undefined) continue;
      const texts = members.map(({ text }) => text);
      const lines = prefilterLines(expressions.flatMap((each) => each.expressions));
      counts.first += passingOf(lines, texts).length;
      const passing = startingNode(expressions, texts);
      counts.compiled += passing.length;
      const session = replay(cache, expressions, texts, passing);
      counts.narrowed += session.started;
      counts.delivered += session.delivered;
    }
  }
  return { ...counts, lessons: cache.lessons.length };
}

/** How many calls there are, and how far they come. */
export interface CallShare {
  readonly lessons: number;
  readonly calls: number;
  /** Pass the first look. */
  readonly first: number;
  /** Start Node, with the prefilters as they are compiled. */
  readonly compiled: number;
  /** Start Node, with what each session narrows. */
  readonly narrowed: number;
  readonly delivered: number;
}

export function shareTable({ lessons, calls, first, compiled, narrowed, delivered }: CallShare) {
  const row = (name: string, count: number) =>
    `| ${name} | ${count} | ${((100 * count) / calls).toFixed(1)} % |\n`;
  return (
    `Calls of real sessions, ${lessons} typical lessons\n\n| | calls | share |\n|---|---|---|\n| all | ${calls} | |\n` +
    row("pass the first look", first) +
    row("start Node, compiled prefilter", compiled) +
    row("start Node, with what each session narrows", narrowed) +
    row("get a lesson", delivered)
  );
}

interface LessonExpressions {
  readonly id: string;
  readonly expressions: readonly Expression[];
  readonly sharper?: readonly Expression[];
}

function readCache(folder: string) {
  const index = JSON.parse(readFileSync(join(folder, "index.json"), "utf8")) as CacheIndex;
  const { lessons } = JSON.parse(readFileSync(join(folder, "lesson-cache.json"), "utf8")) as {
    lessons: Record<string, Omit<ReadyLesson, "id">>;
  };
  return {
    index,
    lessons: Object.entries(lessons).map(([id, lesson]): ReadyLesson => ({ id, ...lesson })),
    expressions: (bucket: string): readonly LessonExpressions[] | undefined => {
      const file = join(folder, narrowingNames(bucket).asking);
      if (!existsSync(file)) return undefined;
      const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
      return lines.flatMap((line) => JSON.parse(line) as LessonExpressions[]);
    },
  };
}

/** The calls of a session as the hook would have got them. */
function payloadsIn(file: string): readonly { readonly tool: string; readonly text: string }[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      if (!line.includes('"tool_use"')) return [];
      const record = JSON.parse(line);
      if (record.type !== "assistant" || !Array.isArray(record.message?.content)) return [];
      return record.message.content
        .filter((part: { type?: unknown }) => part.type === "tool_use")
        .map((part: { id: string; name: string; input: object }) => ({
          tool: part.name,
          text: JSON.stringify({
            session_id: record.sessionId,
            transcript_path: file,
            cwd: record.cwd,
            permission_mode: "default",
            hook_event_name: "PreToolUse",
            tool_name: part.name,
            tool_input: part.input,
            tool_use_id: part.id,
          }),
        }));
    });
}

/** Goes through the calls that pass, delivers, and narrows the filter as the hook does. */
function replay(
  { index, lessons }: ReturnType<typeof readCache>,
  expressions: readonly LessonExpressions[],
  texts: readonly string[],
  passing: readonly number[],
) {
  const told = new Set<string>();
  let [started, delivered] = [0, 0];
  let waiting = [...passing];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    started += 1;
    const payload = deliveryDoor.hook.readPayload(texts[at] ?? "");
    if (payload?.call === undefined) continue;
    const moment = { call: payload.call, stack: [], recentMessages: [], workflows: [] };
    const open = lessons.filter(({ id }) => !told.has(id));
    const judgements = matchLessons(open, moment, index.config.relevanceThreshold);
    const { portions } = planDelivery(judgements, {
      config: index.config,
      skills: index.skills,
      mayHold: false,
      mostBytes: index.config.injectionBudgetBytes,
    });
    const fresh = portions.flatMap(({ item }) => [item.judgement]);
    if (fresh.length === 0) continue;
    delivered += 1;
    for (const { lesson } of fresh) told.add(lesson.id);
    const left = expressions.filter(({ id }) => !told.has(id));
    const still = new Set(startingNode(left, texts));
    waiting = waiting.filter((each) => still.has(each));
  }
  return { started, delivered };
}

/** Those that pass both looks. */
function startingNode(
  lessons: readonly LessonExpressions[],
  texts: readonly string[],
): readonly number[] {
  const first = passingOf(prefilterLines(lessons.flatMap(({ expressions }) => expressions)), texts);
  const lines = sharperLines(lessons.flatMap((each) => each.sharper ?? each.expressions));
  if (lines === undefined) return first;
  const second = new Set(passingOf(lines, texts));
  return first.filter((at) => second.has(at));
}

const scratch = mkdtempSync(join(tmpdir(), "lessons-share-"));

/** The numbers of the payloads that the launcher would not end by itself. */
function passingOf(lines: readonly string[], payloads: readonly string[]): readonly number[] {
  if (lines.length === 0) return [];
  const filter = join(scratch, "filter");
  writeFileSync(filter, lines.map((line) => `${line}\n`).join(""));
  const { stdout } = spawnSync("grep", ["-z", "-a", "-n", "-E", "-f", filter], {
    input: payloads.map((text) => `${text}\0`).join(""),
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
    encoding: "utf8",
    maxBuffer: 2 ** 29,
  });
  return stdout.split("\0").flatMap((record) => {
    const number = /^(\d+):\{/.exec(record)?.[1];
    return number === undefined ? [] : [Number(number) - 1];
  });
}
