import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { addLessons } from "../../src/lesson/add.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import type { Context } from "../../src/platform/context.ts";
import type { LessonDraft, Lesson } from "../../src/lesson/record/lesson.ts";
import { isRecord, recordAt } from "../../src/platform/json/fields.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { configDefaults } from "../../src/platform/configuration/settings.ts";
import type { Story } from "../adapters/scribe.ts";
import { Program } from "../kit/program.ts";
import { countingSystem } from "../kit/store.ts";
import { Home } from "../scan/home.ts";
import { session } from "../scan/one-session.ts";
import { sessionIdOf, type WrittenFile } from "../scan/written-session.ts";

/** Sessions in real logs, what hooks noted about them, and lessons that became active when we say so. */
export class History {
  readonly program = new Program();
  readonly #home = new Home(this.program.home);

  /** A session at noon, that many days after 15 November 2026. Its tokens are what one answer cost. */
  session(number: number, story: Story, options: SessionOptions = {}): void {
    const { tokens, ...plan } = options;
    this.write(withTokens(session(number, story, plan), tokens ?? noTokens));
  }

  write(file: WrittenFile): void {
    this.#home.write(file);
  }

  /** A hook delivered a lesson at a call of a session. */
  delivered(
    lesson: Lesson,
    number: number,
    callId: string,
    note: Partial<DeliveredNote> = {},
  ): void {
    const { second = 2, ...rest } = note;
    this.#spool("deliveries.jsonl", {
      ...placeOf(number, second),
      lesson: lesson.id,
      slug: lesson.slug,
      call: callId,
      tool: "Bash",
      mode: "advise",
      form: "full",
      score: 1200,
      matched: ["tool", "command"],
      ...rest,
    });
  }

  /** A session or a subagent began with us. */
  begun(number: number, start: Partial<StartNote> = {}): void {
    this.#spool("sessions.jsonl", {
      ...placeOf(number, 0),
      protocol: "full",
      lessons: 1,
      ...start,
    });
  }

  #spool(file: string, note: object): void {
    const folder = join(this.program.home, ".lessons", "spool");
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, file), `${JSON.stringify(note)}\n`);
  }

  approve(slug: string, at: string): Lesson {
    return this.#at(at, (context) =>
      moveLesson(context, slug, { verdict: "approve", by: "person" }, { force: true }),
    );
  }

  add(draft: LessonDraft, at: string): Lesson {
    const [lesson] = this.#at(at, (context) => addLessons(context, [draft]));
    if (lesson === undefined) throw new Error("nothing was added");
    return lesson;
  }

  #at<Result>(now: string, work: (context: Context) => Result): Result {
    const file = join(this.program.home, ".lessons", "lessons.db");
    const database = openDatabase(file, now);
    try {
      return work({
        database,
        system: { ...countingSystem(), now: () => now, newId: () => newId(now, this.#ids++) },
        config: configDefaults,
        who: { is: "person" },
      });
    } finally {
      database.close();
    }
  }

  #ids = 0;
}

interface SessionOptions {
  readonly form?: string;
  readonly project?: string;
  readonly tokens?: Tokens;
}

interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

const noTokens: Tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

interface DeliveredNote {
  /** After noon. */
  readonly second: number;
  readonly mode: "advise" | "hold";
  readonly form: "full" | "hold";
  readonly subagent: string;
  readonly score: number;
  readonly tookMs: number;
}

interface StartNote {
  readonly protocol: "full" | "short" | "off";
  readonly subagent: string;
}

/** `second` after noon on the day of that session. */
export function timeOf(number: number, second: number): string {
  return new Date(Date.UTC(2026, 10, 15 + number, 12, 0, second)).toISOString();
}

function placeOf(number: number, second: number): object {
  const place = { version: 1, at: timeOf(number, second), agent: "claude-code" };
  return { ...place, session: sessionIdOf(number), subagent: null, tookMs: 5 };
}

function newId(now: string, count: number): string {
  return `01${String(Date.parse(now)).padStart(14, "0")}${String(count).padStart(10, "0")}`;
}

/** The first answer of a log names the model; here it also says what it cost. */
function withTokens({ path, text }: WrittenFile, tokens: Tokens): WrittenFile {
  const lines = text.split("\n").map((line) => {
    if (!line.includes('"id":"msg_0"')) return line;
    const record: unknown = JSON.parse(line);
    if (!isRecord(record)) return line;
    const usage = {
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      cache_read_input_tokens: tokens.cacheRead,
      cache_creation_input_tokens: tokens.cacheWrite,
    };
    return JSON.stringify({ ...record, message: { ...recordAt(record, "message"), usage } });
  });
  return { path, text: lines.join("\n") };
}
