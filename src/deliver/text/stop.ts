/** Told to the person, not to the agent, when an answer held reports. */
export function stopNotice(count: number): string {
  if (count <= 0) return "";
  const found = count === 1 ? "1 lesson was" : `${count} lessons were`;
  const them = count === 1 ? "it" : "them";
  return `${found} reported in this answer. To review ${them}: lessons scan, then lessons review`;
}
