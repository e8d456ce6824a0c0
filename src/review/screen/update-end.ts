import { lastConfirmationTop } from "./confirmation.ts";
import { keyName, movement, type Key } from "./keys.ts";
import { settle } from "./layout.ts";
import { planOf, problemsOf, type Mode, type Model, type Pressed } from "./model.ts";

type In<K extends Mode["is"]> = Extract<Mode, { readonly is: K }>;

/** The one screen at the end: y does it, i goes on with setting an agent up, q leaves and keeps the draft. */
export function pressInConfirmation(model: Model, mode: In<"confirm">, key: Key): Pressed {
  const by = movement(key, Math.max(model.size.rows - 2, 1));
  if (by !== 0) {
    const top = Math.max(Math.min(mode.top + by, lastConfirmationTop(model)), 0);
    return { model: { ...model, mode: { ...mode, top } } };
  }
  const list: Model = settle({ ...model, mode: { is: "list" } });
  switch (keyName(key)) {
    case "y":
    case "Y":
      return confirm(model, { thenConnect: false });
    case "i":
      return canConnect(model) ? confirm(model, { thenConnect: true }) : { model };
    case "q":
      return { model, effects: [{ effect: "leave", isInterrupted: false }] };
    case "escape":
    case "left":
    case "n":
    case "N":
      return { model: list };
    default:
      return { model };
  }
}

/** Somebody approves, and nobody would get it. */
export function canConnect(model: Model): boolean {
  const isApproved = planOf(model).some(({ verdict }) => verdict === "approve");
  return isApproved && !model.isConnected;
}

function confirm(model: Model, { thenConnect }: { readonly thenConnect: boolean }): Pressed {
  if (problemsOf(model).length > 0) {
    return {
      model: {
        ...model,
        notice: "Some edits cannot be saved: n goes back, then e fixes or u undoes.",
      },
    };
  }
  const plan = planOf(model);
  return {
    model: { ...model, mode: { is: "applying" } },
    effects: [{ effect: "apply", plan, thenConnect }],
  };
}

/** A model's pass over what waits: asked for, running, or stopped. */
export function pressInOffer(model: Model, mode: In<"offer"> | In<"cleaning">, key: Key): Pressed {
  const name = keyName(key);
  const list: Model = settle({ ...model, mode: { is: "list" } });
  if (mode.is === "cleaning") {
    return name === "escape" || name === "q"
      ? {
          model: { ...list, notice: "Stopped. Nothing was changed." },
          effects: [{ effect: "stopCleanUp" }],
        }
      : { model };
  }
  if ((name === "y" || name === "Y") && mode.cost !== undefined && mode.cost.candidates > 0) {
    return {
      model: { ...model, mode: { is: "cleaning", cost: mode.cost } },
      effects: [{ effect: "cleanUp" }],
    };
  }
  return { model: ["escape", "n", "N", "q", "left"].includes(name) ? list : model };
}
