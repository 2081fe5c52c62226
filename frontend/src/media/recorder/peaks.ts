/** Reduces levels to `count` peaks, each the loudest of its part, scaled so that the loudest is 1. Silence stays flat. */
export function toPeaks(levels: readonly number[], count: number): number[] {
  if (levels.length === 0) return [];
  const loudest = Math.max(...levels, 0.05);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / count));
    return Number((Math.max(...levels.slice(from, to), 0) / loudest).toFixed(3));
  });
}

/** The last `count` levels, padded with silence at the start. */
export function lastLevels(levels: readonly number[], count: number): number[] {
  const last = levels.slice(-count);
  return [...Array.from({ length: count - last.length }, () => 0), ...last];
}
