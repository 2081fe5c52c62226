interface Size {
  width: number | undefined;
  height: number | undefined;
}

/** The room that a single picture gets, in rem. */
const WIDEST = 20;
const TALLEST = 22;
const NARROWEST = 9;

const FALLBACK = 4 / 3;

/** The room that one picture takes before it is there: its shape, within limits; nothing moves when it arrives. */
export function roomFor({ width, height }: Size): { room: string; aspectRatio: string } {
  const natural = width && height ? width / height : FALLBACK;
  const shape = Math.min(Math.max(natural, NARROWEST / TALLEST), WIDEST / 5);
  const across = Math.min(WIDEST, TALLEST * shape, Math.max(NARROWEST, (width ?? Number.POSITIVE_INFINITY) / 16));
  return { room: `${Number(across.toFixed(3))}rem`, aspectRatio: `${Number(shape.toFixed(4))}` };
}
