import {
  NOTHING_DRAWN,
  SHEET,
  type Stroke,
  cleared,
  drawStroke,
  strokePointAt,
  undone,
  withStroke,
} from './strokes.js';

const stroke = (colour: string): Stroke => ({ colour, width: 18, points: [[1, 2, 1]] });

describe('a drawn note', () => {
  it('undoes strokes and a clearing, one at a time', () => {
    const two = withStroke(withStroke(NOTHING_DRAWN, stroke('red')), stroke('blue'));
    const empty = cleared(two);
    expect(empty.strokes).toEqual([]);
    expect(cleared(empty)).toBe(empty);
    expect(undone(empty)).toEqual(two);
    expect(undone(undone(empty)).strokes).toEqual([stroke('red')]);
    expect(undone(undone(undone(undone(empty))))).toEqual(NOTHING_DRAWN);
  });

  it('measures places in units of the sheet, and pressure for a pen only', () => {
    const box = { left: 100, top: 50, width: SHEET.width / 2 } as DOMRect;
    const at = { clientX: 160, clientY: 80, pressure: 0.5 };
    expect(strokePointAt({ ...at, pointerType: 'pen' }, box)).toEqual([120, 60, 0.5]);
    expect(strokePointAt({ ...at, pointerType: 'mouse' }, box)).toEqual([120, 60, 1]);
    expect(strokePointAt({ ...at, pressure: 0, pointerType: 'pen' }, box)).toEqual([120, 60, 1]);
  });

  it('draws a dot for one point, and thinner lines for less pressure', () => {
    const lines: number[][] = [];
    const on = {
      lineWidth: 0,
      beginPath: () => undefined,
      moveTo: (...place: number[]) => lines.push(place),
      lineTo(...place: number[]) {
        lines.push([...place, this.lineWidth]);
      },
      stroke: () => undefined,
    };
    drawStroke(on as unknown as CanvasRenderingContext2D, {
      ...stroke('red'),
      points: [
        [1, 2, 1],
        [5, 6, 0.5],
      ],
    });
    expect(lines).toEqual([
      [1, 2],
      [1, 2, 18],
      [1, 2],
      [5, 6, 12],
    ]);
  });
});
