// Where Claude Code looks for what belongs to a project, relative to its root.

/** A command in it is typed as `/self-learning:<name>`. */
export const projectCommands = ".claude/commands/self-learning/";

/** Each folder in it with a SKILL.md is a skill. */
export const projectSkills = ".claude/skills/";
