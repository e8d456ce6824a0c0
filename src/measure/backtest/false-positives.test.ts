import { expect, test } from "vitest";
import { judgedDelivery } from "../../../test/kit/judged-delivery.ts";
import { falsePositives } from "./false-positives.ts";

const delivered = (count: number, score: number, lesson = "one") =>
  Array.from({ length: count }, () => judgedDelivery({ lesson, score }, "heeded"));
const overruled = (count: number, score: number, lesson = "one") =>
  Array.from({ length: count }, () => judgedDelivery({ lesson, score }, "overruled"));
const nobody = new Map<string, number>();

test("one in ten is not too many, more is", () => {
  expect(falsePositives([...delivered(9, 800), ...overruled(1, 800)], nobody, 700)).toEqual({
    delivered: 10,
    overruled: 1,
    notHelpful: 0,
    percent: 10,
    isTooMany: false,
    proposal: null,
  });
  expect(falsePositives([...delivered(8, 800), ...overruled(1, 800)], nobody, 700)).toMatchObject({
    percent: 11.1,
    isTooMany: true,
  });
});

test("the lowest threshold is proposed that brings it down far enough, with what it would keep out", () => {
  const judged = [
    ...overruled(3, 700),
    ...delivered(2, 700),
    ...overruled(1, 805),
    ...delivered(20, 1500),
    ...delivered(5, 900),
  ];
  expect(falsePositives(judged, nobody, 700).proposal).toEqual({
    threshold: 0.71,
    keptOut: 5,
    unwantedKeptOut: 3,
    percentLeft: 3.8,
  });
});

test("of the complaints about a lesson no more are left than there are deliveries of it", () => {
  const judged = [...delivered(4, 750, "bad"), ...delivered(1, 900, "bad"), ...delivered(10, 1500)];
  const complaints = new Map([
    ["bad", 3],
    ["never delivered", 9],
  ]);
  expect(falsePositives(judged, complaints, 700)).toMatchObject({
    notHelpful: 3,
    percent: 20,
    proposal: { threshold: 0.76, keptOut: 4, unwantedKeptOut: 2, percentLeft: 9.1 },
  });
});

test("a delivery is unwanted once, however often somebody complains", () => {
  const judged = [...overruled(2, 800), ...delivered(1, 800), ...delivered(1, 800, "other")];
  const complaints = new Map([
    ["one", 4],
    ["other", 7],
  ]);
  expect(falsePositives(judged, complaints, 700)).toMatchObject({
    delivered: 4,
    overruled: 2,
    notHelpful: 2,
    percent: 100,
  });
});

test("where what nobody wants fits best, no threshold helps", () => {
  const judged = [...overruled(5, 1500), ...delivered(5, 750)];
  expect(falsePositives(judged, nobody, 700)).toMatchObject({ percent: 50, proposal: null });
  expect(falsePositives([], nobody, 700)).toMatchObject({ percent: 0, isTooMany: false });
});
