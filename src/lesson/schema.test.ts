import { expect, test } from "vitest";
import { bodyFields, kinds } from "./record/body.ts";
import { bodySchemas } from "./schema.ts";

test("the schema of a body has the fields that the domain lists, and requires the same ones", () => {
  for (const kind of kinds) {
    const body = Object.fromEntries(
      bodyFields[kind]
        .filter(({ required }) => required)
        .map(({ name, is }) => [name, is === "list" ? ["x"] : "x"]),
    );
    expect(bodySchemas[kind].safeParse(body).success).toBe(true);
    expect(bodySchemas[kind].safeParse({ ...body, unheardOf: "x" }).success).toBe(false);
    for (const name of Object.keys(body)) {
      const { [name]: _, ...without } = body;
      expect(bodySchemas[kind].safeParse(without).success).toBe(false);
    }
  }
});
