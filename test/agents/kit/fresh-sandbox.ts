import { onTestFinished } from "vitest";
import { makeSandbox, removeSandbox, type Sandbox } from "./sandbox.ts";

/** A sandbox for the test that asks; the test fails when a process is left behind in it. */
export function freshSandbox(): Sandbox {
  const sandbox = makeSandbox();
  onTestFinished(() => removeSandbox(sandbox));
  return sandbox;
}
