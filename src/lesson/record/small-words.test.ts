import { expect, test } from "vitest";
import { countEvidence, type Evidence } from "./history.ts";
import { levelOf, levels, parseLevel, priorityOfLevel, priorityRange } from "./level.ts";
import { parseScope } from "./lesson.ts";
import { parseTag, sortTags } from "./tag.ts";

test("a priority has the level of its range, and a level's own number has that level", () => {
  for (const level of levels) {
    const [lowest, highest] = priorityRange[level];
    for (let priority = lowest; priority <= highest; priority++)
      expect(levelOf(priority)).toBe(level);
    expect(levelOf(priorityOfLevel[level])).toBe(level);
  }
  expect(parseLevel(" high ")).toBe("HIGH");
  expect(parseLevel("urgent")).toBeUndefined();
});

test("tags have one of six categories and are kept in lower case", () => {
  expect(parseTag(" Tool:Git ")).toBe("tool:git");
  expect(parseTag("tool:@scope/pkg")).toBe("tool:@scope/pkg");
  expect(parseTag("lang:c++")).toBe("lang:c++");
  for (const wrong of ["git", "colour:red", "tool:", "tool:two words", "tool:-x", ":x"]) {
    expect(parseTag(wrong)).toBeUndefined();
  }
  expect(sortTags(["tool:git", "lang:go", "tool:git"])).toEqual(["lang:go", "tool:git"]);
});

test("a scope is global, a project or a team", () => {
  expect(parseScope("project:1f3a9c")).toBe("project:1f3a9c");
  expect(parseScope("team:platform")).toBe("team:platform");
  for (const wrong of ["", "project:", "team", "everyone", "project:../x y"])
    expect(parseScope(wrong)).toBeUndefined();
});

test("counts come from the evidence: sessions and projects are counted once, tallies add what nobody can look up", () => {
  const noon = "2026-01-01T12:00:00.000Z";
  const sighting = (sessionId: string, projectId: string): Evidence => ({
    is: "sighting",
    agent: "claude-code",
    sessionId,
    projectId,
    seenAt: noon,
  });
  const tally: Evidence = {
    is: "tally",
    agent: "lessons-learned",
    occurrences: 5,
    sessions: 3,
    projects: 1,
    seenAt: noon,
  };
  expect(
    countEvidence([sighting("a", "p"), sighting("a", "p"), sighting("b", "p"), tally]),
  ).toEqual({
    occurrenceCount: 8,
    sessionCount: 5,
    projectCount: 2,
  });
});
