import type { ProposedLesson } from "../../care/add/propose-lesson.ts";
import type { CommandKit, CommonOptions } from "../../cli/command-kit.ts";
import { paragraph } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";
import type { Replay } from "../../measure/replay/replay.ts";
import { Fault } from "../../platform/fault.ts";
import { isRecord } from "../../platform/json/fields.ts";
import { addedText, asidesTo } from "./add.ts";
import { draftFromFlags, type DraftFlags } from "./draft-from-flags.ts";

type RuleOptions = CommonOptions &
  DraftFlags & { readonly file?: string; readonly call?: string; readonly atStart?: boolean };

/**
 * A lesson from one sentence. Where the sentence names no call that is known here, a person is asked for one; without a
 * person it is shown at the start of sessions, and that is said.
 */
export async function addRule(kit: CommandKit, rule: string, options: RuleOptions): Promise<void> {
  if (options.file !== undefined) {
    throw new Fault("bad-input", "give a rule or --file, not both", {
      hint: "drop one of them",
    });
  }
  const [{ proposeLesson }, { requireDraft }, { addLessons }, { showLesson }, { fromRecord }] =
    await Promise.all([
      import("../../care/add/propose-lesson.ts"),
      import("../draft.ts"),
      import("../add.ts"),
      import("../find.ts"),
      import("../record/record.ts"),
    ]);
  const { terminal } = kit;
  await kit.inContext(options, async (context) => {
    const propose = (example?: string) => proposeLesson(context.database, rule, { example });
    const proposed =
      options.atStart === true
        ? withoutCall(propose())
        : await complete(propose, options, terminal);
    const draft = await requireDraft(withFlags(proposed.draft, options), "this lesson");
    const [added] = addLessons(context, [draft]);
    if (added === undefined) throw new Error("a draft that became no lesson");
    const [{ replayLessons }, { reachReports }, { asApproved }] = await Promise.all([
      import("../../review/review-card.ts"),
      import("../../deliver/reach/circumstances.ts"),
      import("../../review/approval.ts"),
    ]);
    const record = showLesson(context, added.id);
    const lesson = fromRecord(record);
    const coming = record.status === "active" ? lesson : asApproved(lesson, context.config);
    const [reach] = reachReports(context, [coming]);
    const replay = replayLessons(context, [{ lesson, counts: record }]).get(lesson.id);
    await kit.answer(options, {
      type: "lessons-added",
      value: {
        lessons: [record],
        reach:
          reach === undefined
            ? []
            : [{ slug: reach.slug, moments: reach.moments, sentence: reach.sentence }],
        chosen: proposed.call ?? null,
        replay: replay === undefined ? null : replayValue(replay),
      },
      text: () =>
        [
          addedText(record, reach, terminal),
          ...chosenTexts(proposed, replay, options).map((text) => paragraph(text, terminal, 2)),
          `  Change it: lessons edit ${record.slug} … · Undo: lessons undo\n`,
        ].join(""),
      aside: asidesTo(record, reach).join("") || undefined,
    });
  });
}

/** The one question more. */
async function complete(
  propose: (example?: string) => ProposedLesson,
  options: RuleOptions,
  { ends }: Terminal,
): Promise<ProposedLesson> {
  const first = propose(options.call);
  if (options.call !== undefined && first.call === undefined) throw noPattern(options.call);
  const hasOwnTrigger = draftFromFlags(triggerFlagsOf(options)) !== undefined;
  if (first.call !== undefined || hasOwnTrigger || ends === undefined || options.json === true)
    return first;
  const { isCancel, text } = await import("@clack/prompts");
  const typed = await text({
    ...ends,
    message: "Before which call should agents see it? Type an example.",
    placeholder: "npm run lint   (empty: when a session starts)",
    defaultValue: "",
    validate: (line) =>
      (line ?? "").trim() === "" || propose(line).call !== undefined
        ? undefined
        : "That gives no trigger. Type a command as an agent would run it.",
  });
  if (isCancel(typed)) throw new Fault("cancelled", "Nothing was saved.", { hint: "" });
  return typed.trim() === "" ? first : propose(typed.trim());
}

function triggerFlagsOf({ command, path, tool, content }: DraftFlags): DraftFlags {
  return { command, path, tool, content };
}

function noPattern(example: string): Fault {
  return new Fault("bad-input", `the example gives no trigger: ${example}`, {
    hint: "give a command as an agent runs it, without the fix: --call 'npm run lint'",
  });
}

/** Shown when a session starts, whatever call the rule names. */
function withoutCall({ draft }: ProposedLesson): ProposedLesson {
  return { draft: { ...draft, triggers: { injectOn: ["SessionStart"] } }, call: undefined };
}

/** What a person gave with flags comes before what was proposed. */
function withFlags(draft: object, options: RuleOptions): object {
  const { call: _c, atStart: _a, file: _f, ...flags } = options;
  const given = draftFromFlags(flags);
  if (given === undefined || !isRecord(given) || !isRecord(draft)) return draft;
  const hasKind = flags["kind"] !== undefined;
  const triggers = isRecord(given["triggers"]) ? given["triggers"] : {};
  const body = isRecord(given["body"]) ? given["body"] : {};
  const { kind, ...others } = given;
  return {
    ...draft,
    ...others,
    ...(hasKind ? { kind } : {}),
    body: hasKind ? body : { ...(isRecord(draft["body"]) ? draft["body"] : {}), ...body },
    triggers: Object.keys(triggers).length > 0 ? triggers : draft["triggers"],
  };
}

function chosenTexts(
  { call }: ProposedLesson,
  replay: Replay | undefined,
  { atStart, command, path, tool }: RuleOptions,
): readonly string[] {
  // What the person chose needs no word.
  if ([atStart, command, path, tool].some((flag) => flag !== undefined)) return replayTexts(replay);
  if (call === undefined)
    return ["Trigger: none. Agents see it at session start. To add one: --call '<call>'"];
  const { example, from, silentAt } = call;
  const silent = silentAt === undefined ? "" : `, but not \`${silentAt}\``;
  return [`Trigger: \`${example}\` (from ${from})${silent}`, ...replayTexts(replay)];
}

function replayTexts(replay: Replay | undefined): readonly string[] {
  if (replay === undefined || replay.reach.calls === 0) return [];
  const { fired, sessions, failed, reach, isTooBroad, sharePercent } = replay;
  return [
    fired === 0
      ? `Replay: it fires at none of your ${reach.calls} past calls.`
      : `Replay: it fires at ${fired} of your ${reach.calls} past calls, in ${sessions} sessions; ${failed} of those calls failed.`,
    ...(isTooBroad
      ? [
          `! Too broad: ${Math.round(sharePercent)} % of your calls. Narrow the trigger, or archive it.`,
        ]
      : []),
  ];
}

function replayValue({ fired, sessions, failed, reach, isTooBroad }: Replay): object {
  return { calls: reach.calls, fired, sessions, failed, isTooBroad };
}
