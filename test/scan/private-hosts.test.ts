import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";
import { Home } from "./home.ts";
import { session } from "./one-session.ts";

test("hosts that a person calls private are not kept", () => {
  const program = new Program();
  const command = "curl https://git.acme.dev/team/secret-plan";
  const output = "curl: (6) Could not resolve host: git.acme.dev";
  new Home(program.home).write(
    session(1, [{ step: "shell", callId: "c1", command, exitStatus: 6, output }]),
  );
  program.ok(["scan", "--auto"]);
  expect(program.ok(["ledger", "--json"])).toContain("git.acme.dev/team");

  program.ok(["config", "set", "privateHosts", '["acme.dev"]']);
  program.ok(["scan", "--auto", "--full"]);
  const kept = program.ok(["ledger", "--json"]);
  expect(kept).not.toMatch(/acme|secret-plan/);
  expect(kept).toContain("[redacted:host]");
});
