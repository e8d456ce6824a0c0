/** Whether the environment switches delivery off, under our name for it or the older one. */
export function isSwitchedOff(environment: Readonly<Record<string, string | undefined>>): boolean {
  return (
    environment["LESSONS_DISABLED"] === "1" || environment["DISABLE_EXPERIENCE_INJECTION"] === "1"
  );
}
