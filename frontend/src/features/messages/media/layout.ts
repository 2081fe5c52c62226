interface Size {
  width: number | undefined;
  height: number | undefined;
}

/** The limits of a single picture, in rem. */
const MAX_WIDTH = 20;
const MAX_HEIGHT = 22;
const MIN_WIDTH = 9;

const FALLBACK = 4 / 3;

/** The space reserved for a picture before it is loaded: its aspect ratio, within limits. @returns CSS values */
export function roomFor({ width, height }: Size): { room: string; aspectRatio: string } {
  const natural = width && height ? width / height : FALLBACK;
  const shape = Math.min(Math.max(natural, MIN_WIDTH / MAX_HEIGHT), MAX_WIDTH / 5);
  const across = Math.min(MAX_WIDTH, MAX_HEIGHT * shape, Math.max(MIN_WIDTH, (width ?? Number.POSITIVE_INFINITY) / 16));
  return { room: `${Number(across.toFixed(3))}rem`, aspectRatio: `${Number(shape.toFixed(4))}` };
}
