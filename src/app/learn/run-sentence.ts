import type { ActivatedRendering } from "./render-activated.ts";
import type { RunReport } from "./run-report.ts";

/** What a run came to, in a line. */
export function runSentence(report: RunReport): string {
  switch (report.outcome) {
    case "none-waiting":
      return "no session waits";
    case "too-few":
      return `${report.waiting} of ${report.needed} sessions wait`;
    case "capped":
      return `${report.runs} of ${report.cap} runs of today are used up`;
    case "busy":
      return `another run is at it since ${report.since}`;
    case "nothing-said":
      return `${sessions(report.sessions)} in which nobody says anything`;
    case "no-answer":
      return `no answer: ${report.problem}; ${sessions(report.sessions)} wait on`;
    case "bad-answer":
      return `the answer cannot be used: ${report.problem}; ${sessions(report.putBack)} put back, ${report.putAside} put aside`;
    case "learned":
      return `${sessions(report.sessions)} looked at by ${report.model}: ${[
        `${report.created.length} new`,
        `${report.grown.length} seen again`,
        ...(report.reviewed.length === 0 ? [] : [`${report.reviewed.length} reviewed`]),
        ...(report.activated.length === 0 ? [] : [`${report.activated.length} active`]),
        ...(report.revived.length === 0 ? [] : [`${report.revived.length} back`]),
        ...(report.refused.length === 0 ? [] : [`${report.refused.length} refused`]),
      ].join(", ")}`;
  }
}

/** For the log: also what was written into the project. */
export function runRecord(report: RunReport): string {
  const rendered = report.outcome === "learned" ? report.rendered : undefined;
  return rendered === undefined
    ? runSentence(report)
    : `${runSentence(report)}; ${renderedWords(rendered)}`;
}

function renderedWords(rendered: ActivatedRendering): string {
  if ("problem" in rendered) return `nothing was rendered: ${rendered.problem}`;
  const { steps, withheld } = rendered;
  const written = steps.flatMap(({ does, path, anchor }) =>
    does === "keep" ? [] : [`${does} ${path}${anchor === undefined ? "" : ` ${anchor}`}`],
  );
  const heldBack = withheld.map(({ slug, field }) => `held back ${slug} (${field})`);
  return `rendered: ${[...written, ...heldBack].join(", ") || "nothing new"}`;
}

function sessions(count: number): string {
  return `${count} session${count === 1 ? "" : "s"}`;
}
