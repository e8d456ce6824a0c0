import fc from "fast-check";
import { expect, test } from "vitest";
import { aggregate } from "../../src/capture/derive/settle-clusters.ts";
import { adapters } from "../../src/agents/all.ts";
import { arbitraryHome, type HomeContent } from "./arbitrary-home.ts";
import { planScan } from "../../src/capture/scan/scan.ts";
import { readPlannedByThreads } from "../../src/capture/scan/scan-logs.ts";
import { canonicalStore } from "../kit/canonical-store.ts";
import { hastyContext, Home, inStore } from "./home.ts";
import { law } from "../kit/law.ts";

/** Few, because each is a dozen sessions scanned twice or more; rich, because every run has other ones. */
const runs = law({ quick: 4, deep: 10 });

test("law: the order of the logs makes no difference", () => {
  const check = inHome((home, _, numbers: Iterator<number>) => {
    const inOrder = <Item>(items: readonly Item[]) => shuffled(items, numbers);
    expect(home.scanned({ inOrder })).toEqual(home.scanned());
  });
  fc.assert(fc.property(arbitraryHome(), fc.infiniteStream(fc.nat()), check), runs);
});

test("law: where logs are cut into chunks and parts makes no difference", () => {
  const cuts = fc.record({
    chunkBytes: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 5000 })),
    callsPerPart: fc.integer({ min: 1, max: 6 }),
  });
  const check = inHome((home, _, request: { chunkBytes: number; callsPerPart: number }) => {
    expect(home.scanned(request)).toEqual(home.scanned());
  });
  fc.assert(fc.property(arbitraryHome(), cuts, check), runs);
});

test("law: how many threads read makes no difference", async () => {
  const threads = fc.integer({ min: 2, max: 3 });
  const check = async (content: HomeContent, count: number) => {
    const home = new Home();
    const context = hastyContext();
    try {
      home.fill(content);
      const request = { ...home.request(), chunkBytes: 500, callsPerPart: 2 };
      await readPlannedByThreads(context, request, planScan(context, request), count);
      expect(canonicalStore(context.database)).toEqual(home.scanned());
    } finally {
      context.database.close();
      home.clear();
    }
  };
  await fc.assert(fc.asyncProperty(arbitraryHome(), threads, check), law({ quick: 2, deep: 10 }));
});

test("law: how often logs are scanned while they grow, byte by byte, makes no difference", () => {
  const check = inHome((home, content, steps: Growth) => {
    const once = home.scanned();
    home.clear();
    const often = inStore((context) => {
      for (const step of steps) {
        grow(home, content, step);
        home.scan(context);
      }
      home.fill(content);
      home.scan(context);
    });
    expect(often).toEqual(once);
  });
  fc.assert(fc.property(arbitraryHome(), growth, check), runs);
});

test("law: scanning one agent after the other makes no difference", () => {
  const agents = adapters.map(({ agent }) => agent);
  const orders = fc.shuffledSubarray(agents, { minLength: agents.length });
  const check = inHome((home, _, order: readonly string[]) => {
    const often = inStore((context) => {
      for (const agent of order) home.scan(context, { agents: [agent] });
    });
    expect(often).toEqual(home.scanned());
  });
  fc.assert(fc.property(arbitraryHome(), orders, check), runs);
});

test("law: scanning one log after the other, in any order, makes no difference", () => {
  const check = inHome((home, { files }, numbers: Iterator<number>) => {
    const often = inStore((context) => {
      for (const { path } of shuffled(files, numbers)) {
        home.scan(context, { paths: [home.at(path)] });
      }
      home.scan(context);
    });
    expect(often).toEqual(home.scanned());
  });
  fc.assert(fc.property(arbitraryHome(), fc.infiniteStream(fc.nat()), check), runs);
});

test("law: reading and deriving everything again changes nothing", () => {
  const again = fc.array(fc.constantFrom("full", "aggregate", "scan"), {
    minLength: 1,
    maxLength: 3,
  });
  const check = inHome((home, _, steps: readonly string[]) => {
    const often = inStore((context) => {
      home.scan(context);
      for (const step of steps) {
        if (step === "aggregate") aggregate(context);
        else home.scan(context, { isFull: step === "full" });
      }
    });
    expect(often).toEqual(home.scanned());
  });
  fc.assert(fc.property(arbitraryHome(), again, check), runs);
});

/** How far each log has been written, in thousandths, each time that it is scanned. */
type Growth = readonly (readonly number[])[];

const growth: fc.Arbitrary<Growth> = fc
  .array(fc.array(fc.nat({ max: 1000 }), { minLength: 10, maxLength: 10 }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((steps) => steps.map((_, index) => smallest(steps, index)));

/** The number at this rank of each column: logs only grow. */
function smallest(steps: Growth, rank: number): readonly number[] {
  return Array.from({ length: 10 }, (_, file) => {
    const lengths = steps.map((step) => step[file] ?? 0);
    return lengths.toSorted((one, other) => one - other)[rank] ?? 0;
  });
}

function grow(home: Home, { files, stored }: HomeContent, shares: readonly number[]): void {
  for (const [index, file] of files.entries()) {
    const share = (shares[index % shares.length] ?? 0) / 1000;
    home.write(file, Math.floor(Buffer.byteLength(file.text) * share));
  }
  const isHalfway = (shares[0] ?? 0) > 500;
  home.writeDatabase(isHalfway ? stored.flatMap((session) => session.slice(0, 1)) : []);
}

/** Puts the logs into a home that is gone afterwards. */
function inHome<Given>(
  check: (home: Home, content: HomeContent, given: Given) => void,
): (content: HomeContent, given: Given) => void {
  return (content, given) => {
    const home = new Home();
    try {
      home.fill(content);
      check(home, content, given);
    } finally {
      home.clear();
    }
  };
}

function shuffled<Item>(items: readonly Item[], numbers: Iterator<number>): readonly Item[] {
  return items
    .map((item) => ({ item, rank: Number(numbers.next().value) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
