import { CENTRED, moved, paint, visibleSquare } from './crop.js';

const wide = { width: 400, height: 200 };

describe('crop', () => {
  it('starts with the largest square in the middle', () => {
    expect(visibleSquare(wide, CENTRED)).toEqual({ left: 100, top: 0, side: 200 });
  });

  it('shows a smaller part when zoomed', () => {
    expect(visibleSquare(wide, { zoom: 2, x: 0.5, y: 0.5 })).toEqual({ left: 150, top: 50, side: 100 });
  });

  it('follows the drag and stops at the edge', () => {
    expect(visibleSquare(wide, moved(wide, CENTRED, 0.25, 0)).left).toBeCloseTo(50);
    expect(visibleSquare(wide, moved(wide, CENTRED, 5, 5))).toEqual({ left: 0, top: 0, side: 200 });
  });

  it('is drawn on white, because a JPEG shows black where a picture is transparent', () => {
    const drawn: unknown[] = [];
    const context = {
      fillStyle: '',
      fillRect: (...area: number[]) => drawn.push([context.fillStyle, ...area]),
      drawImage: () => drawn.push('picture'),
    };
    const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8, getContext: () => context });
    paint(canvas, { ...wide, close: () => undefined }, CENTRED);
    expect(drawn).toEqual([['white', 0, 0, 8, 8], 'picture']);
  });
});
