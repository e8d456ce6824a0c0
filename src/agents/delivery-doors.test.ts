import { expect, test } from "vitest";
import { adapters } from "./all.ts";
import { deliveryDoors } from "./delivery-doors.ts";

test("each door is that of an agent whose sessions are read, and its hook notes the same name", () => {
  for (const { adapter, hook } of deliveryDoors) {
    expect(adapters).toContain(adapter);
    expect(hook.name).toBe(adapter.agent);
  }
});
