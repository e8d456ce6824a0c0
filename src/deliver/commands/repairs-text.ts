import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { row, type RowPage } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { type ChosenRepair, repairs } from "../repairs/catalogue.ts";
import type { RepairsOverview, RepairState } from "../repairs/overview.ts";
import { offerCommand, offerWords } from "../repairs/offer-words.ts";

/** The catalogue: what each does, whether it is on, and what it would have saved. */
export function repairsListText(
  { repairs: states, problems }: RepairsOverview,
  look: Look,
): string {
  const blocks = states.map((state) => `${stateLines(state, look).join("\n")}\n`);
  const warnings = problems.map((problem) => `! ${plainLine(problem)}\n`);
  return [...blocks, ...(warnings.length === 0 ? [] : [warnings.join("")])].join("\n");
}

function stateLines({ name, does, on, offers }: RepairState, look: Look): readonly string[] {
  const page: RowPage = { width: look.width, column: 12 };
  const say = (text: string) => row("", text, page);
  return [
    row(look.style("bold", name), does, page),
    ...on.flatMap(({ value, scope, line, problem }) => [
      say(`${look.style("green", "on")} (${whereWords(scope)})${value === "" ? "" : ` ${value}`}`),
      say(look.style("dim", line)),
      ...(problem === null
        ? []
        : [say(look.style("yellow", `! not active: ${plainLine(problem)}`))]),
    ]),
    ...(on.length === 0 ? [say("off")] : []),
    ...offers.flatMap((offer) => [
      say(`${offerWords(offer)}:`),
      say(offerCommand({ name, ...offer })),
    ]),
  ];
}

export function onText({ name, value, scope }: ChosenRepair): string {
  const { line, shown } = repairs[name];
  return [
    `Switched on for ${whereWords(scope)}: ${shown(value)}`,
    `From the next session, ${deliveryDoor.adapter.title}'s shell runs this line before each command:`,
    `  ${line(value)}`,
    `Undo: lessons repairs off ${name}`,
    "",
  ].join("\n");
}

export function offText(gone: readonly ChosenRepair[]): string {
  return gone
    .map(
      ({ name, value, scope }) =>
        `Switched off for ${whereWords(scope)}: ${repairs[name].shown(value)}. It takes effect in the next session.\n`,
    )
    .join("");
}

export function whereWords(scope: string): string {
  return scope === "machine" ? "this machine" : scope;
}
