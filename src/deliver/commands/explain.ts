import { Option, type Command } from "commander";
import type { ToolPayload } from "../../agents/delivery.ts";
import type { TypedCall } from "../explain/call-to-explain.ts";
import type { ExplainPlace } from "../explain/explain-lesson.ts";
import type { Context } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { explainReport, explainText } from "./explain-text.ts";
import { explainValue } from "./explain-value.ts";
import { readPayloadText } from "./read-payload-text.ts";
import type { Terminal } from "../../cli/terminal.ts";

type ExplainFlags = CommonOptions & TypedCall & { readonly payload?: string };

export function explainCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand("explain", "say why a lesson is delivered or not, condition by condition", [
    "lessons explain git-stash                        # when it is delivered, in words",
    "lessons explain git-stash --command 'git stash'  # at this command, and why",
    "lessons explain --command 'git push --force'     # every lesson about this command",
    "lessons explain git-stash --payload call.json    # at a call that a hook was given",
  ])
    .argument("[slug]", "slug, id, or the beginning of a slug")
    .addOption(new Option("--payload <file>", "the payload of a hook; - is standard input"))
    .addOption(new Option("--command <line>", "a call that runs this line"))
    .addOption(
      new Option("--tool <name>", "a call of this tool (default: Bash; Edit without a command)"),
    )
    .addOption(new Option("--path <path>", "a call that is given this path"))
    .addOption(new Option("--content <text>", "a call that writes this"))
    .action(async (slug: string | undefined, options: ExplainFlags) => {
      const call = await readCall(terminal, options);
      if (slug === undefined && call === undefined) throw nothingToExplain();
      const { prepareRehearsal } = await import("../explain/rehearsal.ts");
      const { paths, deliveryValues, inContext } = await wireFor(options);
      const config = await deliveryValues();
      const { environment } = terminal;
      const text = await inContext(async (context) => {
        const rehearsal = prepareRehearsal(context, { paths, config, environment });
        return answer({ terminal, context, place: { rehearsal, paths }, call }, slug, options);
      });
      terminal.write(text);
    });
}

interface Question {
  readonly terminal: Terminal;
  readonly context: Context;
  readonly place: ExplainPlace;
  readonly call: ToolPayload | undefined;
}

async function answer(
  { terminal, context, place, call }: Question,
  slug: string | undefined,
  { json = false }: CommonOptions,
): Promise<string> {
  if (slug !== undefined) {
    const { explainLesson } = await import("../explain/explain-lesson.ts");
    const found = explainLesson(context, slug, place, call);
    return json ? jsonText("lessons-explain", explainValue(found)) : explainText(found, terminal);
  }
  if (call === undefined) throw nothingToExplain();
  const { explainPayload } = await import("../explain/explain-payload.ts");
  const report = explainPayload(context, call, place);
  const { fires, near, moreNear } = report;
  const isNone = fires.length + near.length === 0;
  if (isNone) terminal.exitStatus = 1;
  if (json) {
    const values = { fires: fires.map(explainValue), near: near.map(explainValue), moreNear };
    return jsonText("lessons-explain-call", values);
  }
  if (isNone) terminal.note("No lesson has anything to do with this call.\n");
  return explainReport(report, terminal);
}

async function readCall(
  terminal: Terminal,
  { payload, ...typed }: ExplainFlags,
): Promise<ToolPayload | undefined> {
  const { payloadToExplain, typedToExplain } = await import("../explain/call-to-explain.ts");
  const described = typedToExplain(typed, terminal.workingDirectory);
  if (payload === undefined) return described;
  if (described !== undefined) {
    throw new Fault("bad-input", "a call comes from --payload or from other flags, not from both", {
      hint: "leave one of them out",
    });
  }
  const source = payload === "-" ? "standard input" : payload;
  return payloadToExplain(await readPayloadText(terminal, payload), source);
}

function nothingToExplain(): Fault {
  return new Fault("bad-input", "it takes a lesson, a call, or both", {
    hint: "lessons explain --command 'git stash', or lessons list for the lessons there are",
  });
}
