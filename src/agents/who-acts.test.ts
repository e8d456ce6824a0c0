import { expect, test } from "vitest";
import { adapters } from "./all.ts";
import { whoActs, type Surroundings } from "./who-acts.ts";

const token = { is: "script" as const, token: "ci", noteUse: () => undefined };

const atTerminal: Surroundings = {
  environment: {},
  isAttended: true,
  startedBy: async () => ["zsh", "tmux", "systemd"],
  tokenFor: (value) => (value === "good" ? token : undefined),
};

test("a person sits at a terminal, and no agent is around", async () => {
  expect(await whoActs(atTerminal)).toEqual({ is: "person" });
});

test.each(adapters.flatMap(({ signs }) => signs.variables).concat("AI_AGENT"))(
  "who sets %s is an agent, also at a terminal and with a token",
  async (name) => {
    const environment = { [name]: "1", LESSONS_TOKEN: "good" };
    expect(await whoActs({ ...atTerminal, environment })).toEqual({
      is: "agent",
      sign: `${name} is set`,
    });
  },
);

test("a variable that is empty shows nothing", async () => {
  expect(await whoActs({ ...atTerminal, environment: { CLAUDECODE: "" } })).toEqual({
    is: "person",
  });
});

test.each(adapters.flatMap(({ signs }) => signs.programs))(
  "what was started below %s is started by an agent, whatever its environment says",
  async (program) => {
    const startedBy = async () => ["bash", program, "zsh"];
    const sign = `${program} started it`;
    expect(await whoActs({ ...atTerminal, startedBy })).toEqual({ is: "agent", sign });
    expect(await whoActs({ ...atTerminal, startedBy, isAttended: false })).toEqual({
      is: "agent",
      sign,
    });
  },
);

test("without a terminal there is nobody", async () => {
  expect(await whoActs({ ...atTerminal, isAttended: false })).toEqual({
    is: "nobody",
    sign: "this is not a terminal",
  });
});

test("where nobody can say what started it, there is nobody either", async () => {
  expect(await whoActs({ ...atTerminal, startedBy: async () => undefined })).toEqual({
    is: "nobody",
    sign: "its parent process is unknown",
  });
});

test("a token acts for its person without a terminal; another text in its place does not, even at one", async () => {
  const withToken = (value: string) => ({ ...atTerminal, environment: { LESSONS_TOKEN: value } });
  expect(await whoActs({ ...withToken("good"), isAttended: false })).toBe(token);
  expect(await whoActs(withToken("bad"))).toEqual({
    is: "nobody",
    sign: "the token in LESSONS_TOKEN is not one of yours",
  });
});
