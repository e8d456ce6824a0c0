import type { ScanProgress } from "../scan/scan.ts";

/**
 * The line that is shown while a scan runs: a bar, files, speed and the time left. Undefined when it is
 * too early for another one; drawing costs more than reading a small log.
 */
export function progressLine(
  now: () => number = () => performance.now(),
): (progress: ScanProgress, width: number) => string | undefined {
  const started = now();
  let drawn = Number.NEGATIVE_INFINITY;
  return ({ filesDone, filesTotal, bytesDone, bytesTotal }, width) => {
    const isDone = filesDone === filesTotal;
    if (filesTotal === 0 || (now() - drawn < redrawMs && !isDone)) return undefined;
    drawn = now();
    const seconds = Math.max((drawn - started) / 1000, 0.001);
    const share = bytesTotal === 0 ? 1 : bytesDone / bytesTotal;
    const speed = bytesDone / 1e6 / seconds;
    const left = share === 0 ? undefined : (seconds / share) * (1 - share);
    const facts = [
      `${filesDone}/${filesTotal} files`,
      `${speed.toFixed(speed < 10 ? 1 : 0)} MB/s`,
      ...(left === undefined || isDone ? [] : [`${timeLeft(left)} left`]),
    ].join("  ");
    const room = Math.min(30, width - facts.length - 4);
    return room < 5 ? facts : `${bar(share, room)}  ${facts}`;
  };
}

const redrawMs = 80;

function bar(share: number, width: number): string {
  const filled = Math.round(share * width);
  return `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
