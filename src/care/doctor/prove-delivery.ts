import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Machine } from "../../agents/adapter.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { listLogs } from "../../agents/list-logs.ts";
import { deliveryHeading } from "../../agents/our-text/frame.ts";
import { lastPart } from "../../redact/excerpt.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { errorCode } from "../../platform/files/file-fault.ts";
import { fileTail } from "../../platform/files/read-text-file.ts";
import type { Paths } from "../../platform/paths.ts";
import type { Context } from "../../platform/context.ts";
import { compile } from "../../deliver/compile/compile.ts";
import {
  markerLifeMs,
  markerNamed,
  placeMarker,
  removeMarker,
  type Marker,
} from "../../deliver/compile/marker-file.ts";
import { broken, minute, type Found } from "./finding.ts";

const { title } = deliveryDoor.adapter;
const agentProof = deliveryDoor.proof;

/** How it was proved that a lesson reaches the agent, or that it does not. */
export interface LiveProof {
  /** The agent's program was started, or what it wrote down earlier was read. */
  readonly by: "program" | "transcript";
  /** In words what was seen where it is proved. */
  readonly examined: string | Found;
}

/**
 * Starts the agent's own program, signed in as its user is, with the order to make one call that a lesson is about, and
 * looks for that lesson in the log of the session. Undefined where there is no such program.
 */
export function proveByProgram(
  context: Context,
  paths: Paths,
  machine: Machine,
): LiveProof | undefined {
  const marker = newMarker();
  const before = Date.now();
  const ended = withMarker(context, paths, marker, () => makeCall(marker, machine));
  if (ended === undefined) return undefined;
  const logs = newestLogs(machine).filter(({ stats }) => stats.mtimeMs >= before - clockSlackMs);
  const texts = logs.map(({ path }) => ({ path, text: fileTail(path, mostBytes) }));
  const proof = texts.find(({ text }) => text.includes(marker.words));
  const by = "program";
  if (proof !== undefined)
    return { by, examined: `proved: a new ${title} session got a lesson (${proof.path})` };
  const isCalled = texts.some(({ text }) => agentProof.isCallIn(text, marker.command));
  const examined = isCalled
    ? broken(
        `${title} made the test call, but did not get the lesson`,
        `check the other findings; ${agentProof.whereItShows}`,
      )
    : broken(
        `${title} started, but did not make the test call (status ${ended.status}): ${ended.said}`,
        agentProof.whetherItAnswers,
      );
  return { by, examined };
}

/** Looks for the last lesson that the agent wrote down to have got. */
export function proveByTranscript(machine: Machine): LiveProof {
  for (const { path } of newestLogs(machine)) {
    // A user may speak of our heading; what hooks add has a record of its own.
    const line = fileTail(path, mostBytes)
      .split("\n")
      .findLast((text) => agentProof.isContextLine(text) && text.includes(deliveryHeading));
    if (line === undefined) continue;
    const at = /"timestamp":"([^"]{16})/.exec(line)?.[1];
    const when = at === undefined ? "" : ` at ${minute(at)}`;
    return { by: "transcript", examined: `proved: ${title} got a lesson${when} (${path})` };
  }
  const text = `the latest ${title} logs show no lesson`;
  const hint = `to test it with ${title}: lessons doctor --live (without a terminal, add --yes)`;
  return { by: "transcript", examined: { severity: "note", text, hint } };
}

export function newMarker(): Marker {
  return markerNamed(randomBytes(6).toString("hex"));
}

/** Lets hooks read one lesson more while `work` is done. It is in no store, and it concerns nobody else's calls. */
export function withMarker<Result>(
  context: Context,
  paths: Paths,
  marker: Marker,
  work: () => Result,
): Result {
  const { system } = context;
  const until = new Date(Date.parse(system.now()) + markerLifeMs).toISOString();
  placeMarker(paths.home, marker, { id: system.newId(), until });
  try {
    compile(context, paths);
    return work();
  } finally {
    removeMarker(paths.home, marker);
    compile(context, paths);
  }
}

/** No shell, and an empty folder around it. It may make that one call and nothing else. */
function makeCall({ command }: Marker, { environment }: Machine) {
  const folder = mkdtempSync(join(tmpdir(), "lessons-live-"));
  const { args, input } = agentProof.makeCall(command);
  try {
    const { error, status, signal, stdout, stderr } = spawnSync(
      deliveryDoor.headless.program,
      args,
      {
        cwd: folder,
        env: withoutOuterSession(environment),
        input,
        encoding: "utf8",
        timeout: patienceMs,
        killSignal: "SIGKILL",
        maxBuffer: 8_000_000,
      },
    );
    if (errorCode(error) === "ENOENT") return undefined;
    const said = plainLine(lastPart(stderr || stdout || "", 300));
    return { status: status ?? String(signal), said: said || "it said nothing" };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const patienceMs = 180_000;
const mostBytes = 4_194_304;
/** Some file systems keep time in whole seconds. */
const clockSlackMs = 2000;

/** Started from within a session, it would take itself for a part of that one. */
function withoutOuterSession(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !agentProof.outerSession.includes(name)),
  );
}

function newestLogs(machine: Machine) {
  return listLogs([deliveryDoor.adapter], machine, { extraPlaces: [] })
    .logs.toSorted((one, other) => other.stats.mtimeMs - one.stats.mtimeMs)
    .slice(0, mostLogs);
}

const mostLogs = 20;
