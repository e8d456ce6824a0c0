import { grouped, plural } from "../../cli/layout.ts";
import { wrapped } from "./cells.ts";
import { span, type Line } from "./frame.ts";
import type { Model } from "./model.ts";

/** What a model's pass over the candidates does and costs, before anybody starts it. */
export function offerLines(model: Model): readonly Line[] {
  const { mode, program = "", size } = model;
  const width = Math.max(size.columns - 2, 12);
  const say = (text: string) => wrapped(text, width).map((line): Line => [span(line)]);
  const title: Line = [span(`Clean up with ${program}`, "bold")];
  if (mode.is === "cleaning") {
    return [
      title,
      [],
      ...say(`${program} reads ${plural(mode.cost.candidates, "candidate")} …`),
      [],
      ...say("This can take a few minutes. Esc stops it; nothing changes then."),
    ];
  }
  if (mode.is !== "offer") return [title];
  const { cost, failure } = mode;
  if (failure !== undefined) return [title, [], ...say(`It failed: ${failure}`)];
  if (cost === undefined) return [title, [], ...say("Reading candidates …")];
  if (cost.candidates === 0) return [title, [], ...say("No candidate is left for a model.")];
  return [
    title,
    [],
    ...say(
      `${program} reads ${plural(cost.candidates, "candidate")}, drafts missing fixes and archives noise. You still decide: nothing becomes active, and y restores what it archived.`,
    ),
    [],
    ...say(
      `Cost: one request to your own ${program} account, about ${grouped(cost.tokens)} tokens to read.`,
    ),
    ...(cost.left === 0
      ? []
      : say(`${plural(cost.left, "more candidate")} would wait for another pass.`)),
    ...say("It gets no tools. Secrets are removed first, and lessons hooks stay off."),
  ];
}
