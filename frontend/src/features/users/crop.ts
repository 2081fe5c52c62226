/** A crop: its zoom (1 fills the square) and its centre, in shares of the picture. */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export const CENTRED: Crop = { zoom: 1, x: 0.5, y: 0.5 };

interface Size {
  width: number;
  height: number;
}

/** The visible square in the picture's pixels, limited to the picture. */
export function visibleSquare(
  { width, height }: Size,
  { zoom, x, y }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  const within = (centre: number, length: number): number =>
    Math.min(Math.max(centre * length - side / 2, 0), length - side);
  return { left: within(x, width), top: within(y, height), side };
}

/** The crop after a drag by a share of the frame. */
export function moved(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { left, top, side } = visibleSquare(size, crop);
  const centre = {
    ...crop,
    x: (left + side / 2 - dx * side) / size.width,
    y: (top + side / 2 - dy * side) / size.height,
  };
  const kept = visibleSquare(size, centre);
  return { ...crop, x: (kept.left + side / 2) / size.width, y: (kept.top + side / 2) / size.height };
}

/** Draws the visible square, on white. */
export function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = visibleSquare(picture, crop);
  const context = canvas.getContext('2d');
  if (!context) return;
  // A JPEG shows black where the picture is transparent.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}
