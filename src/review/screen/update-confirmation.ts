import type { Key } from "./keys.ts";
import type { Mode, Model } from "./model.ts";
import { planOf, problemsOf } from "./plan.ts";
import { lastConfirmationTop } from "./confirmation-words.ts";
import { settle } from "./settle.ts";
import type { Step } from "./step.ts";

export function pressInConfirmation(
  model: Model,
  mode: Extract<Mode, { readonly is: "confirm" }>,
  key: Key,
): Step {
  const highest = lastConfirmationTop(model);
  const scrolled = (by: number): Step => ({
    model: { ...model, mode: { ...mode, top: Math.max(Math.min(mode.top + by, highest), 0) } },
  });
  switch (key.key) {
    case "up":
      return scrolled(-1);
    case "down":
      return scrolled(1);
    case "pageUp":
      return scrolled(-model.size.rows + 2);
    case "pageDown":
      return scrolled(model.size.rows - 2);
    case "home":
      return scrolled(-Infinity);
    case "end":
      return scrolled(Infinity);
    case "escape":
    case "left":
      return { model: backToList(model) };
    case "text":
      if (["n", "N", "q"].includes(key.text)) return { model: backToList(model) };
      if (key.text === "j") return scrolled(1);
      if (key.text === "k") return scrolled(-1);
      return key.text.toLowerCase() === "y" ? confirm(model) : { model };
    default:
      return { model };
  }
}

function confirm(model: Model): Step {
  if (problemsOf(model).length > 0) {
    return {
      model: { ...model, notice: "Mend what cannot be saved first, or undo it (n, then u)." },
    };
  }
  const plan = planOf(model);
  return { model: { ...model, mode: { is: "applying" } }, effect: { effect: "apply", plan } };
}

function backToList(model: Model): Model {
  return settle({ ...model, mode: { is: "list" } });
}
