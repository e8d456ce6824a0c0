import { expect, test } from "vitest";
import { makeRedact } from "../redact.ts";

const owner = { home: "/home/alice", userName: "alice" };
const redact = makeRedact({ ...owner, hosts: ["acme.dev", "Build-7"] });

test.each([
  ["curl https://git.acme.dev/team/app?x=1 -o a", "curl [redacted:host] -o a"],
  ["ping ACME.dev and build-7:8080", "ping [redacted:host] and [redacted:host]"],
  ["ssh jo@deep.down.acme.dev", "ssh [redacted:host]"],
  ["fetch http://10.1.2.3:8080/a/b now", "fetch [redacted:host] now"],
  ["see http://wiki.corp/x, please", "see [redacted:host] please"],
  ["notacme.dev acme.devs acme.dev.org http://localhost:3000 http://127.0.0.1/x", undefined],
])("%s", (text, redacted = text) => {
  expect(redact(text)).toBe(redacted);
  expect(redact(redacted)).toBe(redacted);
});

test("where nobody named a host, internal addresses stay", () => {
  const text = "curl http://10.1.2.3/a https://wiki.internal/b";
  expect(makeRedact(owner)(text)).toBe(text);
});
