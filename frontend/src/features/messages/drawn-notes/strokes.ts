/** A place on the sheet, and the pen's pressure from 0 to 1. */
export type StrokePoint = readonly [x: number, y: number, pressure: number];

export interface Stroke {
  colour: string;
  /** In units of the sheet, at full pressure. */
  width: number;
  points: readonly StrokePoint[];
}

/** The sheet and its picture, in pixels. */
export const SHEET = { width: 1200, height: 900 } as const;

/** The sheet keeps its colours in a dark theme, because it is sent as a picture. */
export const PAPER = '#fffaf3';
export const COLOURS = [
  { colour: '#34172b', name: 'drawnNotes.ink' },
  { colour: '#8f2f5c', name: 'drawnNotes.mulberry' },
  { colour: '#e2466b', name: 'drawnNotes.rose' },
  { colour: '#eda63f', name: 'drawnNotes.honey' },
  { colour: '#3d8a5f', name: 'drawnNotes.green' },
  { colour: '#3f78b8', name: 'drawnNotes.blue' },
] as const;
export const WIDTHS = [
  { width: 8, name: 'drawnNotes.fine' },
  { width: 18, name: 'drawnNotes.medium' },
  { width: 40, name: 'drawnNotes.broad' },
] as const;

/** Strokes, and what they were before each change. */
export interface Drawn {
  strokes: readonly Stroke[];
  before: readonly (readonly Stroke[])[];
}

export const NOTHING_DRAWN: Drawn = { strokes: [], before: [] };

const changed = ({ strokes, before }: Drawn, next: readonly Stroke[]): Drawn => ({
  strokes: next,
  before: [...before, strokes],
});

export const withStroke = (drawn: Drawn, stroke: Stroke): Drawn => changed(drawn, [...drawn.strokes, stroke]);

/** Clears the sheet. Undo brings it back. */
export const cleared = (drawn: Drawn): Drawn => (drawn.strokes.length === 0 ? drawn : changed(drawn, []));

export const undone = ({ strokes, before }: Drawn): Drawn => ({
  strokes: before.at(-1) ?? strokes,
  before: before.slice(0, -1),
});

type Pen = Pick<PointerEvent, 'clientX' | 'clientY' | 'pressure' | 'pointerType'>;

/**
 * The point under a pointer. Only a pen measures pressure; a mouse and a finger draw with full width.
 * @param box the sheet on the screen
 */
export function strokePointAt({ clientX, clientY, pressure, pointerType }: Pen, box: DOMRect): StrokePoint {
  const scale = SHEET.width / box.width;
  return [
    Math.round((clientX - box.left) * scale),
    Math.round((clientY - box.top) * scale),
    pointerType === 'pen' && pressure > 0 ? pressure : 1,
  ];
}

/** The width of a line at a pressure: a light touch draws a third of it. */
const widthAt = (width: number, pressure: number): number => width * (1 / 3 + (2 / 3) * pressure);

/** Draws a stroke from one of its points on. A stroke of one point is a dot. */
export function drawStroke(on: CanvasRenderingContext2D, { colour, width, points }: Stroke, from = 0): void {
  on.strokeStyle = colour;
  on.lineCap = 'round';
  for (const [index, [x, y, pressure]] of points.entries()) {
    if (index < from) continue;
    const [lastX, lastY] = points[index - 1] ?? [x, y];
    on.lineWidth = widthAt(width, pressure);
    on.beginPath();
    on.moveTo(lastX, lastY);
    on.lineTo(x, y);
    on.stroke();
  }
}

/** Draws the whole sheet anew. */
export function drawSheet(on: CanvasRenderingContext2D, strokes: readonly Stroke[]): void {
  on.fillStyle = PAPER;
  on.fillRect(0, 0, SHEET.width, SHEET.height);
  for (const stroke of strokes) drawStroke(on, stroke);
}
