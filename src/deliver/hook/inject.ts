import { closeSync, existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { frameDelivery } from "../../agents/our-text/frame.ts";
import type { Judgement } from "../../match/match.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { safeName } from "../../platform/files/names.ts";
import { type CacheIndex, skillsIn } from "../compile/cache-index.ts";
import { utf8Length } from "../plan/budget.ts";
import { type Delivered, deliveredBy, type DeliveryPlan, planDelivery } from "../plan/plan.ts";
import { agent } from "./agent.ts";
import type { Claims } from "../claims.ts";
import type { SessionTrial } from "../trial/session-trial.ts";

/** What the agent gets, and which lessons are in it. */
export interface Injection {
  readonly isHeld: boolean;
  readonly text: string;
  readonly delivered: readonly Delivered[];
  /** What would be in it, had a trial not withheld it. It is claimed, too, and takes up its room. */
  readonly withheld: readonly Delivered[];
}

/** What the session has got, and the lessons that correct this call: those come with every call. */
interface CallInSession {
  readonly claims: Claims;
  readonly project?: string | undefined;
  readonly sessionFolder: string;
  readonly fixed?: readonly Judgement[];
  readonly trial?: SessionTrial | undefined;
  /** False when the call is over. */
  readonly mayStop?: boolean;
  /** False when the agent would drop it at this moment; it comes when the call is over. */
  readonly mayAdvise?: boolean;
}

/**
 * Stage 5: as much as fits, of what no other process delivers at this moment. What is claimed is in the
 * result: whatever else was claimed on the way there is given back.
 */
export function inject(
  judgements: readonly Judgement[],
  index: CacheIndex,
  {
    claims,
    project,
    sessionFolder,
    fixed = [],
    trial,
    mayStop = true,
    mayAdvise = true,
  }: CallInSession,
): Injection | undefined {
  const { config } = index;
  const mine = new Map<string, ReadyLesson>();
  let injection: Injection | undefined;
  try {
    injection = fitted();
    return injection;
  } finally {
    const { delivered = [], withheld = [] } = injection ?? {};
    for (const { judgement } of [...delivered, ...withheld]) mine.delete(judgement.lesson.id);
    for (const lesson of mine.values()) claims.giveBack(lesson);
  }

  /** Each round takes out what another process was faster with, until all that is planned is ours. */
  function fitted(): Injection | undefined {
    let mayHold = mayStop && agent.canHold && !wasHeldBefore(sessionFolder);
    let open = judgements.map((judgement) => heldOnce(judgement, sessionFolder));
    const unheld: Delivered[] = [];
    while (open.length > 0) {
      const plan = planDelivery(open, {
        config,
        skills: skillsIn(index, project),
        mayHold,
        mostBytes: agent.mostContextCharacters,
        takenBytes: saidOf(fixed).reduce((sum, text) => sum + utf8Length(text) + 2, 0),
      });
      const planned = deliveredBy(plan);
      const lost = new Set(
        planned.map(({ judgement }) => judgement).filter((each) => !isMine(each)),
      );
      open = open.filter((judgement) => !lost.has(judgement));
      if (lost.size > 0) continue;
      if (planned.length === 0) break;
      if (plan.hold === undefined && !mayAdvise) break;
      if (plan.hold === undefined) return withTrial(advice(plan, { fixed, trial, ...config }));
      const { judgement, reason } = plan.hold;
      if (trial?.withholds(judgement.lesson) === true) {
        unheld.push(...planned);
        open = open.filter((each) => each !== judgement);
        continue;
      }
      if (markHeld(sessionFolder, judgement.lesson)) {
        return withTrial({ isHeld: true, text: reason, delivered: planned, withheld: [] });
      }
      // A parallel call is being held at this moment: this one is only advised.
      mayHold = false;
    }
    if (fixed.length + unheld.length === 0) return undefined;
    return withTrial(advice({ portions: [], dropped: open }, { fixed, trial, ...config }));

    function withTrial(made: Injection): Injection {
      return { ...made, withheld: [...unheld, ...made.withheld] };
    }
  }

  function isMine({ lesson }: Judgement): boolean {
    if (mine.has(lesson.id)) return true;
    if (!claims.take(lesson)) return false;
    mine.set(lesson.id, lesson);
    return true;
  }
}

/** A lesson that has held a call of this session advises from then on. */
function heldOnce(judgement: Judgement, sessionFolder: string): Judgement {
  const { lesson } = judgement;
  if (lesson.delivery === "advise" || !hasHeld(sessionFolder, lesson)) return judgement;
  return { ...judgement, lesson: { ...lesson, delivery: "advise" } };
}

function advice(plan: DeliveryPlan, { fixed, debugComment, trial }: AdviceSettings): Injection {
  const isWithheld = ({ lesson }: Judgement) => trial?.withholds(lesson) === true;
  const planned = deliveredBy(plan);
  const delivered = [
    ...fixed.map((judgement): Delivered => ({ judgement, form: "fix" })),
    ...planned.filter(({ judgement }) => !isWithheld(judgement)),
  ];
  // Nobody moves up: what else comes must not depend on what is withheld.
  const portions = plan.portions.filter(({ item }) => !isWithheld(item.judgement));
  const slugs = (list: readonly Judgement[]) => list.map(({ lesson }) => lesson.slug);
  const debug = {
    injected: slugs(delivered.map(({ judgement }) => judgement)),
    dropped: slugs(plan.dropped),
  };
  const pieces = [
    ...saidOf(fixed),
    ...portions.map(({ text }) => text),
    ...(plan.pointer === undefined || portions.length === 0 ? [] : [plan.pointer]),
  ];
  const text = frameDelivery(pieces, debugComment ? debug : undefined);
  const withheld = planned.filter(({ judgement }) => isWithheld(judgement));
  return { isHeld: false, text, delivered, withheld };
}

interface AdviceSettings {
  readonly fixed: readonly Judgement[];
  readonly debugComment: boolean;
  readonly trial: SessionTrial | undefined;
}

function saidOf(fixed: readonly Judgement[]): readonly string[] {
  return fixed.flatMap(({ lesson }) => lesson.fix?.said ?? []);
}

/**
 * Whether the call before this one was held: then this one is not. Asking takes the mark away. Calls that
 * concern no lesson do not start us, so "before" is the last one that did: held less often than it might be,
 * never twice in a row.
 */
function wasHeldBefore(sessionFolder: string): boolean {
  try {
    rmSync(join(sessionFolder, markFile));
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether this lesson has held a call of the session. Neither a compaction nor another agent makes it hold
 * again, though both may get it again.
 */
function hasHeld(sessionFolder: string, { id }: ReadyLesson): boolean {
  return existsSync(join(sessionFolder, holdsFolder, safeName(id)));
}

/** False when a parallel call has just been held, or this lesson holds one. */
function markHeld(sessionFolder: string, { id }: ReadyLesson): boolean {
  const own = join(sessionFolder, holdsFolder, safeName(id));
  try {
    mkdirSync(join(sessionFolder, holdsFolder), { recursive: true, mode: 0o700 });
    closeSync(openSync(own, "wx", 0o600));
  } catch {
    return false;
  }
  try {
    closeSync(openSync(join(sessionFolder, markFile), "wx", 0o600));
    return true;
  } catch {
    rmSync(own, { force: true });
    return false;
  }
}

const markFile = "held";
const holdsFolder = "holds";
