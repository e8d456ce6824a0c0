import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anySettingsText } from "../../../test/kit/arbitrary-settings.ts";
import { isSubsequence } from "../../../test/kit/is-subsequence.ts";
import { freshFolder } from "../../../test/kit/store.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { grantRules } from "./grants.ts";
import { installedLaunch } from "./hook-folder.ts";
import { planRegistration, planRemoval } from "./hook-registration.ts";
import { law } from "../../../test/kit/law.ts";

const { edit } = deliveryDoor.settings;
const hookFolder = "/home/dev/.lessons/hook";
const launch = installedLaunch(hookFolder, { platform: "linux", node: "node" });
const table = deliveryDoor.settings.hookTable(launch);
const older = { ...table, Notification: table["Stop"] ?? [] };
const file = join(freshFolder(), "settings.json");
const unknown = { edit, hookFolder, known: undefined };

test("whatever the file says, it keeps every byte, and all of them come back", () => {
  fc.assert(
    fc.property(anySettingsText(), (text) => {
      writeFileSync(file, text);
      const { after = "", record } = planRegistration(file, table, unknown);
      expect(isSubsequence(text, after)).toBe(true);
      writeFileSync(file, after);
      expect(planRegistration(file, table, { edit, hookFolder, known: record }).after).toBe(after);
      expect(planRemoval(file, { edit, hookFolder, known: record }).after).toBe(text);
    }),
    law({ quick: 80, deep: 150 }),
  );
});

test("without a record, or after other changes to the file, only our entries go", () => {
  fc.assert(
    fc.property(anySettingsText({ hasEmpty: false }), fc.boolean(), (text, hasRecord) => {
      writeFileSync(file, text);
      const { after = "", record } = planRegistration(file, table, unknown);
      writeFileSync(file, `${after}\n`);
      const known = hasRecord ? record : undefined;
      expect(planRemoval(file, { edit, hookFolder, known }).after).toBe(`${text}\n`);
    }),
    law({ quick: 80, deep: 150 }),
  );
});

test("law: what is granted, at once or later, goes again to the byte, also after other changes to the file", () => {
  fc.assert(
    fc.property(
      anySettingsText({ hasEmpty: false }),
      fc.boolean(),
      fc.boolean(),
      (text, isLater, isTouched) => {
        writeFileSync(file, text);
        const first = planRegistration(file, table, isLater ? unknown : granting(undefined));
        writeFileSync(file, first.after ?? "");
        const { after = "", record } = planRegistration(file, table, granting(first.record));
        const more = isTouched ? "\n" : "";
        writeFileSync(file, after + more);
        const again = planRegistration(file, table, { edit, hookFolder, known: record });
        expect(again).toMatchObject({ after: after + more, grants: { added: [] } });
        expect(planRemoval(file, { edit, hookFolder, known: record }).after).toBe(text + more);
      },
    ),
    law({ quick: 60 }),
  );
});

const granting = (known: ReturnType<typeof planRegistration>["record"]) => {
  return { edit, hookFolder, known, grants: grantRules() };
};

test("entries that are there without a record go as well, once something was added beside them", () => {
  writeFileSync(file, `{\n  "model": "opus"\n}\n`);
  writeFileSync(file, planRegistration(file, table, unknown).after ?? "");
  const { after = "", record } = planRegistration(file, table, granting(undefined));
  writeFileSync(file, after);
  expect(planRemoval(file, { edit, hookFolder, known: record }).after).toBe(
    `{\n  "model": "opus"\n}\n`,
  );
});

test("an older set of entries gives way to the new one, and the bytes from before us still come back", () => {
  fc.assert(
    fc.property(anySettingsText(), (text) => {
      writeFileSync(file, text);
      const fresh = planRegistration(file, table, unknown).after;
      const first = planRegistration(file, older, unknown);
      writeFileSync(file, first.after ?? "");
      const second = planRegistration(file, table, { edit, hookFolder, known: first.record });
      expect(second.after).toBe(fresh);
      writeFileSync(file, second.after ?? "");
      expect(planRemoval(file, { edit, hookFolder, known: second.record }).after).toBe(text);
    }),
    law({ quick: 60 }),
  );
});

test("entries that the user has moved about are there, and nothing is to be done", () => {
  writeFileSync(file, "{}");
  const { after = "" } = planRegistration(file, table, unknown);
  const { hooks } = JSON.parse(after);
  const { permissions } = JSON.parse(after);
  const others = { hooks: { Stop: hooks.Stop, ...hooks }, model: "x" };
  const moved = JSON.stringify({ ...others, permissions });
  writeFileSync(file, moved);
  expect(planRegistration(file, table, unknown).after).toBe(moved);
  // A rule that is missing comes to them, and they stay where they are.
  writeFileSync(file, JSON.stringify(others));
  expect(planRegistration(file, table, unknown)).toMatchObject({
    after: moved,
    added: {},
    reading: "added",
  });
});

test("the rule for reading goes into the list that is there, and uninstall takes out nothing else", () => {
  const rule = "Read(//home/dev/.lessons/skills/**)";
  for (const [text, allow] of [
    ['{"permissions":{"allow":["Bash(ls)"]}}', ["Bash(ls)", rule]],
    ['{"permissions":{"deny":["Bash(rm)"]}}', [rule]],
    ['{"permissions":{"allow":[]}}', [rule]],
    ['{"permissions":{}}', [rule]],
    ["{}", [rule]],
  ] as const) {
    writeFileSync(file, text);
    const { after = "", record } = planRegistration(file, {}, unknown);
    expect(JSON.parse(after).permissions.allow).toEqual(allow);
    // Where something else was changed since, ours alone goes.
    writeFileSync(file, after.replace(/\}$/, ',"model":"x"}'));
    const left = planRemoval(file, { edit, hookFolder, known: record }).after ?? "";
    const { model, ...rest } = JSON.parse(left);
    expect([model, rest]).toEqual(["x", JSON.parse(text)]);
  }
  writeFileSync(file, '{"permissions":"none"}');
  expect(planRegistration(file, {}, unknown).after).toBe('{"permissions":"none"}');
});

test("a handler of ours in a group of the user goes, the group stays; containers that were empty stay", () => {
  const ours = table["Stop"]?.[0]?.hooks[0];
  const theirs = { type: "command", command: "true" };
  const text = (hooks: unknown) => JSON.stringify({ hooks });
  writeFileSync(file, text({ Stop: [{ hooks: [theirs, ours] }], PreToolUse: [] }));
  expect(planRemoval(file, unknown).after).toBe(
    text({ Stop: [{ hooks: [theirs] }], PreToolUse: [] }),
  );
  writeFileSync(file, text({ PreToolUse: [] }));
  const { after = "", record } = planRegistration(file, table, unknown);
  writeFileSync(file, after.replace(/\}$/, ',"model":"x"}'));
  expect(planRemoval(file, { edit, hookFolder, known: record }).after).toBe(
    '{"hooks":{"PreToolUse":[]},"model":"x"}',
  );
});

test("a file that was not there is gone again, even when it was written anew in between", () => {
  const absent = join(freshFolder(), "settings.json");
  const { after = "", record } = planRegistration(absent, table, unknown);
  writeFileSync(absent, after);
  expect(planRemoval(absent, { edit, hookFolder, known: record }).after).toBe(undefined);
  writeFileSync(absent, JSON.stringify(JSON.parse(readFileSync(absent, "utf8"))));
  expect(planRemoval(absent, { edit, hookFolder, known: record }).after).toBe(undefined);
});

test("hooks of somebody else whose path begins like ours are not ours", () => {
  const text = JSON.stringify({
    hooks: { Stop: [{ hooks: [{ type: "command", command: `${hookFolder}s/x` }] }] },
  });
  writeFileSync(file, text);
  expect(planRemoval(file, unknown).after).toBe(text);
});

test.each([
  ['{"a": 1,, }', /settings\.json:1:9: not valid JSON/],
  ["[]", /it is not an object/],
  ['{"hooks": []}', /hooks is not an object/],
  ['{"hooks": {"Stop": {}}}', /hooks\.Stop is not a list/],
])("%s is refused, with the place", (text, problem) => {
  writeFileSync(file, text);
  expect(() => planRegistration(file, table, unknown)).toThrow(problem);
});
