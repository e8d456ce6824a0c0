/** It does not run what substitutes one command into another, and calls that a success of the tool. In logs and to hooks alike. */
export function isBlockedCommand(output: string): boolean {
  return output.startsWith("Command injection detected: ");
}
