/**
 * The first line of everything that our hooks put before an agent. Agents keep it in their logs, and
 * whoever reads a log stops at it: what follows was said by us, not by a person and not by a program.
 */
export const deliveryHeading = "## Lessons from your history";
